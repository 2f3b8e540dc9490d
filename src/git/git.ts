import type { Access, Repository } from './repository.ts';

/** It was not done, and nothing has changed; `why` is one sentence for people, without any key in it. */
export interface NotDone {
	readonly kind: 'refused';
	readonly why: string;
	/** The commit that it was to be on top of is not in the mirror: it may be fetched again. */
	readonly lacks?: 'base';
}

/** Where a commit lies. */
export interface At {
	readonly repository: Repository;
	/** 40 or 64 hex digits. */
	readonly commit: string;
	/** It was the tip of one of the repository’s own branches: whoever may write there has put it there. Code hosts also have commits of anybody’s fork. */
	readonly tip?: true;
}

export interface BundleOrder extends At {
	/**
	 * Work is done on top of it, so that the mirror holds the commit under this name until `drop`, or until many others were asked for since. Its form is that
	 * of `CommitOrder.name`. Default: only as long as it is a tip that was fetched, or was fetched of late.
	 */
	readonly heldAs?: string;
}

/**
 * Git on this host: bare mirrors of repositories, one commit out of each final tree of a sandbox, and pushes. No hook, filter, attribute, alias,
 * alternate or configuration of anybody's is run or read; what handles objects of others has no network. Disposing ends what runs; mirrors stay.
 * All reject only with the signal's reason and with `ProblemError` where this machine lacks something (git, room).
 */
export interface Git extends AsyncDisposable {
	/**
	 * Brings the mirror up to date, which is made when missing, and answers the commit of `ref` (a branch, a tag or a commit; default: the default branch).
	 * All that `access` has to be followed is brought, too: whatever of that cannot be had is left as it is, and told.
	 */
	fetch(access: Access, ref: string | undefined, watch: GitWatch): Promise<Fetched | NotDone>;
	/**
	 * A git bundle with one commit without parents, whose tree is that commit's, with what was followed in its place: `refs/heads/base`. Its bytes are
	 * the mirror's alone. Throws a sentence for people.
	 */
	bundle(order: BundleOrder, signal: AbortSignal): AsyncIterable<Uint8Array>;
	/** Makes one commit of ours out of a tree, on top of `base`. It is kept, in the mirror, until `drop`. */
	commit(order: CommitOrder, watch: GitWatch): Promise<Committed | NotDone>;
	/** Pushes a commit of ours to a branch that is not there yet, or, with `onTo`, forward from exactly that commit. Never forces. */
	push(access: Access, order: PushOrder, watch: GitWatch): Promise<Pushed | NotDone>;
	/** Forgets what is kept or held under a name, or, without one, the whole mirror: whatever goes on with it is ended, and refused. */
	drop(repository: Repository, name?: string): Promise<void>;
}

export interface GitWatch {
	readonly signal: AbortSignal;
	/** One line of progress, for people. */
	readonly onProgress?: (line: string) => void;
}

export interface Fetched {
	readonly kind: 'fetched';
	readonly commit: string;
	/** The branch that it is the tip of; undefined where it is none's. */
	readonly branch?: string;
	readonly defaultBranch: string;
	readonly files: number;
	/** Of all files at that commit. */
	readonly bytes: number;
	/** Files that are pointers of LFS, and submodules: they are named and not followed. */
	readonly notFollowed: readonly string[];
	/** Where something was to be followed: what came of it. */
	readonly followed?: Followed;
}

/** Lies in a bundle of the commit in the place of submodules and pointers. */
export interface Followed {
	/** Their paths, sanitised. */
	readonly submodules: readonly string[];
	/** Files of LFS, and their bytes. */
	readonly files: number;
	readonly bytes: number;
	/** A sentence for each that could not be had, sanitised. At most 21. */
	readonly problems: readonly string[];
}

export interface CommitOrder {
	readonly at: At;
	/** Names it among those that are kept: `<session>/<n>`, `^[A-Za-z0-9._/~-]{1,200}$`. One that has the name already is replaced. */
	readonly name: string;
	/** As `stage_tree.py` of the guest prints it: untrusted. */
	readonly tree: AsyncIterable<Uint8Array>;
	/** Whole, escaped by us. */
	readonly message: string;
	/** Commits of ours that stay below the new one, oldest first: those that were pushed already. Default: none. */
	readonly onto?: string;
	/** Seconds since the epoch: with the same one, the same tree becomes the same commit. Default: now. */
	readonly date?: number;
}

export interface Committed {
	readonly kind: 'committed';
	/** The commit; equal to its base where nothing was changed. */
	readonly commit: string;
	readonly changes: readonly TreeChange[];
	/** Unified, without colours, at most 8,000,000 characters; binary files are named. */
	readonly diff: string;
	/** The diff is longer than that, and not whole: the files that make most of it, the longest first, at most 5. */
	readonly cut?: readonly DiffPart[];
	/** Files that .gitignore excludes: they were dropped. At most 100. */
	readonly ignored: readonly string[];
	/** Of changed or new files: what must not be pushed without a yes, or at all. */
	readonly findings: readonly Finding[];
}

/** How much of a diff is about a file. */
export interface DiffPart {
	readonly path: string;
	readonly characters: number;
}

export interface TreeChange {
	readonly path: string;
	readonly kind: 'created' | 'changed' | 'deleted';
	/** Lines; undefined for what is no text. */
	readonly added?: number;
	readonly removed?: number;
}

/** `blocks`: never pushed. `admin`: only after an admin's yes. `tells`: people are told. */
export interface Finding {
	readonly severity: 'blocks' | 'admin' | 'tells';
	readonly path: string;
	/** The line, from 1. */
	readonly line?: number;
	/** Half a sentence: "looks like a private key". Never the secret itself. */
	readonly why: string;
}

export interface PushOrder {
	readonly commit: string;
	/** Without `refs/heads/`. */
	readonly branch: string;
	/** The commit that the branch is at now, on the server; undefined: it is not to be there. */
	readonly onTo?: string;
	/** Owner and name of a fork (`smith/app`) at the same code host, to push to instead. */
	readonly fork?: string;
}

export interface Pushed {
	readonly kind: 'pushed';
	/** Words of the server's hooks, sanitised, at most 1,000 characters. */
	readonly said: string;
}
