import type { FileTree } from '../base/file-tree.ts';
import type { LaidFile, ProcessOrder, SandboxProcess } from './opened-process.ts';

/** The parts of its session that a sandbox sees read-only, as `/inputs`, `/tools` and `/memories`. */
export const treeNames = ['inputs', 'tools', 'memories'] as const;
export type TreeName = (typeof treeNames)[number];

/**
 * The facts of one session that a sandbox is given. They hold no path of a machine, so that the sandbox may be on another one; where the
 * session lies on this machine is known to the code that makes sandboxes here.
 */
export interface SandboxHome {
	/** The session's id. */
	readonly session: string;
	/** The session whose tools are tried in it, where it is a lab: both have one place among the sandboxes that run at once. */
	readonly beside?: string;
	/** The size of the disk that holds `/workspace` and `/outputs`, in bytes. It is made at the first use, and outlives sandboxes. */
	readonly diskBytes: number;
	/** Up to date in a sandbox from each `acquire` on, at the latest. */
	readonly trees: Readonly<Record<TreeName, FileTree>>;
}

/** One call to the guest. `run_tool` and `try_tool` are hidden from the Brain; the rest are its built-ins. */
export interface GuestCall {
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
}

export interface CallWatch {
	/** Aborting kills what the call started and rejects with the signal's reason. */
	readonly signal: AbortSignal;
	/** Output while the call runs, sanitised text, for people to watch; may skip and be cut. */
	readonly onOutput?: (text: string) => void;
}

/**
 * The outcome of a call. A failing tool is `ok: false` with a `text` that tells the model what happened, and so is a sandbox
 * that died under the call (`lost` says why, where it can be known).
 */
export interface CallResult {
	readonly ok: boolean;
	/** For the model: at most about 5,000 characters of output, always valid Unicode without control characters. */
	readonly text: string;
	/** The tool's structured result, as the guest sent it, at most 100 levels deep; untrusted. */
	readonly data?: unknown;
	/** Set when the sandbox died: a sentence such as "out of memory". The next `acquire` makes a new one. */
	readonly lost?: string;
}

/** A process that a stop or a sweep ended. */
export interface StoppedProcess {
	readonly pid: number;
	/** The command line, cut at 200 characters, control characters replaced. */
	readonly command: string;
	/** Seconds it had been running. */
	readonly seconds: number;
}

export interface Artifact {
	/** Path below `/outputs`, made safe; it names the copy among the session's artifacts too. */
	readonly name: string;
	readonly size: number;
	/** Hex SHA-256 of the content. */
	readonly sha256: string;
	/** It was being written when the last sweep ended whoever did. */
	readonly state?: 'unfinished';
}

export interface Refusal {
	/** The name as given, made safe to print. */
	readonly name: string;
	/** Why, as half a sentence: "is a folder", "is larger than 50 MB". */
	readonly reason: string;
}

export interface Collected {
	readonly artifacts: readonly Artifact[];
	readonly refused: readonly Refusal[];
	/** The limits of one turn, or its time, have kept files back that another one may have. */
	readonly rest?: 'later';
}

/** A file on its way in. `open` is called at most once and only when the name and the announced size are acceptable. */
export interface IncomingFile {
	readonly name: string;
	/** Announced size in bytes; the bytes are counted all the same. */
	readonly size?: number;
	open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface PlacedFile {
	/** Its name below `/inputs`. */
	readonly name: string;
	/** The name it came with. */
	readonly original: string;
	readonly size: number;
	readonly sha256: string;
}

/** The session's inputs, or what of its pictures was shown, which no sandbox sees. */
export type PlacedInto = 'inputs' | 'seen';

export interface Placed {
	readonly placed: readonly PlacedFile[];
	readonly refused: readonly Refusal[];
}

/** Packages to install beside those of the image. */
export interface PackageRequest {
	/** PEP 508 requirements of people or models: `humanize`, `lxml>=5`. Only these names, and what the packages themselves require, are asked of the index. */
	readonly requirements: readonly string[];
	/** Somebody has said that files may be used whose age the index does not tell. */
	readonly undated: boolean;
}

export interface LockedPackage {
	/** Normalized (PEP 503). */
	readonly name: string;
	readonly version: string;
	/** ISO 8601; when the index tells it. */
	readonly uploadedAt?: string;
}

/** Exact wheels: everything that an environment holds beside what the image has. */
export interface PackageLock {
	/** Names the environment, `/envs/<hash>`: the first 32 hex digits of the SHA-256 of `text`. */
	readonly hash: string;
	/** A requirements file with `--hash`es, one package a line, sorted. Kept with the tool as `lock`. */
	readonly text: string;
	readonly packages: readonly LockedPackage[];
}

/** `reason`: one line for the model or people: "humanize 4.99 is 2 days old; at least 7 are asked for". */
export type Resolution =
	| { readonly kind: 'locked'; readonly lock: PackageLock }
	/** The index does not say how old these are: somebody must be asked. */
	| { readonly kind: 'undated'; readonly names: readonly string[] }
	| { readonly kind: 'refused'; readonly reason: string };

export type Installation = { readonly kind: 'installed' } | { readonly kind: 'refused'; readonly reason: string };

/**
 * Python packages from the index, through the airlock, which is open only meanwhile: wheels only, with hashes, not younger than the policy
 * says. Both reject only with the signal's reason; whatever else happens is `refused`.
 */
export interface Packages {
	/** Finds the exact wheels. Downloads no code. */
	resolve(request: PackageRequest, watch: CallWatch): Promise<Resolution>;
	/** Makes `/envs/<hash>`, readable by commands and writable by nobody; at once when it is there. `text` is a lock's. */
	install(text: string, watch: CallWatch): Promise<Installation>;
	/**
	 * Opens these indexes of packages (`pypi`, `npm`, `crates`, `go`) to whatever runs in the sandbox, until it is disposed, by the policy for
	 * set-ups: nobody knows beforehand what will be asked for. Ages and hashes are looked at as they are served.
	 */
	openIndexes(
		names: readonly string[],
		watch: CallWatch,
	): Promise<OpenIndexes | { readonly kind: 'refused'; readonly reason: string }>;
}

/** Indexes that can be reached from inside. Disposing closes them, whatever is under way. */
export interface OpenIndexes extends AsyncDisposable {
	readonly kind: 'open';
	/** By which installers find them: for the environment of a command. */
	readonly env: Readonly<Record<string, string>>;
	/** Files that some of them want beside that, by their paths below HOME: to be written before the command, by its user. */
	readonly homeFiles: readonly LaidFile[];
	/** The packages of which a file was served, `npm: is-number 7.0.0`, in order. */
	fetched(): readonly string[];
	/** Why something was not to be had, a plain line each, newest last. */
	denials(): readonly string[];
}

/** A running sandbox of one session. It may die at any time; calls then answer `lost`. */
export interface Sandbox {
	/** Runs one tool in the guest. Rejects only with the signal's reason. */
	call(call: GuestCall, watch: CallWatch): Promise<CallResult>;
	/**
	 * Ends every process that calls have left, TERM-ignoring and forking ones too, within 3 seconds (SIGSTOP until nothing new
	 * appears, then SIGKILL; else the container), and says what it ended. Running calls end with `ok: false`. `spare`: but jobs that are to go
	 * on when their turn has ended, and what was opened.
	 */
	sweep(spare?: 'jobs'): Promise<readonly StoppedProcess[]>;
	/**
	 * Starts a process that goes on beside calls until it ends or is disposed; eight at once at most. The sandbox is in use meanwhile. Rejects with
	 * the signal's reason, having left nothing, and otherwise with an error that says why it cannot run.
	 */
	open(order: ProcessOrder, signal: AbortSignal): Promise<SandboxProcess>;
	readonly packages: Packages;
	/** Copies the files of `/outputs` whose SHA-256 differs from `known` (name to hash) to the session's artifacts, within the limits. */
	collect(known: ReadonlyMap<string, string>, signal: AbortSignal): Promise<Collected>;
}

export interface SandboxStatus {
	readonly session: string;
	readonly runtime: string;
	/** Why it has none of the stronger runtimes, a half sentence for each. */
	readonly passedOver?: readonly string[];
	/** When it started and was last used, ms since the epoch. */
	readonly startedAt: number;
	readonly usedAt: number;
	/** Memory, CPU, processes: those that nothing on this machine limits, as the operator has accepted. Not there where all limits hold. */
	readonly unenforced?: readonly string[];
	/** Commands that go on though no turn runs, and until when at most, ms since the epoch. */
	readonly jobs?: readonly KeptJob[];
}

export interface KeptJob {
	readonly command: string;
	readonly until: number;
}

/** All sandboxes of one data folder. Disposing ends them all and removes what they held on the host. */
export interface Sandboxes extends AsyncDisposable {
	/**
	 * The session's sandbox: the running one, or a new one with its limits read back from the host. Parallel calls for one session
	 * share one start. Rejects with `ProblemError` where a person must mend something (Podman missing, image missing, disk full,
	 * limits not as asked for) and with the signal's reason.
	 */
	acquire(home: SandboxHome, signal: AbortSignal): Promise<Sandbox>;
	/** Ends the session's sandbox, if there is one, and resolves when nothing of it is left. */
	end(session: string): Promise<void>;
	/** The sandboxes that run now. */
	status(): readonly SandboxStatus[];
	/**
	 * Places files under safe names that are unique there, never overwriting; refused ones are named. No sandbox needed. Rejects, and then has
	 * placed nothing, with the signal's reason, or with `ProblemError` where this machine lacks what it takes, such as room: that may pass.
	 */
	place(session: string, files: readonly IncomingFile[], into: PlacedInto, signal: AbortSignal): Promise<Placed>;
}
