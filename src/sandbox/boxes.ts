import type { FileTree } from '../base/file-tree.ts';
import type { Sandbox, SandboxHome, SandboxStatus } from './sandbox.ts';

/** With a space, which is in no session's id. */
const prefix = 'agent ';

/** All that a run of a coding agent is given. */
export interface BoxHome {
	/** The run's id, as {@link runIn} writes it. */
	readonly run: string;
	/** The session that it is a run of: its disk lies in that one's folder. */
	readonly session: string;
	/** The size of the disk that holds `/workspace`, in bytes. It is made at the first use, and outlives the box. */
	readonly diskBytes: number;
	/** `made`: where there is none. `kept`: the run has worked on it, so that one that is gone is lost, and none takes its place unasked. */
	readonly disk: 'made' | 'kept';
	/** To lie in `/inputs`: the files that were named, and no others. */
	readonly inputs: FileTree;
}

/**
 * Sandboxes of coding agents' runs, each beside its session's and never in it: no stronger rights and no weaker walls, but limits, an image and
 * perhaps a runtime of their own. `/workspace` is the run's own disk, HOME (`/home/smith`) is in memory and gone with the box, `/tools` and
 * `/memories` are empty, and the one way out is the model gateway on `http://127.0.0.1:18080`. Disposing ends them all; disks stay.
 */
export interface Boxes extends AsyncDisposable {
	/**
	 * The run's box: the running one, or a new one, in which the gateway answers. Its `/inputs` hold what the home names, and in one that ran what
	 * they held before. Parallel calls for one run share one start. Rejects as
	 * `Sandboxes.acquire` does, with `DiskLostError`, and with `ProblemError` where there is no image of agents (mend: `threadsmith image agents`).
	 */
	acquire(home: BoxHome, signal: AbortSignal): Promise<Sandbox>;
	/** Ends the run's box, if there is one, and resolves when nothing of it is left but its disk. */
	end(run: string): Promise<void>;
	/** Ends it and removes its disk. */
	remove(run: string): Promise<void>;
	/** The boxes that run now; `session` is `agent <run>`. */
	status(): readonly SandboxStatus[];
}

/** The disk that a run had worked on is gone: somebody has removed it, or it was not among what was put back. Nothing was made in its place. */
export class DiskLostError extends Error {
	override readonly name = 'DiskLostError';
}

/** The id of a session's run; `count` begins at 1. Pure. */
export function runIn(session: string, count: number): string {
	return `${session}~${count}`;
}

/** The parts of a run's id; undefined for what is none. Pure. */
export function partsOfRun(run: string): { readonly session: string; readonly count: number } | undefined {
	const [, session, count] = /^([A-Za-z0-9][A-Za-z0-9._-]{0,254})~([1-9][0-9]{0,5})$/.exec(run) ?? [];
	return session === undefined ? undefined : { session, count: Number(count) };
}

/** Under which name a run's box is had among sandboxes: no session has it. Pure. */
export function boxName(run: string): string {
	return `${prefix}${run}`;
}

/** The run of such a name; undefined for a session's, or a lab's. Pure. */
export function runOf(name: string): string | undefined {
	return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** As the machinery of sandboxes takes it. Pure. */
export function boxAsHome({ run, diskBytes, inputs }: Omit<BoxHome, 'disk'>): SandboxHome {
	return { session: boxName(run), diskBytes, trees: { inputs, tools: noFiles, memories: noFiles } };
}

const noFiles: FileTree = {
	version: async () => 'none',
	async *entries() {},
};
