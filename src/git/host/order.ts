/** One run of git in a bare mirror of ours. */
export interface GitOrder {
	/** The bare mirror, absolute. Its configuration, hooks, alternates, grafts and attributes are put back to ours before git starts. */
	readonly dir: string;
	/** The command and its arguments, as they are: no shell reads them. */
	readonly args: readonly string[];
	/** Its standard input; default: none. */
	readonly input?: AsyncIterable<Uint8Array> | Uint8Array;
	/** Bytes of standard output that are kept; more is refused. Default: 1 MiB. */
	readonly most?: number;
	/** Beside the fixed ones: for that child alone. They are told to no log. */
	readonly env?: Readonly<Record<string, string>>;
	/** Default: none. */
	readonly network?: NetworkOrder;
	/** It is ended after so long. Default: two minutes. */
	readonly ms?: number;
	/** Bytes of any one file that it may write; a pack that grows above it ends git. Default: no bound of its own. */
	readonly mostFile?: number;
	/** Words of git's standard error as they come: progress. Raw. */
	readonly onWords?: (text: string) => void;
}

/** The one protocol that git may speak, and settings for it alone, as `key=value`: no secret is in them. */
export interface NetworkOrder {
	readonly protocol: 'https' | 'ssh';
	readonly config: readonly string[];
}

export type GitEnd =
	| { readonly kind: 'ok'; readonly stdout: Buffer; readonly stderr: string }
	/** `code` is -1 where a signal ended it. `stderr`: at most its last 64 KiB. Raw: it holds words of others. */
	| { readonly kind: 'failed'; readonly code: number; readonly stderr: string }
	/** It was ended, as it took too long, or said too much. */
	| { readonly kind: 'too-long' | 'too-much' };

/** Runs git to its end. Rejects with the signal's reason once all of it is dead, and with `ProblemError` where this machine has no git that will do. */
export type RunGit = (order: GitOrder, signal: AbortSignal) => Promise<GitEnd>;

/**
 * Standard output as it comes, without a bound in bytes. Throws as `RunGit` rejects, and `GitFailedError` where git did not end well; leaving the
 * loop early ends git.
 */
export type StreamGit = (order: Omit<GitOrder, 'most'>, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** A stream of git's that did not come to its right end. */
export class GitFailedError extends Error {
	override readonly name = 'GitFailedError';
	readonly end: Exclude<GitEnd, { kind: 'ok' }>;

	constructor(command: string, end: Exclude<GitEnd, { kind: 'ok' }>) {
		super(`git ${command} ended as ${end.kind}`);
		this.end = end;
	}
}
