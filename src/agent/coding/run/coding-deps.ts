import type { FileTree } from '../../../base/file-tree.ts';
import type { Gateway, GatewayRun, RunLimits } from '../../../gateway/gateway.ts';
import type { Boxes } from '../../../sandbox/boxes.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { CodingAgent, LaunchFacts } from '../coding-agent.ts';
import type { Driver } from '../driver.ts';
import type { Change } from './result-text.ts';

/** The means of coding agents. */
export interface CodingDeps {
	/** Those that the agents' image holds, in the order in which they are offered: the first where nobody names one. Empty while there is no image. */
	readonly installed: () => Promise<readonly CodingAgent[]>;
	/** Made when it is first asked for. Rejects with `ProblemError` where a person must mend something. */
	readonly means: () => Promise<CodingMeans>;
	readonly work: AgentWork;
	/** The session's own sandbox. Rejects as `Sandboxes.acquire` does. */
	readonly sandboxOf: (folder: SessionFolder, signal: AbortSignal) => Promise<Sandbox>;
	readonly limits: CodingLimits;
}

/** Where agents run, and how they reach models. */
export interface CodingMeans {
	readonly boxes: Boxes;
	readonly gateway: Gateway;
}

/** How an agent is started, and its files taken in and out. Only tests change it. */
export interface AgentWork {
	/** Starts the agent in its box. Rejects with the signal's reason, and otherwise with a sentence for people. */
	openDriver(order: DriverOrder, signal: AbortSignal): Promise<Driver>;
	/** Copies a folder of the session into the box; answers sentences about what was left out. Rejects likewise. */
	bringIn(copy: NewCopy, signal: AbortSignal): Promise<readonly string[]>;
	/** Whether nothing is left in the box of what was copied into it. Rejects likewise. */
	isEmptied(copy: FolderCopy, signal: AbortSignal): Promise<boolean>;
	/** Brings what was changed in the box back into the folder. Rejects likewise; nothing has changed in the folder then. */
	bringBack(copy: FolderCopy, signal: AbortSignal): Promise<BroughtBack>;
	/** Puts what it brought back last as it was before, where nobody has changed it since; answers a sentence. Rejects likewise. */
	undo(copy: Omit<FolderCopy, 'box'>, signal: AbortSignal): Promise<string>;
}

export interface DriverOrder {
	readonly box: Sandbox;
	readonly agent: CodingAgent;
	readonly facts: LaunchFacts;
	readonly options: Readonly<Record<string, unknown>>;
	readonly keys: Pick<GatewayRun, 'ledger'>;
	/** How long one prompt may take. */
	readonly minutes: number;
}

export interface FolderCopy {
	readonly session: Sandbox;
	readonly box: Sandbox;
	/** Below `/workspace` of the session; empty: all of that. */
	readonly folder: string;
	/** Names the run, for files that are made in the session. */
	readonly name: string;
}

/** A copy that is made anew. */
export interface NewCopy extends FolderCopy {
	/** The names of other runs that go on: what is kept in the session for their way back stays. */
	readonly spare: readonly string[];
}

export interface BroughtBack {
	readonly changes: readonly Change[];
	/** Sentences about what was left out. */
	readonly notices: readonly string[];
	/** Unified; empty where nothing was changed. */
	readonly diff: string;
	/** The path of the diff as a file in `/outputs`, where it is too long to be read in a thread. */
	readonly file?: string;
}

export interface CodingLimits extends RunLimits {
	readonly diskBytes: number;
	/** How long a box waits for an answer, and for the next prompt, ms. */
	readonly askMs: number;
	readonly idleMs: number;
}

/** Files of a tree by their names. Pure. */
export function onlyNamed(tree: FileTree, names: ReadonlySet<string>): FileTree {
	return {
		version: async () => `${await tree.version()} ${[...names].toSorted().join('\n')}`,
		async *entries() {
			for await (const entry of tree.entries()) if (names.has(entry.name)) yield entry;
		},
	};
}
