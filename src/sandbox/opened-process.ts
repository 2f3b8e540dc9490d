import type { Duplex } from 'node:stream';

/** A command that goes on until it ends or is closed, with its own stdin and stdout. It runs as the sandbox's user, uid 1000. */
export interface ProcessOrder {
	readonly argv: readonly string[];
	readonly cwd: string;
	/** Over the few variables that all commands have. */
	readonly env: Readonly<Record<string, string>>;
	/**
	 * Laid before it starts, root's, readable by all (0644, new folders 0755), so that the process cannot change them: absolute paths below its
	 * HOME or `/tmp`. What root's file is there already is replaced. 1 MiB in all.
	 */
	readonly files?: readonly LaidFile[];
}

export interface LaidFile {
	readonly path: string;
	readonly content: string;
}

/** How a process ended; `lost`: the sandbox died, for this reason, as half a sentence. */
export type ProcessEnd =
	| { readonly kind: 'exit'; readonly code: number }
	| { readonly kind: 'signal'; readonly signal: string }
	| { readonly kind: 'lost'; readonly why: string };

/** Disposing closes its stdin, then ends its whole process group within 3 s; what left the group is ended when nothing else is in flight. */
export interface SandboxProcess extends AsyncDisposable {
	/** Its stdin and stdout: bytes, lossless, no more under way than the other side has room for. Ends after its last byte; is destroyed with an error when the sandbox dies. */
	readonly stream: Duplex;
	/** The last of its stderr, sanitised, at most 8 KiB. */
	lastWords(): string;
	/** Never rejects. */
	readonly ended: Promise<ProcessEnd>;
	/** Of the last byte either way, ms since the epoch: whether it has stalled. */
	lastActive(): number;
}
