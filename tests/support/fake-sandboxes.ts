import { join } from 'node:path';
import { raceAbort } from '../../src/base/race-abort.ts';
import { defaultFileLimits } from '../../src/sandbox/files/limits.ts';
import type { PodmanOptions } from '../../src/sandbox/podman/container/options.ts';
import type {
	Artifact,
	CallResult,
	CallWatch,
	Collected,
	Sandbox,
	Sandboxes,
	SandboxHome,
	StoppedProcess,
} from '../../src/sandbox/sandbox.ts';
import { fakePackages, type GivenPackages } from './fake-packages.ts';
import { hashOf, namesBelow, placeFake, writeTo } from './place-fake.ts';

/** The files of one session by absolute path inside: `/inputs/…`, `/workspace/…`, `/outputs/…`; what was shown is `seen/…`, which is no path inside. */
export type FakeFiles = Map<string, Uint8Array>;

/** A scripted tool. It may wait; a watch whose signal aborts ends the call whatever the tool does. */
export type FakeTool = (
	args: Readonly<Record<string, unknown>>,
	place: { readonly files: FakeFiles; readonly watch: CallWatch },
) => CallResult | Promise<CallResult>;

export interface FakeSandboxesOptions {
	readonly tools: Readonly<Record<string, FakeTool>>;
	/** Called by `acquire` before it gives a sandbox out; throw to refuse. */
	readonly onAcquire?: (home: SandboxHome) => void | Promise<void>;
	/** Stands in for the package index; refuses everything unless given. Each use is one of the `calls`. */
	readonly packages?: GivenPackages;
	/** Starts processes; refused without it. */
	readonly open?: Sandbox['open'];
	/** The processes that the next sweep says it ended. */
	readonly leftOver?: StoppedProcess[];
	/** Files of `/outputs` that were being written when the sandbox was swept. */
	readonly unfinished?: readonly string[];
	/** Where files are copied to as well, by the session's id. Without it nothing touches the disk. */
	readonly pathsOf?: PodmanOptions['pathsOf'];
	readonly now?: () => number;
}

/** Calls that were made, in order. */
export interface FakeCall {
	readonly session: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
}

export interface FakeSandboxes extends Sandboxes {
	readonly calls: FakeCall[];
	/** How many sandboxes were started. */
	readonly starts: () => number;
	/** The session's files, which outlive its sandboxes. */
	files(session: string): FakeFiles;
	/** The session's sandbox dies: running and later calls answer `lost` with this reason. */
	die(session: string, reason: string): void;
}

interface Running {
	readonly sandbox: Sandbox;
	readonly startedAt: number;
	/** Aborted with a string when the sandbox dies or is swept. */
	ending: AbortController;
	lost?: string;
}

/** Sandboxes without containers: each tool is a function of the test, files are kept in memory. */
export function createFakeSandboxes(options: FakeSandboxesOptions): FakeSandboxes {
	const now = options.now ?? Date.now;
	const files = new Map<string, FakeFiles>();
	const running = new Map<string, Promise<Running>>();
	const alive = new Map<string, Running>();
	const calls: FakeCall[] = [];
	let starts = 0;
	let disposed = false;

	const filesOf = (session: string): FakeFiles => {
		const found = files.get(session) ?? new Map<string, Uint8Array>();
		files.set(session, found);
		return found;
	};

	async function start(home: SandboxHome): Promise<Running> {
		await options.onAcquire?.(home);
		starts += 1;
		const entry: Running = {
			sandbox: createFakeSandbox(options, home.session, filesOf(home.session), calls, () => entry),
			startedAt: now(),
			ending: new AbortController(),
		};
		alive.set(home.session, entry);
		return entry;
	}

	function die(session: string, reason: string): void {
		const entry = alive.get(session);
		running.delete(session);
		alive.delete(session);
		if (entry === undefined) return;
		entry.lost = reason;
		entry.ending.abort(reason);
	}

	return {
		calls,
		starts: () => starts,
		files: filesOf,
		die,
		async acquire(home, signal) {
			signal.throwIfAborted();
			if (disposed) throw new Error('Cannot start a sandbox: they were ended');
			const starting = running.get(home.session) ?? start(home);
			running.set(home.session, starting);
			starting.catch(() => running.delete(home.session));
			const entry = await raceAbort(starting, signal);
			return entry.sandbox;
		},
		end: async (session) => die(session, 'the sandbox was ended'),
		status: () =>
			[...alive].map(([session, { startedAt }]) => ({ session, runtime: 'fake', startedAt, usedAt: startedAt })),
		place: (session, incoming, into, signal) =>
			placeFake({ session, into, files: filesOf(session), pathsOf: options.pathsOf }, incoming, signal),
		async [Symbol.asyncDispose]() {
			disposed = true;
			for (const session of [...alive.keys()]) die(session, 'the sandbox was ended');
		},
	};
}

function createFakeSandbox(
	options: FakeSandboxesOptions,
	session: string,
	files: FakeFiles,
	calls: FakeCall[],
	self: () => Running,
): Sandbox {
	const leftOver = options.leftOver ?? [];
	return {
		async call({ tool, args }, watch) {
			watch.signal.throwIfAborted();
			const { lost, ending } = self();
			if (lost !== undefined) return lostResult(lost);
			calls.push({ session, tool, args });
			const run = options.tools[tool];
			if (run === undefined) return { ok: false, text: `Unknown tool "${tool}"` };
			const ended = endOf(ending.signal, self);
			return raceAbort(Promise.race([Promise.resolve(run(args, { files, watch })), ended]), watch.signal);
		},
		async sweep() {
			const { ending } = self();
			self().ending = new AbortController();
			ending.abort('stopped');
			return leftOver.splice(0);
		},
		open: options.open ?? (async () => Promise.reject(new Error('Cannot start the process: nothing runs here'))),
		packages: fakePackages(options.packages, (tool, args) => calls.push({ session, tool, args })),
		collect: (known, signal) => collectFake(options, session, files, known, signal),
	};
}

function lostResult(lost: string): CallResult {
	return { ok: false, text: `The sandbox ended: ${lost}. A new one will be made; files are kept`, lost };
}

function endOf(ending: AbortSignal, self: () => Running): Promise<CallResult> {
	return new Promise((resolve) => {
		ending.addEventListener('abort', () => {
			const { lost } = self();
			resolve(lost === undefined ? { ok: false, text: 'Stopped' } : lostResult(lost));
		});
	});
}

async function collectFake(
	options: FakeSandboxesOptions,
	session: string,
	files: FakeFiles,
	known: ReadonlyMap<string, string>,
	signal: AbortSignal,
): Promise<Collected> {
	signal.throwIfAborted();
	const artifacts = [...namesBelow(files, '/outputs/')].map((name): Artifact => {
		const content = files.get(`/outputs/${name}`) ?? Buffer.of();
		const state = options.unfinished?.includes(name) && { state: 'unfinished' as const };
		return { name, size: content.length, sha256: hashOf(content), ...state };
	});
	const news = artifacts.filter(({ name, sha256 }) => known.get(name) !== sha256);
	const { count } = defaultFileLimits;
	const taken = news.slice(0, count);
	const to = options.pathsOf?.(session).outputs;
	for (const { name } of to ? taken : [])
		await writeTo(join(to ?? '', name), files.get(`/outputs/${name}`) ?? Buffer.of());
	const refused = news.slice(count).map(({ name }) => ({ name, reason: `is more than ${count} files` }));
	return { artifacts: taken, refused, ...(refused.length > 0 && { rest: 'later' }) };
}
