import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { ToolContext } from '../../../../src/agent/tool.ts';
import type { ToolStep } from '../../../../src/chat/events.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { thread as benchThread, inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });

type At = Awaited<ReturnType<typeof openCoding>>;

/** Calls `delegate` as the Brain does while nobody else works in the session. */
async function delegate({ coding, folder }: At, id: string) {
	const steps: ToolStep[] = [];
	const context: ToolContext = {
		session: { id: folder.id, folder } as unknown as Session,
		call: { id, thread: benchThread, person: undefined, answer: undefined },
		sandbox: async () => ({}) as unknown as Sandbox,
		output: (piece) => void (typeof piece !== 'string' && steps.push(piece)),
		signal: new AbortController().signal,
	};
	const tool = coding.tools.find(({ spec }) => spec.name === 'delegate');
	const outcome = await tool?.run({ task: 'look at it' }, context);
	return { outcome, steps };
}

const endless: Driver['prompt'] = (_text, { signal }) =>
	new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe("the thread's agent", () => {
	it('is put away with its work while the Brain has another one, which is told with how to go on, and goes on', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('codex mend it'));
		const { outcome, steps } = await delegate(at, 'c1');
		expect(outcome).toMatchObject({ ok: true });
		expect(steps).toMatchObject([
			{ tool: 'Codex', title: expect.stringContaining('put away with its work'), state: 'ok' },
		]);
		expect(steps[0]?.title).toContain('your next message goes on with it');
		expect(await at.runs()).toMatchObject([
			{ asked: 'thread', state: 'parked', brought: true },
			{ asked: 'brain', state: 'ended', outcome: 'done' },
		]);
		expect(at.coding.done).toContain('in "" beside codex-1');
		expect([...at.disks.keys()]).toEqual([`${sessionId}~1`]);
		await at.bench.say(message('and the tests'));
		expect(at.answers().at(-1)).toContain('Did and the tests');
		expect(at.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(2);
	});

	it('stays put away where the task is stopped for which it was', async () => {
		const begun = Promise.withResolvers<void>();
		let prompts = 0;
		const prompt: Driver['prompt'] = (text, watch) => {
			prompts += 1;
			if (prompts === 1) return says('Did')(text, watch);
			begun.resolve();
			return endless(text, watch);
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		const task = delegate(at, 'c1');
		await begun.promise;
		await at.coding.turns.settle({ folder: at.folder }, 'stop');
		await task;
		expect(await at.runs()).toMatchObject([
			{ asked: 'thread', state: 'parked' },
			{ asked: 'brain', state: 'ended' },
		]);
		expect([...at.disks.keys()]).toEqual([`${sessionId}~1`]);
	});

	it('waits on when a turn fails that was not its own', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('codex mend it'));
		const before = [...at.coding.done];
		expect(await at.coding.turns.settle({ folder: at.folder }, 'failure')).toEqual([]);
		expect(at.coding.done).toEqual(before);
		expect(at.coding.turns.waits(sessionId)).toBe('Codex');
		expect(await at.runs()).toMatchObject([{ state: 'open' }]);
	});

	it('is put away, with what it had changed brought back, when a turn fails in which it was at work', async () => {
		await using at = await openCoding({ prompt: endless });
		await at.bench.dispatch.accept(command('codex mend it'));
		await expect.poll(() => at.coding.runs.of(sessionId)?.underway).toBeDefined();
		expect(await at.coding.turns.settle({ folder: at.folder }, 'failure')).toEqual(['Codex had changed no files.']);
		expect((await at.runs())[0]).toMatchObject({ state: 'parked', brought: true });
		expect(at.disks.size).toBe(1);
	});
});

describe("a task of the Brain's", () => {
	it('that had ended when the process died, but for telling it, is not done again', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		expect((await delegate(at, 'c1')).outcome).toMatchObject({ ok: true });
		const text = expect.stringContaining('has ended (done) before it could tell');
		expect((await delegate(at, 'c1')).outcome).toMatchObject({ ok: false, text });
		expect(await at.runs()).toHaveLength(1);
	});

	it('that could not be started when the process died is begun anew', async () => {
		let isOut = true;
		const before = (what: string) => {
			if (isOut && what.startsWith('open')) throw new Error('It ended at once');
		};
		await using at = await openCoding({ prompt: says('Did'), before });
		expect((await delegate(at, 'c1')).outcome).toMatchObject({ ok: false });
		isOut = false;
		expect((await delegate(at, 'c1')).outcome).toMatchObject({ ok: true });
		expect(await at.runs()).toMatchObject([{ outcome: expect.stringContaining('not started') }, { outcome: 'done' }]);
		expect(at.disks.size).toBe(0);
	});

	it('is over when its turn has failed, also where another process had begun it', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.folder.documents.write('coding', {
			version: 1,
			runs: [
				{
					...{ count: 1, agent: 'codex', options: {}, folder: '', asked: 'brain', state: 'open', brought: true },
					...{ startedAt: new Date(0).toISOString(), prompts: 0, ms: 0, inputTokens: 0, outputTokens: 0, call: 'c0' },
				},
			],
		});
		at.disks.set(`${sessionId}~1`, ['all of it']);
		await at.coding.turns.settle({ folder: at.folder }, 'failure');
		expect(await at.runs()).toMatchObject([{ state: 'ended', outcome: 'the turn failed' }]);
		expect(at.disks.size).toBe(0);
	});
});

describe('a disk', () => {
	it('that could not be removed is removed when runs of its session are ended the next time', async () => {
		let isBusy = true;
		const before = (what: string) => {
			if (isBusy && what.startsWith('remove')) throw new Error('EBUSY');
		};
		await using at = await openCoding({ prompt: says('Did'), before });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(command('done'));
		expect(at.bench.platform.posts.join('\n')).toContain('The coding agent has gone');
		expect(await at.runs()).toMatchObject([{ state: 'ended', left: true }]);
		isBusy = false;
		await at.bench.say(command('done'));
		expect(at.disks.size).toBe(0);
		expect((await at.runs())[0]?.left).toBeUndefined();
	});
});

describe('an agent whose box has ended by itself', () => {
	it('is begun anew on its work by the next message', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('codex mend it'));
		at.coding.loseBoxes();
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('Did go on');
		expect(at.coding.done.filter((one) => one.startsWith('box'))).toHaveLength(2);
		expect(at.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(1);
	});
});
