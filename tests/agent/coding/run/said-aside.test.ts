import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { inbound } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

const ada = { id: 'slack:T1/U1', name: 'Ada' };
const bo = { id: 'slack:T1/U2', name: 'Bo' };
const thread = { platform: 'slack', id: 'T1-C1-1700000000.000100' };
const aside = (text: string, person = ada) => ({
	...inbound('message', { text, files: [], aside: true }),
	...{ person, thread },
});
const agent = (task: string) => ({
	...inbound('command', { name: 'agent', args: `codex ${task}` }),
	...{ person: ada, thread },
});

describe('words that name nobody in the thread of a coding agent', () => {
	it('are its next prompt where nobody else has spoken', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(agent('mend it'));
		await at.bench.say(aside('and now the tests'));
		expect(at.answers()).toEqual([
			expect.stringMatching(/^Did mend it\n/),
			expect.stringMatching(/^Did and now the tests\n/),
		]);
		expect(at.brain.requests).toEqual([]);
	});

	it('are for the Brain to judge where others talk, too', async () => {
		await using at = await openCoding({ prompt: says('Did'), replies: [{ text: 'Hm' }, { text: 'Hm' }] });
		await at.bench.say(agent('mend it'));
		await at.bench.say(aside('shall we go for lunch?', bo));
		await at.bench.say(aside('yes, at one'));
		expect(at.answers()).toEqual([expect.stringMatching(/^Did mend it\n/), 'Hm', 'Hm']);
		expect(at.brain.requests).toHaveLength(2);
	});

	it('reach it while it is at work where words steer, and nobody else has spoken', async () => {
		const heard: string[] = [];
		const begun = Promise.withResolvers<void>();
		const prompt: Driver['prompt'] = async (text, { signal }) => {
			heard.push(text);
			begun.resolve();
			if (heard.length > 1) return { kind: 'done' };
			return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		};
		await using at = await openCoding({ prompt });
		await at.bench.dispatch.accept(agent('mend it'));
		await begun.promise;
		const steers = { ...inbound('command', { name: 'mode', args: 'steer' }), person: ada, thread };
		await at.bench.dispatch.accept(steers);
		await expect.poll(() => at.bench.platform.posts.join('\n')).toContain('Messages reach the running turn');
		await at.bench.say(aside('use pytest'));
		expect(heard).toEqual(['mend it', 'use pytest']);
		expect(at.bench.platform.events).toContainEqual(expect.objectContaining({ type: 'waiting' }));
	});
});
