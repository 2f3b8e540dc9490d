import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResult, IncomingFile, Sandbox, Sandboxes, SandboxHome } from '../../src/sandbox/sandbox.ts';

/** Sandboxes under test, with homes for their sessions. Disposing ends them and removes the homes. */
export interface SandboxesUnderTest extends AsyncDisposable {
	readonly sandboxes: Sandboxes;
	/** What a session's sandbox is given, always the same for the same id. */
	home(session: string): SandboxHome;
	/** The bytes of what was collected of a session, by its name. */
	artifact(session: string, name: string): Promise<Uint8Array>;
}

const never = new AbortController().signal;

/**
 * What every `Sandboxes` promises. They must know the tools `write_file`, `read_file` and `bash`, the last at least as
 * `echo started; sleep 600`, which shows its output and runs until it is stopped.
 */
export function testSandboxes(name: string, make: () => Promise<SandboxesUnderTest>): void {
	describe(`${name} keeps the contract of Sandboxes`, () => {
		let under: SandboxesUnderTest;
		const acquire = (session: string): Promise<Sandbox> => under.sandboxes.acquire(under.home(session), never);

		beforeAll(async () => {
			under = await make();
		}, 60_000);
		afterAll(() => under?.[Symbol.asyncDispose](), 60_000);

		it('gives parallel calls for one session the same sandbox, and each session its own', async () => {
			const [first, second, other] = await Promise.all(['one', 'one', 'two'].map(acquire));
			expect(second).toBe(first);
			expect(other).not.toBe(first);
			expect(await acquire('one')).toBe(first);
		});

		it('lists what runs, and no more once it is ended', async () => {
			const before = Date.now();
			await acquire('listed');
			const status = under.sandboxes.status().find(({ session }) => session === 'listed');
			expect(status?.startedAt).toBeGreaterThanOrEqual(before);
			expect(status?.usedAt).toBeGreaterThanOrEqual(status?.startedAt ?? Number.POSITIVE_INFINITY);
			await under.sandboxes.end('listed');
			expect(under.sandboxes.status().map(({ session }) => session)).not.toContain('listed');
		});

		it('ends what does not run without complaint', async () => {
			await under.sandboxes.end('never-seen');
		});

		it('answers a call that fails, it does not throw', async () => {
			const sandbox = await acquire('one');
			const unknown = await call(sandbox, 'no_such_tool', {});
			expect(unknown.ok).toBe(false);
			expect(unknown.text).toContain('no_such_tool');
			const missing = await call(sandbox, 'read_file', { path: '/workspace/missing' });
			expect(missing).toMatchObject({ ok: false, text: expect.stringContaining('missing') });
			expect(missing.lost).toBeUndefined();
		});

		it('rejects with the reason of a signal that is aborted already', async () => {
			const reason = new Error('called off');
			const signal = AbortSignal.abort(reason);
			await expect(under.sandboxes.acquire(under.home('off'), signal)).rejects.toBe(reason);
			const sandbox = await acquire('one');
			await expect(sandbox.call({ tool: 'bash', args: { command: 'true' } }, { signal })).rejects.toBe(reason);
		});

		it('rejects a call with the reason it was aborted for, and goes on', async () => {
			const sandbox = await acquire('one');
			const stop = new AbortController();
			const reason = new Error('not any more');
			const { ended } = await startSleeping(sandbox, stop.signal);
			stop.abort(reason);
			await expect(ended).rejects.toBe(reason);
			expect(await call(sandbox, 'write_file', { path: '/workspace/after', content: 'x' })).toMatchObject({ ok: true });
		});

		it('ends running calls in a sweep, and goes on', async () => {
			const sandbox = await acquire('swept');
			const { ended } = await startSleeping(sandbox, never);
			await sandbox.sweep();
			expect(await ended).toMatchObject({ ok: false });
			expect(await sandbox.sweep()).toEqual([]);
			expect(await call(sandbox, 'write_file', { path: '/workspace/after', content: 'x' })).toMatchObject({ ok: true });
		});

		it('places files under safe names that overwrite nothing, and names those it refuses', async () => {
			const files = [incoming('a.txt', 'first'), incoming('../a.txt', 'second'), incoming('big.bin', '', 2 ** 40)];
			const { placed, refused } = await under.sandboxes.place('placed', files, 'inputs', never);
			expect(placed.map(({ original, size }) => [original, size])).toEqual([
				['a.txt', 5],
				['../a.txt', 6],
			]);
			expect(placed[0]).toMatchObject({ name: 'a.txt', sha256: hash('first') });
			expect(placed[1]?.name).not.toBe('a.txt');
			expect(refused).toEqual([{ name: 'big.bin', reason: expect.stringMatching(/^is /) }]);
			const sandbox = await acquire('placed');
			expect((await call(sandbox, 'read_file', { path: `/inputs/${placed[1]?.name}` })).text).toContain('second');
		});

		it('places what was shown where no sandbox sees it, under names of its own', async () => {
			const { place } = under.sandboxes;
			await place('shown', [incoming('a.png', 'input')], 'inputs', never);
			const { placed } = await place('shown', [incoming('a.png', 'copy')], 'seen', never);
			expect(placed).toMatchObject([{ name: 'a.png', size: 4 }]);
			const sandbox = await acquire('shown');
			expect((await call(sandbox, 'read_file', { path: '/inputs/a.png' })).text).toContain('input');
			expect(await call(sandbox, 'read_file', { path: '/seen/a.png' })).toMatchObject({ ok: false });
		});

		it('hands back what is new or changed in /outputs, and nothing twice', async () => {
			const sandbox = await acquire('collected');
			await call(sandbox, 'write_file', { path: '/outputs/sub/totals.csv', content: 'a,b\n' });
			const { artifacts } = await sandbox.collect(new Map(), never);
			expect(artifacts).toMatchObject([{ name: 'sub/totals.csv', size: 4, sha256: hash('a,b\n') }]);
			expect(String(Buffer.from(await under.artifact('collected', 'sub/totals.csv')))).toBe('a,b\n');
			const known = new Map([['sub/totals.csv', hash('a,b\n')]]);
			expect((await sandbox.collect(known, never)).artifacts).toEqual([]);
			await call(sandbox, 'write_file', { path: '/outputs/sub/totals.csv', content: 'c,d\n' });
			expect((await sandbox.collect(known, never)).artifacts).toMatchObject([{ sha256: hash('c,d\n') }]);
		});

		it('keeps the files of a session over the end of its sandbox', async () => {
			const first = await acquire('kept');
			await call(first, 'write_file', { path: '/workspace/note', content: 'remember' });
			await under.sandboxes.end('kept');
			expect(await call(first, 'read_file', { path: '/workspace/note' })).toMatchObject({
				ok: false,
				lost: expect.any(String),
			});
			const second = await acquire('kept');
			expect(second).not.toBe(first);
			expect((await call(second, 'read_file', { path: '/workspace/note' })).text).toContain('remember');
			expect(await call(second, 'write_file', { path: '/workspace/note', content: 'new' })).toMatchObject({ ok: true });
		});
	});

	it(`${name} ends running calls when it is disposed, and starts nothing after`, async () => {
		const under = await make();
		const sandbox = await under.sandboxes.acquire(under.home('last'), never);
		const { ended } = await startSleeping(sandbox, never);
		await under.sandboxes[Symbol.asyncDispose]();
		expect(await ended).toMatchObject({ ok: false, lost: expect.any(String) });
		expect(under.sandboxes.status()).toEqual([]);
		await expect(under.sandboxes.acquire(under.home('late'), never)).rejects.toThrow();
		await under[Symbol.asyncDispose]();
	}, 60_000);
}

function call(sandbox: Sandbox, tool: string, args: Readonly<Record<string, unknown>>): Promise<CallResult> {
	return sandbox.call({ tool, args }, { signal: never });
}

/** Resolves when the command runs; it is the caller's to end. */
async function startSleeping(sandbox: Sandbox, signal: AbortSignal): Promise<{ readonly ended: Promise<CallResult> }> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const command = 'echo started; sleep 600';
	const ended = sandbox.call({ tool: 'bash', args: { command } }, { signal, onOutput: () => resolve() });
	ended.catch(() => undefined);
	await promise;
	return { ended };
}

function incoming(name: string, content: string, size = content.length): IncomingFile {
	return {
		name,
		size,
		async *open() {
			yield Buffer.from(content);
		},
	};
}

function hash(content: string): string {
	return createHash('sha256').update(content).digest('hex');
}
