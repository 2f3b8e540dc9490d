import type { Fetched, Git, GitWatch } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import type { ToolContext, ToolResult } from '../../tool.ts';
import { lastPart } from '../here.ts';
import type { Parts } from '../parts.ts';
import { sentence } from '../safe-words.ts';
import { readRepos } from '../state/book.ts';
import { baseName, letGoOfBase } from '../state/held-base.ts';
import { type Opened, type Repos, withOpened } from '../state/repos-state.ts';
import { type FolderOpened, openFolder, root } from './guest-folder.ts';
import { type Layer, openedText } from './opened-text.ts';
import { talkOn } from './talk-on.ts';
import { withFollow } from './with-follow.ts';

export interface OpenOrder {
	readonly access: Access;
	readonly ref?: string | undefined;
}

interface Opening extends OpenOrder {
	readonly git: Git;
	readonly before: Opened | undefined;
	readonly folder: string;
}

/**
 * Brings a repository into the sandbox, or what is new of it. Whatever goes wrong is a result, and nothing has changed in the sandbox then. Rejects with
 * the signal's reason, when the machine is broken, and with `ProblemError`. Done again, it comes to the same.
 */
export async function openRepository(order: OpenOrder, parts: Parts, context: ToolContext): Promise<ToolResult> {
	const { repository } = order.access;
	const repos = await readRepos(context.session.folder);
	const before = repos.opened.find((one) => one.repository === repository.id);
	const other = otherRef(order, before);
	if (other !== undefined) return { ok: false, text: other };
	const git = await parts.deps.git();
	const folder = before?.folder ?? folderFor(repository.name, repos);
	const opening = { ...order, git, before, folder };
	const access = await withFollow(order.access, parts);
	const fetched = await git.fetch(access, before?.ref ?? order.ref, watchOf(context));
	if (fetched.kind === 'refused') return notOpened(opening, fetched.why);
	const brought = await bringIn(opening, fetched, context);
	if (brought.kind === 'refused') {
		await letGo(fetched.commit, before?.base, opening, parts, context);
		return notOpened(opening, brought.why);
	}
	const opened = await keepOpened({ ...opening, isMade: brought.made }, fetched, parts, context);
	if (before) await letGo(before.base, opened.base, opening, parts, context);
	const layer = await layerFor(opening, fetched, opened, parts, context);
	const talk = await talkOn(opened, order.access, parts, context.signal);
	return {
		ok: true,
		text: openedText({
			repository,
			opened,
			fetched,
			brought,
			isNew: before === undefined || brought.made,
			layer,
			talk,
		}),
	};
}

/** A session works on one branch of a repository. */
function otherRef({ ref, access }: OpenOrder, before: Opened | undefined): string | undefined {
	if (before === undefined || ref === undefined || ref === before.ref || ref === before.into) return undefined;
	const { name } = access.repository;
	return `${name} is open here at ${before.ref ?? before.into}, in ${root}/${before.folder}. Another branch is worked on in a conversation of its own.`;
}

/** Of two repositories whose names end alike the second one's folder has a number. */
function folderFor(name: string, { opened }: Repos): string {
	const plain =
		lastPart(name)
			.replaceAll(/[^\w.-]+/g, '-')
			.replace(/^[.-]+/, '')
			.slice(0, 60)
			.replace(/(?:\.git)+$/, '') || 'repository';
	const taken = new Set(opened.map(({ folder }) => folder));
	for (let count = 2; taken.has(plain); count += 1) if (!taken.has(`${plain}-${count}`)) return `${plain}-${count}`;
	return plain;
}

/** Progress as a person watches it. */
export function watchOf({ signal, output }: Pick<ToolContext, 'signal' | 'output'>): GitWatch {
	return { signal, onProgress: (line) => output(`${line}\n`) };
}

function notOpened({ access, before }: Opening, why: string): ToolResult {
	const rest = before === undefined ? '' : ` What is in ${root}/${before.folder} is as it was.`;
	return { ok: false, text: `${access.repository.name} was not opened: ${sentence(why)}${rest}` };
}

async function bringIn(
	{ access, git, folder }: Opening,
	{ commit }: Fetched,
	context: ToolContext,
): Promise<FolderOpened> {
	const { signal, output } = context;
	const heldAs = baseName(context.session.id, commit);
	const bundle = git.bundle({ repository: access.repository, commit, heldAs }, signal);
	output(`Unpacking into ${root}/${folder}\n`);
	const sandbox = await context.sandbox();
	return await openFolder({ sandbox, folder, branch: 'work', bundle }, signal);
}

/** The mirror holds the one base that the session works on top of, and no other for it. */
async function letGo(
	base: string,
	kept: string | undefined,
	{ access }: Opening,
	{ deps }: Parts,
	{ session }: ToolContext,
): Promise<void> {
	const { id: repository, place } = access.repository;
	if (base !== kept) await letGoOfBase({ repository, place, base }, session.id, deps);
}

async function keepOpened(
	{ access, ref, before, folder, isMade }: Opening & { readonly isMade: boolean },
	{ commit, branch, defaultBranch }: Fetched,
	{ book }: Parts,
	{ session }: ToolContext,
): Promise<Opened> {
	const { id, place, name } = access.repository;
	const into = branch ?? before?.into ?? defaultBranch;
	const facts = { repository: id, place, name, folder, base: commit, into, ...tipOf(branch) };
	const kept = await book.change(session.folder, (repos) => {
		const now = repos.opened.find((one) => one.repository === id);
		const { laid, tip: _former, ...known } = now ?? {};
		// A layer has gone with the folder that it lay in.
		const there = { ...known, ...(laid !== undefined && !isMade && { laid }) };
		return withOpened(repos, { ...there, ...facts, ...(ref !== undefined && now === undefined && { ref }) });
	});
	return kept.opened.find((one) => one.repository === id) ?? facts;
}

function tipOf(branch: string | undefined): { readonly tip?: true } {
	return branch === undefined ? {} : { tip: true };
}

/** Runs the set-up, where there is one, and puts what it has made into the folder. Without it the files are there all the same. */
async function layerFor(
	{ access, folder }: Opening,
	{ commit, branch }: Fetched,
	opened: Opened,
	{ deps, book }: Parts,
	context: ToolContext,
): Promise<Layer> {
	const { session, signal, output } = context;
	const { repository } = access;
	if (repository.wishes.setup === undefined) return { kind: 'none' };
	const at = { repository, commit, ...tipOf(branch) };
	const made = await deps.trials.setUp({ at, session: session.id }, { signal, onOutput: output });
	if (made.kind !== 'ready' || opened.laid === commit) return made;
	const sandbox = await context.sandbox();
	const laid = await deps.trials.lay({ at, sandbox, folder: `${root}/${folder}` }, signal);
	if (laid.kind === 'refused') return laid;
	await book.change(session.folder, (repos) => {
		const now = repos.opened.find((one) => one.repository === repository.id);
		return now ? withOpened(repos, { ...now, laid: commit }) : repos;
	});
	return made;
}
