import { raceAbort } from '../base/race-abort.ts';
import { labIn } from './lab-home.ts';
import type { ProcessOrder, SandboxProcess } from './opened-process.ts';
import type { CallResult, CallWatch, GuestCall, Sandbox, Sandboxes, SandboxHome, StoppedProcess } from './sandbox.ts';

/** The longest that one run may take, ms. */
const longestRunMs = 10 * 60_000;

/** A run that is under way in a session. */
interface Run {
	readonly sandbox: Sandbox;
	/** Its processes are being ended, or have been. */
	swept?: Promise<readonly StoppedProcess[]>;
	/** It is a process that was opened, and goes on over the end of a turn. */
	hasOpened?: true;
}

/** Never rejects. */
function sweepOnce(run: Run): Promise<readonly StoppedProcess[]> {
	run.swept ??= run.sandbox.sweep().catch(() => []);
	return run.swept;
}

/**
 * Sandboxes in which each call has one of its own, that ends with it: the session's disk is what lasts, while its folder, variables, `/tmp` and
 * background processes do not. Calls of one session run one after another, as its disk is in one place at a time; a process that is opened is one, and
 * as long. A lab, which nobody comes back to, is
 * kept as it is. What is acquired starts nothing: its calls reject as `acquire` does. Disposing disposes `inner`.
 */
export function perRun<Inner extends Sandboxes>(inner: Inner, runMs = longestRunMs): Inner {
	const lines = new Map<string, Promise<unknown>>();
	const runs = new Map<string, Run>();
	/** By session, the processes of a run that was called off, until a sweep asks for them: its sandbox may be gone by then. */
	const stopped = new Map<string, Promise<readonly StoppedProcess[]>>();

	/** In its turn, in a sandbox of its own. The answer does not wait until that is gone, the next run does. */
	function run<T>(home: SandboxHome, signal: AbortSignal, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
		const { session } = home;
		const before = lines.get(session) ?? Promise.resolve();
		const mine = before.then(() => runNow(home, signal, use));
		const line = mine
			.then(nothing, nothing)
			.then(() => endRun(session, signal))
			.catch(nothing)
			.finally(() => {
				if (lines.get(session) === line) lines.delete(session);
			});
		lines.set(session, line);
		return raceAbort(mine, signal);
	}

	async function runNow<T>(home: SandboxHome, signal: AbortSignal, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const sandbox = await inner.acquire(home, signal);
		stopped.delete(home.session);
		runs.set(home.session, { sandbox });
		return await use(sandbox);
	}

	/** A sweep comes first: it tells what was running, and which files were being written. */
	async function endRun(session: string, signal: AbortSignal): Promise<void> {
		const run = runs.get(session);
		if (run && signal.aborted && !run.swept) stopped.set(session, sweepOnce(run));
		if (run) await sweepOnce(run);
		runs.delete(session);
		await inner.end(session);
	}

	/** The run lasts as long as the process: nothing else of the session runs meanwhile. */
	function open(home: SandboxHome, order: ProcessOrder, signal: AbortSignal): Promise<SandboxProcess> {
		const opened = Promise.withResolvers<SandboxProcess>();
		const over = run(home, signal, async (sandbox) => {
			const one = await sandbox.open(order, signal);
			const now = runs.get(home.session);
			if (now) now.hasOpened = true;
			opened.resolve(one);
			await endedWithin(one, runMs);
		});
		over.catch(opened.reject);
		return opened.promise;
	}

	async function sweep(session: string, spare?: 'jobs'): Promise<readonly StoppedProcess[]> {
		const run = runs.get(session);
		if (spare && run?.hasOpened) return [];
		const before = stopped.get(session);
		stopped.delete(session);
		return before ?? (run ? sweepOnce(run) : []);
	}

	function sandboxOf(home: SandboxHome): Sandbox {
		const { session } = home;
		return {
			call: (call, watch) => run(home, watch.signal, (sandbox) => callWithin(sandbox, call, watch, runMs)),
			sweep: (spare) => sweep(session, spare),
			packages: {
				resolve: (request, watch) => run(home, watch.signal, ({ packages }) => packages.resolve(request, watch)),
				install: (text, watch) => run(home, watch.signal, ({ packages }) => packages.install(text, watch)),
				// A set-up has a lab to itself, which is kept as it is
				openIndexes: async () => ({ kind: 'refused', reason: 'each call has a sandbox of its own here' }),
			},
			open: (order, signal) => open(home, order, signal),
			collect: (known, signal) => run(home, signal, (sandbox) => sandbox.collect(known, signal)),
		};
	}

	return {
		...inner,
		async acquire(home, signal) {
			signal.throwIfAborted();
			return labIn(home.session) === undefined ? sandboxOf(home) : inner.acquire(home, signal);
		},
		[Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
	};
}

async function endedWithin(opened: SandboxProcess, ms: number): Promise<void> {
	const timer = setTimeout(() => void opened[Symbol.asyncDispose](), ms);
	await opened.ended.finally(() => clearTimeout(timer));
}

function nothing(): void {
	// Whoever asked is told of it, and what cannot be ended is logged where it is
}

async function callWithin(sandbox: Sandbox, call: GuestCall, watch: CallWatch, runMs: number): Promise<CallResult> {
	if (call.args['keep_running'] !== undefined) return { ok: false, text: `Cannot keep a command running. ${note}` };
	const over = AbortSignal.timeout(runMs);
	const signal = AbortSignal.any([watch.signal, over]);
	try {
		if (call.tool === 'bash') await sandbox.call(fromTheStart, { signal });
		const result = await sandbox.call(call, { ...watch, signal });
		return leavesMore(call) ? { ...result, text: `${result.text}\n${note}` } : result;
	} catch (error) {
		watch.signal.throwIfAborted();
		if (!over.aborted) throw error;
		return { ok: false, text: `Cannot finish ${call.tool}: a run has at most ${runMs / 60_000} minutes here` };
	}
}

/** The guest keeps the folder of commands on the disk, for sandboxes that go on. */
const fromTheStart: GuestCall = { tool: 'bash', args: { command: 'cd /workspace' } };

const note =
	'(Each call has a sandbox of its own here: files in /workspace and /outputs stay; the folder, variables, other files and background processes do not.)';

/** Whether a command sets what a later one may count on. */
function leavesMore({ tool, args }: GuestCall): boolean {
	return (
		tool === 'bash' &&
		/(^|[;&|\s])(cd|export|source|nohup|setsid|alias)\s|[^&]&\s*$|\/tmp\b/m.test(String(args['command']))
	);
}
