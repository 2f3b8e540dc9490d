import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { labHome } from '../../src/sandbox/lab-home.ts';
import type { ProcessEnd, SandboxProcess } from '../../src/sandbox/opened-process.ts';
import { perRun } from '../../src/sandbox/per-run.ts';
import type { StoppedProcess } from '../../src/sandbox/sandbox.ts';
import { createFakeSandboxes, type FakeTool } from '../support/fake-sandboxes.ts';
import { homeFrom, pathsIn } from '../support/session-home.ts';
import { waitFor } from '../support/wait-for.ts';

const never = new AbortController().signal;
const home = homeFrom('s', pathsIn('/nowhere'));

function underTest(runMs?: number, leftOver: StoppedProcess[] = []) {
	let now = 0;
	let most = 0;
	const bash: FakeTool = async ({ command }) => {
		now += 1;
		most = Math.max(most, now);
		await new Promise(setImmediate);
		now -= 1;
		return { ok: true, text: `ran ${command}` };
	};
	const sleep: FakeTool = (_, { watch }) => {
		watch.onOutput?.('started');
		return new Promise(() => {});
	};
	const write: FakeTool = ({ path, content }, { files }) => {
		files.set(String(path), Buffer.from(String(content)));
		return { ok: true, text: 'written' };
	};
	const inner = createFakeSandboxes({ tools: { bash, sleep, write }, leftOver });
	return { inner, sandboxes: perRun(inner, runMs), most: () => most };
}

/** A process that ends when it is disposed, by `code`. */
function endless(code: number): SandboxProcess {
	const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>();
	const facts = { stream: new PassThrough(), lastWords: () => '', lastActive: () => 0, ended };
	return { ...facts, [Symbol.asyncDispose]: async () => resolve({ kind: 'exit', code }) };
}

describe('With a sandbox for each run', () => {
	it('a process that is opened has one as long as it runs, over the end of a turn, and no longer than a run may take', async () => {
		const inner = createFakeSandboxes({
			tools: { bash: () => ({ ok: true, text: '' }) },
			open: async () => endless(7),
		});
		const sandbox = await perRun(inner).acquire(home, never);
		const opened = await sandbox.open({ argv: ['cat'], cwd: '/', env: {} }, never);
		const next = sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		expect(await sandbox.sweep('jobs')).toEqual([]);
		expect([inner.starts(), inner.calls.length]).toEqual([1, 0]);
		await opened[Symbol.asyncDispose]();
		await next;
		expect(inner.starts()).toBe(2);
		const hasty = await perRun(inner, 1).acquire(home, never);
		expect(await (await hasty.open({ argv: ['cat'], cwd: '/', env: {} }, never)).ended).toEqual({
			kind: 'exit',
			code: 7,
		});
	});

	it('each call has a new one, which is gone when it is answered, and files stay', async () => {
		const { inner, sandboxes } = underTest();
		const sandbox = await sandboxes.acquire(home, never);
		expect(inner.starts()).toBe(0);
		await sandbox.call({ tool: 'write', args: { path: '/outputs/a', content: 'x' } }, { signal: never });
		await waitFor(() => inner.status().length === 0, 'the first sandbox to end');
		await sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		expect(inner.starts()).toBe(2);
		expect((await sandbox.collect(new Map(), never)).artifacts).toMatchObject([{ name: 'a' }]);
		expect(inner.starts()).toBe(3);
		await waitFor(() => inner.status().length === 0, 'the last sandbox to end');
	});

	it('no command is promised to go on when its call has ended', async () => {
		const { inner, sandboxes } = underTest();
		const sandbox = await sandboxes.acquire(home, never);
		const args = { command: 'make', keep_running: 5 };
		const result = await sandbox.call({ tool: 'bash', args }, { signal: never });
		expect(result).toMatchObject({ ok: false, text: expect.stringContaining('Cannot keep a command running') });
		expect(result.text).not.toContain('ran make');
		await waitFor(() => inner.status().length === 0, 'the sandbox to end');
	});

	it('calls of a session run one after another, whichever handle they come by, and those of others beside them', async () => {
		const { inner, sandboxes, most } = underTest();
		const handles = await Promise.all([1, 2, 3].map(() => sandboxes.acquire(home, never)));
		await Promise.all(handles.map((one) => one.call({ tool: 'bash', args: { command: 'true' } }, { signal: never })));
		expect([most(), inner.starts()]).toEqual([1, 3]);
		const other = await sandboxes.acquire(homeFrom('other', pathsIn('/nowhere')), never);
		const both = [other, ...handles.slice(1)].map((one) =>
			one.call({ tool: 'bash', args: { command: 'true' } }, { signal: never }),
		);
		await Promise.all(both);
		expect(most()).toBe(2);
	});

	it('a call that is called off while it waits rejects at once, and the next one runs', async () => {
		const { inner, sandboxes } = underTest();
		const sandbox = await sandboxes.acquire(home, never);
		const [stop, off] = [new AbortController(), new AbortController()];
		const first = sandbox.call({ tool: 'sleep', args: {} }, { signal: stop.signal });
		const second = sandbox.call({ tool: 'bash', args: { command: 'two' } }, { signal: off.signal });
		const third = sandbox.call({ tool: 'bash', args: { command: 'three' } }, { signal: never });
		off.abort('off');
		await expect(second).rejects.toBe('off');
		stop.abort('stop');
		await expect(first).rejects.toBe('stop');
		expect(await third).toMatchObject({ text: 'ran three' });
		expect(inner.calls.map(({ args }) => args)).not.toContainEqual({ command: 'two' });
		expect(inner.starts()).toBe(2);
	});

	it('a run that takes too long is ended, and that is its answer', async () => {
		const { inner, sandboxes } = underTest(30);
		const sandbox = await sandboxes.acquire(home, never);
		expect(await sandbox.call({ tool: 'sleep', args: {} }, { signal: never })).toMatchObject({
			ok: false,
			text: expect.stringMatching(/^Cannot finish sleep: a run has at most/),
		});
		await waitFor(() => inner.status().length === 0, 'its sandbox to end');
	});

	it('a sweep ends what runs now, and starts nothing', async () => {
		const { inner, sandboxes } = underTest();
		const sandbox = await sandboxes.acquire(home, never);
		expect(await sandbox.sweep()).toEqual([]);
		expect(inner.starts()).toBe(0);
		const started = Promise.withResolvers<void>();
		const watch = { signal: never, onOutput: () => started.resolve() };
		const running = sandbox.call({ tool: 'sleep', args: {} }, watch);
		await started.promise;
		await sandbox.sweep();
		expect(await running).toMatchObject({ ok: false });
	});

	it.each([
		['at once', 'soon'],
		['when its sandbox is gone', 'late'],
	])('a stop is told what it ended, asked %s, and no later one is', async (_, when) => {
		const left = [{ pid: 7, command: 'sleep 600', seconds: 3 }];
		const { inner, sandboxes } = underTest(undefined, [...left]);
		const sandbox = await sandboxes.acquire(home, never);
		const stop = new AbortController();
		const running = sandbox.call(
			{ tool: 'sleep', args: {} },
			{ signal: stop.signal, onOutput: () => stop.abort('off') },
		);
		await expect(running).rejects.toBe('off');
		if (when === 'late') await waitFor(() => inner.status().length === 0, 'the sandbox to end');
		expect(await sandbox.sweep()).toEqual(left);
		await waitFor(() => inner.status().length === 0, 'the sandbox to end');
		expect(await sandbox.sweep()).toEqual([]);
	});

	it('a stop is told of no run before the last one', async () => {
		const { sandboxes } = underTest(undefined, [{ pid: 7, command: 'sleep 600', seconds: 3 }]);
		const sandbox = await sandboxes.acquire(home, never);
		const stop = new AbortController();
		const running = sandbox.call(
			{ tool: 'sleep', args: {} },
			{ signal: stop.signal, onOutput: () => stop.abort('off') },
		);
		await expect(running).rejects.toBe('off');
		await sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		expect(await sandbox.sweep()).toEqual([]);
	});

	it('a session whose sandbox cannot be had is told so by its calls, each time anew', async () => {
		let refuse = true;
		const inner = createFakeSandboxes({
			tools: { bash: () => ({ ok: true, text: 'well' }) },
			onAcquire: () => {
				if (refuse) throw new Error('no disk');
			},
		});
		const sandbox = await perRun(inner).acquire(home, never);
		const call = () => sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		await expect(call()).rejects.toThrow('no disk');
		refuse = false;
		expect(await call()).toMatchObject({ text: 'well' });
	});

	it('a lab stays as it is', async () => {
		const { inner, sandboxes } = underTest();
		const lab = labHome(2 ** 20, { like: 'local-abc' });
		const sandbox = await sandboxes.acquire(lab, never);
		await sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		await sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal: never });
		expect(inner.starts()).toBe(1);
		await sandboxes.end(lab.session);
		expect(inner.status()).toEqual([]);
	});

	it.each([
		['cd /workspace/a', true],
		['export A=1; make', true],
		['python3 server.py &', true],
		['a && b', false],
		['ls', false],
		['echo x >/tmp/x', true],
		['echo "cde"', false],
	])('the model is told what does not stay where it may count on it: %j', async (command, told) => {
		const { sandboxes } = underTest();
		const sandbox = await sandboxes.acquire(home, never);
		const { text } = await sandbox.call({ tool: 'bash', args: { command } }, { signal: never });
		expect(text.includes('a sandbox of its own')).toBe(told);
	});
});
