import type { GitWatch } from '../git.ts';
import type { Followable, Repository } from '../repository.ts';
import { type BaseTree, readBase, submodulesIn } from '../tree/import/base-entries.ts';
import { type Ground, step } from '../tree/import/build-commit.ts';
import { treeLimits } from '../tree/limits.ts';
import { shownPath, TreeRefusedError } from '../tree/refused.ts';
import { createClashes } from '../tree/rules/clashes.ts';
import { pathProblem } from '../tree/rules/path-rules.ts';
import { formsOf, resolveUrl } from './follow-address.ts';
import { objectAt, submoduleRef } from './laid-refs.ts';
import type { FollowMeans } from './means.ts';
import { type NotHad, notHad } from './not-had.ts';
import { readModules, type Stated } from './read-modules.ts';

/** A submodule whose files are at hand. */
export interface LaidSubmodule {
	readonly kind: 'laid';
	/** Its tree. */
	readonly oid: string;
	readonly files: BaseTree;
	/** Where the tree is kept, and whether it was there already. */
	readonly ref: string;
	readonly isKept: boolean;
}

export interface SubmodulesOrder {
	readonly repository: Repository;
	readonly follow: readonly Followable[];
	readonly base: BaseTree;
	/** Bytes of all files. */
	readonly most: number;
}

/** Submodules of one commit that are followed, and how long that may take before no other is begun, ms. */
const mostFollowed = 50;
const mostMs = 20 * 60_000;
/** Bytes of `.gitmodules`. */
const mostModules = 262_144;

/** Brings submodules into the quarantine. Answers by path which it has, and why not. Rejects as `RunGit`. */
export async function followSubmodules(
	{ repository, follow, base, most }: SubmodulesOrder,
	ground: Ground,
	means: FollowMeans,
	watch: GitWatch,
): Promise<ReadonlyMap<string, LaidSubmodule | NotHad>> {
	const became = new Map<string, LaidSubmodule | NotHad>();
	const links = submodulesIn(base);
	const allowed = follow.filter(({ kind }) => kind === 'submodule');
	if (links.size === 0 || allowed.length === 0) return became;
	const stated = await statedIn(base, ground);
	const clashing = clashesOf(base, links);
	const late = AbortSignal.timeout(mostMs);
	const left: Room = { most, mostFiles: treeLimits.files - base.files.size };
	for (const [path, commit] of links) {
		const found = metBy(became.size, late) ?? allowedFor(path, stated, { repository, allowed, clashing });
		const order = { of: repository, path, commit, ...left };
		const one = 'url' in found ? await bring({ ...order, follow: found }, ground, means, watch) : found;
		became.set(path, one);
		if (one.kind === 'laid') take(left, one);
	}
	return became;
}

/** Room for submodules: bytes and files. */
interface Room {
	most: number;
	mostFiles: number;
}

function take(room: Room, { files: { files } }: LaidSubmodule): void {
	room.mostFiles -= files.size;
	for (const { size } of files.values()) room.most -= size;
}

function metBy(count: number, late: AbortSignal): NotHad | undefined {
	if (late.aborted) return notHad('all of them took too long');
	return count >= mostFollowed ? notHad(`there are more than ${mostFollowed} of them`) : undefined;
}

async function statedIn(base: BaseTree, { git, dir, signal }: Ground): Promise<ReadonlyMap<string, Stated>> {
	const file = base.files.get('.gitmodules');
	return file?.mode.startsWith('100') && file.size <= mostModules
		? await readModules(dir, file.oid, git.run, signal)
		: new Map();
}

/** Submodules whose paths some systems cannot tell from others. */
function clashesOf(base: BaseTree, links: ReadonlyMap<string, string>): ReadonlySet<string> {
	const clashing = new Set<string>();
	const clashes = createClashes((path) => !links.has(path));
	for (const path of [...base.files.keys(), ...base.keptPaths]) {
		const clash = clashes.add(path);
		for (const one of [path, clash?.other]) if (clash && one !== undefined && links.has(one)) clashing.add(one);
	}
	return clashing;
}

interface Rules {
	readonly repository: Repository;
	readonly allowed: readonly Followable[];
	readonly clashing: ReadonlySet<string>;
}

/** Which of the allowed addresses a submodule has, letter by letter. Pure. */
function allowedFor(
	path: string,
	stated: ReadonlyMap<string, Stated>,
	{ repository, allowed, clashing }: Rules,
): Followable | NotHad {
	const said = stated.get(path);
	if (clashing.has(path)) return notHad('some systems cannot tell its name from another one');
	if (!said) return notHad('.gitmodules does not say from where it comes');
	if (said.kind === 'refused') return notHad(said.why);
	const url = resolveUrl(said.url, repository.address);
	const found = url === undefined ? undefined : allowed.find(({ address }) => formsOf(address).includes(url));
	return found ?? notHad(`no admin has allowed ${shownUrl(url ?? said.url)}`);
}

/** A password may stand in it. */
function shownUrl(url: string): string {
	return shownPath(url.slice(0, 2_000).replace(/\/\/[^/]*@/, '//'));
}

interface Bringing {
	readonly of: Repository;
	readonly follow: Followable;
	readonly path: string;
	readonly commit: string;
	readonly most: number;
	readonly mostFiles: number;
}

async function bring(
	order: Bringing,
	ground: Ground,
	means: FollowMeans,
	watch: GitWatch,
): Promise<LaidSubmodule | NotHad> {
	const { path, commit, follow } = order;
	const ref = submoduleRef(follow.url, commit);
	const kept = await objectAt(ground, ref, 'tree');
	watch.onProgress?.(`Fetching the submodule ${shownPath(path)}`);
	const oid = kept ?? (await fetchTree(order, ground, means, watch));
	if (typeof oid !== 'string') return oid;
	try {
		const files = await readBase(withEnv(ground), { dir: ground.dir, commit: oid }, order.mostFiles, ground.signal);
		return judge(order, files) ?? { kind: 'laid', oid, files, ref, isKept: kept !== undefined };
	} catch (error) {
		return whyRefused(error);
	}
}

function whyRefused(error: unknown): NotHad {
	if (error instanceof TreeRefusedError) return notHad(error.why);
	throw error;
}

/** A git that sees the quarantine. */
function withEnv({ git, env }: Ground): Pick<Ground['git'], 'stream'> {
	return { stream: (order, signal) => git.stream({ ...order, env }, signal) };
}

/** Copies the tree of the commit into the quarantine; its id. */
async function fetchTree(
	{ of, follow, commit, most }: Bringing,
	ground: Ground,
	means: FollowMeans,
	watch: GitWatch,
): Promise<string | NotHad> {
	const copy = async (dir: string) => {
		const at = { git: ground.git, dir, signal: ground.signal };
		const tree = await objectAt(at, commit, 'tree');
		if (tree === undefined) return notHad('its commit has no files');
		const args = ['pack-objects', '--quiet', '--revs', '--stdout', '--delta-base-offset'];
		const input = Buffer.from(`${tree}\n`);
		const pack = ground.git.stream({ dir, args, input, ms: 20 * 60_000 }, ground.signal);
		await step(ground, ['index-pack', '--stdin', '--strict'], pack);
		return { kind: 'tree', tree } as const;
	};
	try {
		const copied = await means.inMirror({ of, follow, commit, most }, copy, watch);
		if (copied.kind === 'tree') return copied.tree;
		return copied.kind === 'refused' ? notHad(copied.why.replace(/\.$/, '')) : copied;
	} catch (error) {
		return whyRefused(error);
	}
}

/** Why the files of a submodule cannot lie at its path. */
function judge({ path, most }: Bringing, { files }: BaseTree): NotHad | undefined {
	let bytes = 0;
	for (const [name, { size }] of files) {
		const problem = pathProblem(`${path}/${name}`, true);
		if (problem !== undefined) return notHad(`in it ${shownPath(name)} ${problem}`);
		if (size > treeLimits.file)
			return notHad(`in it ${shownPath(name)} is larger than ${treeLimits.file / 1_000_000} MB`);
		bytes += size;
	}
	return bytes > most ? notHad('with it there are more bytes than are fetched here') : undefined;
}
