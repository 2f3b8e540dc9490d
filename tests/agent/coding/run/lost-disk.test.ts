import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });
const run = `${sessionId}~1`;

/** The first prompt fails, so that the run is put away. */
function failingFirst() {
	const heard: string[] = [];
	const prompt: Driver['prompt'] = async (text) => {
		heard.push(text);
		return heard.length === 1 ? { kind: 'failed', why: 'It broke' } : { kind: 'done' };
	};
	return { heard, prompt };
}

describe('a run that was put away', () => {
	it.each([
		['is gone', (disks: Map<string, string[]>) => void disks.delete(run)],
		['is empty', (disks: Map<string, string[]>) => void disks.get(run)?.splice(0)],
	])('and whose disk %s takes nothing for deleted: it begins on a new copy, and says so', async (_, lose) => {
		const { heard, prompt } = failingFirst();
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		lose(at.disks);
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('The disk that Codex had worked on is lost');
		expect(at.coding.done.filter((one) => one.startsWith('in '))).toEqual(['in ""', 'in ""']);
		expect(at.coding.done.slice(-4)).toEqual(['open small {}', 'key opens', 'key shuts', 'back ""']);
		expect(heard[1]).toContain('is lost: the folder is a new copy');
		expect(at.disks.get(run)).toEqual(['all of it']);
	});

	it('and whose disk is there goes on with it, and says nothing of that', async () => {
		const { prompt } = failingFirst();
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).not.toContain('lost');
		expect(at.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(1);
	});

	it('is of no disk any more when the process dies while the new copy is made', async () => {
		const { prompt } = failingFirst();
		let copies = 0;
		const before = (what: string) => {
			if (what.startsWith('in ')) copies += 1;
			if (what.startsWith('in ') && copies === 2) throw new Error('killed right there');
		};
		await using at = await openCoding({ prompt, before });
		await at.bench.say(command('codex mend it'));
		at.disks.delete(run);
		await at.bench.say(message('go on'));
		expect((await at.runs())[0]?.brought).toBeUndefined();
	});
});
