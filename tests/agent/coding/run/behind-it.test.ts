import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });

const endless: Driver['prompt'] = (_text, { signal }) =>
	new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a stop just behind "/agent"', () => {
	it.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144])('holds, %i turns of the loop later', async (turns) => {
		await using at = await openCoding({ prompt: endless, replies: [{ text: 'Hello' }] });
		await at.bench.dispatch.accept(command('codex mend it'));
		for (let one = 0; one < turns; one += 1) await turn();
		await at.bench.dispatch.accept(inbound('stop', {}));
		await at.bench.dispatch.settled();
		expect(at.coding.runs.of(sessionId)?.underway).toBeUndefined();
		expect(at.answers()).toEqual([]);
		await at.bench.say(message('Are you there?'));
		expect(at.answers()).toEqual(['Hello']);
		expect(at.brain.requests).toHaveLength(1);
		expect((await at.runs()).filter(({ state }) => state !== 'ended')).toEqual([]);
	});
});
