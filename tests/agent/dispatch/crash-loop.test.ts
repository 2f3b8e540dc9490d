import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deathsOf } from '../../../src/agent/dispatch/work/deaths.ts';
import { type LogFields, silentLogger } from '../../../src/base/log.ts';
import type { Step } from '../../../src/store/journal.ts';
import { bundled } from '../../support/bundled.ts';
import { entriesOf } from '../../support/journal-entries.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';

const child = await bundled(join(import.meta.dirname, '../../support/deadly-child.ts'));
afterAll(() => child[Symbol.asyncDispose]());

type Place = 'model' | 'files' | 'late' | 'showing' | 'command' | 'never';

/** Runs the child on `home`; answers the signal that it died by. */
async function run(home: string, place: Place, ...more: ('dies' | 'leaves' | 'then')[]): Promise<string | null> {
	const args = ['--disable-warning=ExperimentalWarning', child.path, home, place, ...more];
	const started = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: child.env });
	const [code, signal] = await once(started, 'exit');
	expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
	return signal;
}

async function runs(times: number, home: string, place: Place, how: 'dies' | 'leaves' = 'dies') {
	const signals: (string | null)[] = [];
	for (let time = 0; time < times; time += 1) signals.push(await run(home, place, how));
	return signals;
}

async function deaths(home: string): Promise<number> {
	return (await readFile(join(home, 'deaths'), 'utf8').catch(() => '')).split('\n').filter(Boolean).length;
}

async function posts(home: string): Promise<string[]> {
	const lines = (await readFile(join(home, 'posts.jsonl'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line).text);
}

/** Processes that start one after another on a machine that may be busy. */
const timeout = 120_000;

const killed = 'SIGKILL';
const interrupted = 'Threadsmith was interrupted; going on where it was';

describe('a turn that kills the process', { timeout }, () => {
	it('is not tried a fourth time: it ends as failed, is told as interrupted once, and the session goes on', async () => {
		await using dir = await tempDir();
		expect(await runs(4, dir.path, 'model')).toEqual([killed, killed, killed, null]);
		expect(await deaths(dir.path)).toBe(3);
		await run(dir.path, 'never', 'dies', 'then');
		expect(await posts(dir.path)).toEqual([
			interrupted,
			expect.stringMatching(/^ended failed: .*died three times/),
			'Alive',
			'ended done',
		]);
	});

	it('may be left as often as one likes', async () => {
		await using dir = await tempDir();
		expect(await runs(4, dir.path, 'model', 'leaves')).toEqual([null, null, null, null]);
		expect(await runs(2, dir.path, 'model')).toEqual([killed, killed]);
		await run(dir.path, 'never');
		expect(await posts(dir.path)).toEqual([interrupted, 'Alive', 'ended done']);
	});

	it.each<readonly [string, Place, readonly (string | null)[], readonly string[]]>([
		[
			'while its message is taken in',
			'files',
			[killed, killed, killed, null],
			['died three times while it took this in'],
		],
		['in being shown', 'showing', [killed, killed, killed, null], ['Alive', 'cannot be shown']],
		['in a command, which is not done again', 'command', [killed, null, null, null], ['was cut off']],
	])('%s is not tried for ever, and the session goes on', async (_name, place, ends, told) => {
		await using dir = await tempDir();
		expect(await runs(4, dir.path, place)).toEqual(ends);
		expect(await deaths(dir.path)).toBe(ends.filter((end) => end === killed).length);
		await run(dir.path, 'never', 'dies', 'then');
		expect(await posts(dir.path)).toEqual([...told.map((one) => expect.stringContaining(one)), 'Alive', 'ended done']);
	});
});

describe('a message that a process has left of itself', { timeout }, () => {
	it.each(['while it was taken in', 'while it waited'])('%s is tried three times all the same', async (when) => {
		await using dir = await tempDir();
		if (when === 'while it was taken in') expect(await run(dir.path, 'files', 'leaves')).toBeNull();
		else await leaveWaiting(dir.path);
		const before = await deaths(dir.path);
		expect(await runs(2, dir.path, 'files')).toEqual([killed, killed]);
		await run(dir.path, 'never');
		expect(await deaths(dir.path)).toBe(before + 2);
		expect((await posts(dir.path)).slice(-2)).toEqual(['Alive', 'ended done']);
		expect((await posts(dir.path)).join()).not.toContain('died three times');
	});

	/** Leaves a turn in its model call, and the message of the child behind it. */
	async function leaveWaiting(home: string): Promise<void> {
		const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
		await using bench = openWorkbench({ home, brain });
		await bench.dispatch.accept({ ...message('before'), key: 'before' });
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept({ ...message('go', [{ name: 'a.csv', source: 'here' }]), key: 'first' });
	}
});

describe('a message that comes in while its session is in trouble', { timeout }, () => {
	it('is dropped after three deaths, not after two', async () => {
		await using dir = await tempDir();
		expect(await runs(4, dir.path, 'late')).toEqual([killed, killed, killed, null]);
		expect(await deaths(dir.path)).toBe(3);
		expect((await posts(dir.path)).at(-1)).toContain('died three times');
	});
});

describe('the log', () => {
	/** Leaves a turn in its model call, and has these processes go on with it and end. */
	async function leaveOpen(home: string, processes: readonly string[]): Promise<void> {
		const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
		const bench = openWorkbench({ home, brain });
		await bench.dispatch.accept(message('before'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		const { journal } = await bench.sessions.open(sessionId);
		await bench.dispatch[Symbol.asyncDispose]();
		const [newest] = (await journal.after(0)).slice(-1);
		if (newest === undefined || !('turn' in newest.step) || !newest.step.turn) throw new Error('No turn is open');
		const {
			lease: token,
			step: { turn },
		} = newest;
		for (const process of processes)
			await journal.append({ session: sessionId, token }, { turn, type: 'resumed', process });
		await bench[Symbol.asyncDispose]();
	}

	/** A log, and what it was told of deaths. */
	function deathsTold() {
		const told: string[] = [];
		const note =
			(level: string) =>
			(_message: string, { at, deaths: died }: LogFields = {}) =>
				void (died === undefined || told.push(`${level} ${at} ${died}`));
		return { told, log: { ...silentLogger, warn: note('warn'), error: note('error') } };
	}

	it.each([
		[0, [], 'done'],
		[1, ['warn taken 1'], 'done'],
		[3, ['error taken 3'], 'failed'],
	] as const)('tells of %i deaths', async (count, lines, end) => {
		await using dir = await tempDir();
		await leaveOpen(dir.path, ['a', 'b', 'c'].slice(0, count));
		const { told, log } = deathsTold();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'Done' }]), log });
		await bench.dispatch.recover();
		await waitFor(() => bench.platform.posts.some((post) => post.startsWith(`ended ${end}`)), 'the end');
		expect(told).toEqual(lines);
	});

	it('tells of none where one process did all of it, in trouble or not', async () => {
		await using dir = await tempDir();
		const { told, log } = deathsTold();
		const brain = scriptedModel([{ text: 'one' }, { text: 'two' }]);
		const timing = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
		await using bench = openWorkbench({ home: dir.path, brain, log, timing });
		bench.platform.failure = new Error('It is refused');
		await bench.say(message('first'));
		expect(bench.troubles.of(sessionId)?.why).toContain('It is refused');
		await bench.say(message('second'));
		expect(bench.platform.posts).toEqual(['one', 'ended done', 'two', 'ended done']);
		expect(told).toEqual([]);
	});
});

describe('deathsOf()', () => {
	const turn = 't1';
	const notice: Step = { turn, type: 'notice', text: 'x' };
	const resumed = (process?: string): Step => ({ turn, type: 'resumed', ...(process && { process }) });
	const left = (process: string): Step => ({ turn, type: 'left', process });

	it.each<readonly [string, readonly Step[], number]>([
		['the process that made the newest step', [notice], 1],
		['none that left', [notice, left('a')], 0],
		['each that went on', [notice, resumed('a'), resumed('b')], 3],
		['a process that went on several times once', [notice, resumed('a'), resumed('a')], 2],
		['one that a former version did not name', [notice, resumed(), resumed()], 3],
		['those between which one left', [notice, resumed('a'), left('a'), resumed('b')], 2],
		['one that could not go on for a while', [notice, left('a'), resumed('a'), left('a'), resumed('a')], 1],
		['none of those that could not go on when they left', [notice, left('a'), resumed('b'), left('b')], 0],
		['nothing before the newest step', [notice, resumed('a'), resumed('b'), notice], 1],
	])('counts %s', (_name, steps, count) => {
		expect(deathsOf({ entries: entriesOf(steps) })).toBe(count);
	});
});
