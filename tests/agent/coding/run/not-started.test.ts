import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });
const delegating = [{ calls: [{ name: 'delegate', args: { task: 'mend it' } }] }, { text: 'I did it myself.' }];

/** Fails each time that what is done begins so. */
const failsAt = (step: string, error: Error) => (what: string) => {
	if (what.startsWith(step)) throw error;
};

const failures: readonly [string, string, Error][] = [
	['its driver ends at once', 'open', new Error('Codex ended (exit code 1). It last said: no such model')],
	['its folder is refused', 'in ', new Error('The folder was not copied into the box: it is more than 20000 files.')],
	[
		'its box cannot be had',
		'box',
		new ProblemError('The image has not been built yet', 'Run: threadsmith image agents'),
	],
];

describe('an agent that cannot be started', () => {
	it.each(failures)("is the result of the Brain's call, and nothing of it is left: %s", async (_, step, error) => {
		await using at = await openCoding({ prompt: says(''), before: failsAt(step, error), replies: delegating });
		await at.bench.say(message('have it mended'));
		expect(at.brain.requests[1]?.messages.at(-1)).toMatchObject({
			ok: false,
			text: expect.stringContaining(`Codex could not be started: ${error.message}`),
		});
		expect(at.answers()).toEqual(['I did it myself.']);
		expect(await at.runs()).toMatchObject([{ state: 'ended', outcome: expect.stringContaining('not started') }]);
		expect(at.disks).toEqual(new Map());
	});

	it.each(failures)('is told in its thread, which the Brain has again: %s', async (_, step, error) => {
		await using at = await openCoding({
			prompt: says('Did'),
			before: failsAt(step, error),
			replies: [{ text: 'Here I am.' }],
		});
		await at.bench.say(command('codex mend it'));
		await at.bench.say(message('Are you there?'));
		expect(at.answers()).toEqual([expect.stringContaining(error.message), 'Here I am.']);
		expect(at.answers()[0]).toContain('The Brain answers here again');
		expect(await at.runs()).toMatchObject([{ state: 'ended' }]);
		expect(at.disks).toEqual(new Map());
	});

	it('says of a model that nobody serves which ones there are', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('codex --model huge mend it'));
		expect(at.answers()).toEqual([expect.stringContaining('cannot have the model "huge"; it can have small, large.')]);
		expect(at.coding.done.slice(-3)).toEqual(['key void', `end ${sessionId}~1`, `remove ${sessionId}~1`]);
	});

	it('keeps the work that it had done before, and tries again at the next message', async () => {
		let starts = 0;
		const before = (what: string) => {
			if (what.startsWith('open')) starts += 1;
			if (what.startsWith('open') && starts === 2) throw new Error('Codex was not ready within 60 seconds.');
		};
		const ends = [{ kind: 'failed', why: 'It broke' }, { kind: 'done' }] as const;
		let prompts = 0;
		await using at = await openCoding({ prompt: async () => ends[prompts++] ?? { kind: 'done' }, before });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(message('again'));
		expect(at.answers().at(-1)).toBe(
			'Codex could not be started: Codex was not ready within 60 seconds. Its work is kept: the next message tries again.',
		);
		expect(await at.runs()).toMatchObject([{ state: 'parked', brought: true }]);
		await at.bench.say(message('and again'));
		expect(at.answers().at(-1)).toContain('Codex changed no files');
		expect(at.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(1);
	});

	it('is no failure of its own where the machine has run out of something: the turn goes on when that is over', async () => {
		const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
		let isFull = true;
		const before = (what: string) => {
			if (what.startsWith('box') && isFull) throw full;
		};
		await using at = await openCoding({ prompt: says('Did'), before });
		await at.bench.dispatch.accept(command('codex mend it'));
		await expect.poll(() => at.bench.troubles.of(sessionId)?.why).toContain('no space left');
		expect(at.answers()).toEqual([]);
		isFull = false;
		await at.bench.say(inbound('command', { name: 'status', args: '' }));
		await expect.poll(() => at.answers()).toEqual([expect.stringContaining('Did mend it')]);
	});
});
