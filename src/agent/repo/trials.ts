import type { At, NotDone } from '../../git/git.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Set-ups and tests of repositories, each in a sandbox of its own that has no agent and no model in it. Rejects as `Sandboxes.acquire` does. */
export interface Trials {
	/**
	 * Runs the repository's `setup` on that commit, with its indexes open, and keeps what it made as a layer; at once where that is kept already (same
	 * command, same lock files and manifests, same image). `none`: it has no `setup`.
	 */
	setUp(order: TrialOrder, watch: TrialWatch): Promise<SetUp | NotDone>;
	/** Puts a kept layer into the folder of a sandbox that holds the repository at that commit. */
	lay(order: LayOrder, signal: AbortSignal): Promise<{ readonly kind: 'laid' } | NotDone>;
	/**
	 * Runs the repository's `test` on exactly that commit, in a fresh sandbox with the layer, without network. A set-up that has failed before is tried again
	 * first: an index that was away may be back.
	 */
	test(order: TrialOrder, watch: TrialWatch): Promise<TestRun | NotDone>;
}

export interface TrialOrder {
	readonly at: At;
	/** The session whose place among the sandboxes it takes. */
	readonly session: string;
	/** Whose lock files the layer goes by: the base. Default: `at`. */
	readonly base?: At;
}

export interface TrialWatch {
	readonly signal: AbortSignal;
	/** Output as it comes, sanitised. */
	readonly onOutput: (text: string) => void;
}

export interface LayOrder {
	readonly at: At;
	readonly sandbox: Sandbox;
	/** Absolute, in the sandbox. */
	readonly folder: string;
}

export type SetUp =
	| { readonly kind: 'none' }
	| { readonly kind: 'ready'; readonly bytes: number; readonly fetched: readonly string[]; readonly ms: number }
	/** `denied`: what it was not let have from the package indexes last, a line. */
	| { readonly kind: 'failed'; readonly code: number; readonly tail: string; readonly denied?: string };

export type TestRun =
	| { readonly kind: 'not-run'; readonly why: string }
	| {
			readonly kind: 'passed' | 'failed';
			readonly code: number;
			readonly tail: string;
			readonly ms: number;
			/** Files that tell packages and are not as in the base, whose packages it was run with. Missing: there are none. */
			readonly otherPackages?: readonly string[];
	  };
