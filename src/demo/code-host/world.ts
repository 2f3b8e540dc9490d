/** All that a stand-in knows: repositories, who may what with which token, and what was made of it. */
export interface World {
	readonly options: WorldOptions;
	readonly pulls: Pull[];
	readonly remarks: Remark[];
	/** By commit. */
	readonly checks: Map<string, readonly Check[]>;
	/** Each number is given once: of repositories, pull requests, remarks. */
	nextId: number;
	/** From now on; undefined: none any more. */
	limit: Limit | undefined;
}

export interface WorldOptions {
	readonly kind: 'github' | 'gitea';
	/** Where it is for clients, without a slash at the end: `https://127.0.0.1:40123`. */
	readonly url: () => string;
	/** They may be changed while it serves. */
	readonly repositories: StandInRepository[];
	/** A token that is taken out is revoked. */
	readonly tokens: StandInToken[];
	/** GitHub's alone. */
	readonly apps?: readonly StandInApp[];
	/** Branches of the real repository of that path, with their commits; undefined: there is none. */
	readonly branches: (path: string) => Promise<ReadonlyMap<string, string> | undefined>;
	/** Makes the real repository of a fork. Default: nothing happens. */
	readonly onFork?: (from: string, to: string) => Promise<void>;
	/** ms since the epoch. */
	readonly now?: () => number;
}

export type Right = 'read' | 'write' | 'admin';

export interface StandInRepository {
	readonly id: number;
	/** `acme/app`; it may be changed: the former one leads to it. */
	path: string;
	readonly former?: string[];
	readonly isPrivate: boolean;
	isArchived?: boolean;
	readonly defaultBranch: string;
	readonly protectedBranches?: readonly string[];
	/** By login, beside the owner. */
	readonly people: Readonly<Record<string, Right>>;
	/** Of these people GitHub does not tell that they are members. */
	readonly concealed?: readonly string[];
	/** False: the plan has no drafts. */
	readonly hasDrafts?: boolean;
	/** The path that it is a fork of. */
	readonly forkOf?: string;
}

export interface StandInToken {
	readonly token: string;
	readonly login: string;
	/**
	 * A personal token's scopes, as the host names them (`repo`, `write:repository`); or, of a fine-grained one or of an app's installation, its permissions
	 * (`pull_requests: write`), which are GitHub's alone.
	 */
	readonly may: { readonly scopes: readonly string[] } | { readonly permissions: Readonly<Record<string, string>> };
	/** Paths; default: all that its account sees. */
	readonly only?: readonly string[];
	/** ms since the epoch. */
	readonly until?: number;
}

export interface StandInApp {
	readonly id: string;
	/** In PEM. */
	readonly publicKey: string;
	readonly installation: number;
	readonly repositories: readonly string[];
	readonly permissions: Readonly<Record<string, string>>;
}

export interface Pull {
	readonly number: number;
	/** Of the repository that it goes into. */
	readonly repository: number;
	readonly base: string;
	readonly head: { readonly repository: number; readonly branch: string };
	readonly by: string;
	title: string;
	body: string;
	readonly isDraft: boolean;
	state: 'open' | 'closed' | 'merged' | 'removed';
	endedBy?: string;
	/** The last one that its branch was seen at. */
	sha: string;
}

export interface Remark {
	readonly id: number;
	readonly pull: Pull;
	readonly by: string;
	readonly kind: 'comment' | 'remark' | 'review';
	text: string;
	/** When it was changed last: ISO 8601, whole seconds. */
	at: string;
	readonly path?: string;
	readonly line?: number;
	readonly verdict?: 'approved' | 'changes' | 'comment';
	/** Of a remark: the review that it is in. */
	readonly review?: number;
}

export interface Check {
	readonly name: string;
	readonly end: 'passed' | 'failed' | 'running';
	/** A status of a commit, or a run of GitHub's own. */
	readonly as: 'status' | 'run';
}

/** `primary`: until that second. `secondary`: with or without a time to wait, in seconds. */
export type Limit =
	| { readonly kind: 'primary'; readonly until: number }
	| { readonly kind: 'secondary'; readonly wait?: number };

export function createWorld(options: WorldOptions): World {
	return { options, pulls: [], remarks: [], checks: new Map(), nextId: 1, limit: undefined };
}

export function nowIn({ options }: World): number {
	return options.now?.() ?? Date.now();
}

/** As hosts write a time: without parts of a second. */
export function timeIn(world: World): string {
	return new Date(nowIn(world)).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function repositoryAt({ options }: World, path: string): StandInRepository | undefined {
	return options.repositories.find((one) => one.path.toLowerCase() === path.toLowerCase());
}

export function repositoryBy({ options }: World, id: number): StandInRepository | undefined {
	return options.repositories.find((one) => one.id === id);
}

export function ownerOf({ path }: StandInRepository): string {
	return path.slice(0, path.indexOf('/'));
}

/** The right of an account there; undefined: it does not see it. */
export function rightOf(repository: StandInRepository, login: string | undefined): Right | undefined {
	if (login !== undefined && login === ownerOf(repository)) return 'admin';
	const own = login === undefined ? undefined : repository.people[login];
	return own ?? (repository.isPrivate ? undefined : 'read');
}

/** Brings the commit of an open pull request up to date. */
export async function refresh(world: World, pull: Pull): Promise<Pull> {
	const from = repositoryBy(world, pull.head.repository);
	const branches = from && pull.state === 'open' ? await world.options.branches(from.path) : undefined;
	pull.sha = branches?.get(pull.head.branch) ?? pull.sha;
	return pull;
}
