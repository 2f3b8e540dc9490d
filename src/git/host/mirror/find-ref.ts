import type { NotDone } from '../../git.ts';

/** Where a wanted commit is at the server. */
export interface FoundRef {
	readonly kind: 'found';
	/** As it is asked for: `refs/heads/main`, or a commit. */
	readonly from: string;
	/** The commit, where the server has told it; undefined for a commit that was asked for by its own id. */
	readonly commit: string;
	readonly branch?: string;
	readonly defaultBranch: string;
}

/** The names by which a server is asked for a ref. */
export function patternsOf(ref: string | undefined): string[] {
	if (ref === undefined || isCommit(ref)) return ['HEAD'];
	return ['HEAD', ...wholeNames(ref), `refs/tags/${plainName(ref)}^{}`];
}

/** The names of a ref that was asked for, of which the output of `git ls-remote` has nothing. Pure. */
export function goneIn(output: string, ref: string | undefined): string[] {
	if (ref === undefined || isCommit(ref)) return [];
	const there = new Set(output.split('\n').map((line) => line.split('\t')[1]));
	return wholeNames(ref).filter((name) => !there.has(name));
}

function wholeNames(ref: string): string[] {
	const name = plainName(ref);
	return [`refs/heads/${name}`, `refs/tags/${name}`];
}

/** Why a text can name no branch, tag or commit: git-check-ref-format(1). Pure. */
export function problemOfRef(ref: string): string | undefined {
	const bad = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|[/.]$|\/\.|\.lock(?:\/|$)|^@$/u;
	return ref.length > 255 || ref === '' || bad.test(ref)
		? 'That can be no name of a branch, tag or commit.'
		: undefined;
}

export function isCommit(ref: string): boolean {
	return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

function plainName(ref: string): string {
	return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** Reads the output of `git ls-remote --symref`. Pure. */
export function findRef(output: string, ref: string | undefined): FoundRef | NotDone {
	const lines = output.split('\n').map((line) => line.split('\t'));
	const pairs = lines.map(([value = '', name = '']): [string, string] => [name, value]);
	const rows = new Map(pairs.filter(([, value]) => isCommit(value)));
	const head = rows.get('HEAD');
	const defaultBranch = defaultIn(lines);
	if (ref === undefined) return ofHead(head, defaultBranch);
	const main = defaultBranch ?? 'main';
	if (!isCommit(ref)) return named(rows, plainName(ref), ref, main);
	const isTip = head === ref && defaultBranch !== undefined;
	return { kind: 'found', from: ref, commit: ref, defaultBranch: main, ...(isTip && { branch: main }) };
}

const symbolic = 'ref: refs/heads/';

function defaultIn(lines: readonly (readonly string[])[]): string | undefined {
	const [value = ''] = lines.find(([value = '', name]) => name === 'HEAD' && value.startsWith(symbolic)) ?? [];
	const branch = value.slice(symbolic.length);
	return problemOfRef(branch) === undefined ? branch : undefined;
}

function ofHead(head: string | undefined, defaultBranch: string | undefined): FoundRef | NotDone {
	if (head === undefined) return { kind: 'refused', why: 'The repository has no commit on its default branch.' };
	if (defaultBranch === undefined)
		return { kind: 'refused', why: 'The server does not tell which branch is the default one: name a branch.' };
	return { kind: 'found', from: `refs/heads/${defaultBranch}`, commit: head, branch: defaultBranch, defaultBranch };
}

function named(
	rows: ReadonlyMap<string, string>,
	name: string,
	ref: string,
	defaultBranch: string,
): FoundRef | NotDone {
	const branch = rows.get(`refs/heads/${name}`);
	if (branch !== undefined && !ref.startsWith('refs/tags/'))
		return { kind: 'found', from: `refs/heads/${name}`, commit: branch, branch: name, defaultBranch };
	const tag = rows.get(`refs/tags/${name}^{}`) ?? rows.get(`refs/tags/${name}`);
	if (tag !== undefined && !ref.startsWith('refs/heads/'))
		return { kind: 'found', from: `refs/tags/${name}`, commit: tag, defaultBranch };
	const why = /^[0-9a-f]{7,63}$/.test(ref)
		? `There is no branch or tag ${ref}; a commit is named by all of its digits.`
		: `There is no branch or tag ${ref}: it was deleted or renamed, or never was.`;
	return { kind: 'refused', why };
}
