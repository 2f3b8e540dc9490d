import type { Duplex } from 'node:stream';

/** How a process ended; `lost`: its sandbox died. */
export type ProcessEnd =
	| { readonly kind: 'exit'; readonly code: number }
	| { readonly kind: 'signal'; readonly signal: string }
	| { readonly kind: 'lost'; readonly why: string };

/** Disposing closes its stdin, then ends all of it. */
export interface SandboxProcess extends AsyncDisposable {
	readonly stream: Duplex;
	/** The last of stderr, sanitised, at most 8 KiB. */
	lastWords(): string;
	/** Never rejects. */
	readonly ended: Promise<ProcessEnd>;
	/** ms since the epoch of the last byte either way. */
	lastActive(): number;
}
