import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

const back = { changes: [{ kind: 'changed', path: 'a.py' }] } as const;
const delegating = [{ calls: [{ name: 'delegate', args: { task: 'mend it' } }] }, { text: 'It is as it is.' }];

/** The box of the first prompt is lost while it works; so often nothing can be brought back. */
async function losing(times: number, replies: Parameters<typeof openCoding>[0]['replies'] = []) {
	let [prompts, fails] = [0, times];
	const prompt: Driver['prompt'] = async (text, watch) => {
		prompts += 1;
		if (prompts > 1) return await says('Did')(text, watch);
		at.coding.loseBoxes();
		return { kind: 'failed', why: 'Codex was lost with its sandbox: it was killed.' };
	};
	const before = (what: string) => {
		if (!what.startsWith('back')) return;
		fails -= 1;
		if (fails >= 0) throw new Error('the sandbox ended: it was killed');
	};
	const at = await openCoding({ prompt, back, before, replies });
	return at;
}

describe('a run whose box is lost while its agent works', () => {
	it('is brought back from its disk, and goes on at the next message', async () => {
		await using at = await losing(1);
		await at.bench.say(inbound('command', { name: 'agent', args: 'codex mend it' }));
		expect(at.answers()[0]).toContain('it was killed.\n\nCodex changed 1 file');
		expect(await at.runs()).toMatchObject([{ state: 'parked', home: true }]);
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('Did go on');
	});

	it("is over with that where it was a task of the Brain's, and leaves no disk", async () => {
		await using at = await losing(1, delegating);
		await at.bench.say(message('have it mended'));
		expect(at.brain.requests[1]?.messages.at(-1)).toMatchObject({
			text: expect.stringContaining('it was killed.\n\nCodex changed 1 file'),
		});
		expect(await at.runs()).toMatchObject([{ state: 'ended', home: true }]);
		expect(at.disks.size).toBe(0);
	});

	it('and could not be brought back then is before the next task, of which the Brain hears', async () => {
		await using at = await losing(2, [...delegating, ...delegating]);
		await at.bench.say(message('have it mended'));
		expect(await at.runs()).toMatchObject([{ state: 'parked' }]);
		expect([...at.disks.keys()]).toEqual([`${sessionId}~1`]);
		await at.bench.say(message('once more'));
		expect(at.brain.requests[3]?.messages.at(-1)).toMatchObject({
			text: expect.stringMatching(/^Of an earlier task: Codex had changed 1 file until then\.\n\nCodex has finished/),
		});
		expect(await at.runs()).toMatchObject([{ state: 'ended', home: true }, { state: 'ended' }]);
		expect(at.disks.size).toBe(0);
	});

	it('keeps what could not be brought back after a stop for the next task', async () => {
		const begun = Promise.withResolvers<void>();
		let prompts = 0;
		const prompt: Driver['prompt'] = async (text, watch) => {
			prompts += 1;
			if (prompts > 1) return await says('Did')(text, watch);
			begun.resolve();
			return await new Promise((_, reject) =>
				watch.signal.addEventListener('abort', () => reject(watch.signal.reason)),
			);
		};
		let fails = 1;
		const before = (what: string) => {
			fails -= what.startsWith('back') ? 1 : 0;
			if (what.startsWith('back') && fails >= 0) throw new Error('the sandbox ended');
		};
		await using at = await openCoding({ prompt, back, before, replies: [...delegating.slice(0, 1), ...delegating] });
		await at.bench.dispatch.accept(message('have it mended'));
		await begun.promise;
		await at.bench.say(inbound('stop', {}));
		expect(await at.runs()).toMatchObject([{ state: 'parked' }]);
		await at.bench.say(message('once more'));
		expect(at.brain.requests.flatMap(({ messages }) => messages).map(({ text }) => text)).toContainEqual(
			expect.stringMatching(/^Of an earlier task: Codex had changed 1 file until then\./),
		);
		expect(at.disks.size).toBe(0);
	});
});
