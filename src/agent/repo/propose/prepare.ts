import type { CodeHost, RepositoryFacts } from '../../../git/code-host/code-host.ts';
import type { Committed, Git, NotDone } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import type { ToolContext, ToolOutcome, ToolResult } from '../../tool.ts';
import { root, staging } from '../open/guest-folder.ts';
import { watchOf } from '../open/open-repository.ts';
import { openIn, sandboxFailed } from '../open/sandbox-failed.ts';
import type { Parts } from '../parts.ts';
import { asCode, sentence } from '../safe-words.ts';
import { readRepos } from '../state/book.ts';
import { keptName, type Opened, type Proposal, type Pull, type Repos, withProposal } from '../state/repos-state.ts';
import { endProposal, forgetCommit } from './ended.ts';
import { stateNow } from './pull-now.ts';
import { askFor, yesWords } from './question.ts';
import { testedText, verdictOf } from './verdict.ts';
import type { Wish } from './wish.ts';
import { withBase } from './with-base.ts';

/** All that is known before anything is made. */
interface Scene {
	readonly wish: Wish;
	readonly access: Access;
	readonly host: CodeHost | undefined;
	readonly git: Git;
	readonly opened: Opened;
	/** That it goes on top of; undefined: a new one. */
	readonly pull: Pull | undefined;
}

/**
 * Makes one commit of what is in the sandbox, looks through it, tests it, and asks people about exactly that. Whatever is against it is a result. Rejects
 * with the signal's reason, when the machine is broken, and with `ProblemError`. Done again before anything was asked, it is made anew.
 */
export async function prepare(wish: Wish, access: Access, parts: Parts, context: ToolContext): Promise<ToolOutcome> {
	const { session } = context;
	const repos = await readRepos(session.folder);
	const opened = repos.opened.find(({ repository }) => repository === access.repository.id);
	if (!opened) return refused(`${access.repository.name} is not open here yet: open_repository does that.`);
	const host = parts.deps.codeHostFor(access);
	const against = await whyNot(access, host, context.signal);
	if (against !== undefined) return refused(against);
	await endFormer(repos, access, parts, context);
	const git = await parts.deps.git();
	const ground = { wish, access, host, git, opened };
	const scene = { ...ground, pull: await pullToAppend(ground, context) };
	const proposal = await begin(scene, parts, context);
	const made = await withBase(scene, () => commitOf(scene, proposal, parts, context), watchOf(context));
	if (made.kind === 'refused') return await endProposal(proposal, { end: 'refused', why: made.why }, parts, context);
	const problem = problemOf(made, scene);
	if (problem !== undefined) return await endProposal(proposal, { end: 'refused', why: problem }, parts, context);
	return await askAbout(made, proposal, scene, parts, context);
}

function refused(text: string): ToolResult {
	return { ok: false, text };
}

/** Why nothing could come of it, before anything is done. */
async function whyNot(
	{ repository, credential }: Access,
	host: CodeHost | undefined,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { name } = repository;
	if (credential === undefined)
		return `${name} takes no changes here: it is read without a credential. An admin gives it one by /repo add.`;
	const facts = await host?.look({ repository, credential }, signal);
	if (facts === undefined) return undefined;
	if (facts.kind === 'refused') return `${name} cannot take changes now: ${sentence(facts.why)} Nothing was lost.`;
	return whyNotBy(facts, repository.wishes.fork);
}

function whyNotBy({ path, isArchived, mayPush }: RepositoryFacts, fork: boolean): string | undefined {
	if (isArchived) return `${path} is archived: it takes no changes.`;
	if (mayPush || fork) return undefined;
	return `${path} takes no changes from us: its credential may only read. The operator gives it the right to push, or an admin has it go through a fork.`;
}

/** Nobody is asked any more what an earlier call has left unanswered, and its commit is forgotten. */
async function endFormer(
	repos: Repos,
	{ repository }: Access,
	parts: Parts,
	{ session, call }: ToolContext,
): Promise<void> {
	const left = repos.proposals.filter(
		(one) => one.step !== 'ended' && one.call !== call.id && one.repository === repository.id,
	);
	for (const one of left) {
		if (one.step !== 'pushed') await forgetCommit(one, session.id, parts, repos);
		await parts.book.change(session.folder, (now) => withProposal(now, { ...one, step: 'ended', end: 'withdrawn' }));
	}
}

/** The session's own pull request, while it is open and nobody else has pushed to it. */
async function pullToAppend(
	{ opened: { pull }, access, host, git }: Omit<Scene, 'pull'>,
	context: ToolContext,
): Promise<Pull | undefined> {
	if (pull === undefined || host === undefined) return undefined;
	const isOurs = pull.state === 'open' || pull.state === 'opening';
	if (!isOurs || (await stateNow(pull, access, host, context.signal)) !== 'open') return undefined;
	const there = pull.fork === undefined ? await git.fetch(access, pull.branch, watchOf(context)) : undefined;
	return there?.kind === 'fetched' && there.commit !== pull.head ? undefined : pull;
}

async function begin(
	{ wish, access, opened, pull }: Scene,
	{ deps, book }: Parts,
	{ session, call }: ToolContext,
): Promise<Proposal> {
	const suffix = Array.from({ length: 6 }, () => Math.floor(deps.random() * 16).toString(16)).join('');
	const branch = pull?.branch ?? deps.texts.branchName(wish.title, suffix);
	const repos = await book.change(session.folder, (now) => {
		const known = now.proposals.find((one) => one.call === call.id);
		const count = known?.count ?? (now.proposals.at(-1)?.count ?? 0) + 1;
		const facts = { count, call: call.id, repository: access.repository.id, branch, base: opened.base };
		return withProposal(now, { ...facts, step: 'begun', ...(pull && { onTo: pull.head }) });
	});
	const made = repos.proposals.find((one) => one.call === call.id);
	if (!made) throw new Error(`The proposal of call "${call.id}" is not there`);
	return made;
}

async function commitOf(
	{ wish, access, git, opened, pull }: Scene,
	proposal: Proposal,
	{ deps }: Parts,
	context: ToolContext,
): Promise<Committed | NotDone> {
	const { repository } = access;
	const { person } = context.call;
	const coAuthor = repository.wishes.names && person ? { name: person.name, email: noAddress } : undefined;
	const sandbox = await context.sandbox();
	const process = await openIn(sandbox, staging(opened.folder), context.signal);
	if ('kind' in process) return process;
	await using stage = process;
	stage.stream.end();
	const printed = watched(stage.stream);
	const order = {
		at: { repository, commit: opened.base },
		name: keptName(context.session.id, proposal),
		tree: printed.bytes,
		message: deps.texts.commitMessage({ ...wish, coAuthor }),
		...(pull && { onto: pull.head }),
	};
	try {
		return await git.commit(order, watchOf(context));
	} catch (error) {
		if (printed.broken()) return sandboxFailed(error, context.signal);
		throw error;
	}
}

interface Printed {
	readonly bytes: AsyncIterable<Uint8Array>;
	/** The sandbox died under it. */
	broken(): boolean;
}

function watched(stream: AsyncIterable<Uint8Array>): Printed {
	let isBroken = false;
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* stream;
		} catch (error) {
			isBroken = true;
			throw error;
		}
	}
	return { bytes: bytes(), broken: () => isBroken };
}

/** People's addresses are not known here, and would be nobody's business. */
const noAddress = 'asker@localhost.invalid';

/** Why it is not put to people. What is found is told by its place alone. */
function problemOf({ commit, changes, findings }: Committed, { opened, pull }: Scene): string | undefined {
	if (changes.length === 0 || commit === (pull?.head ?? opened.base))
		return pull ? 'there is nothing new since it was pushed last' : `there are no changes in ${root}/${opened.folder}`;
	const blocking = findings.filter(({ severity }) => severity === 'blocks');
	if (blocking.length === 0) return undefined;
	const lines = blocking
		.slice(0, 20)
		.map(({ path, line, why }) => `- ${asCode(path)}${line === undefined ? '' : `, line ${line}`}: ${why}`);
	const more = blocking.length > 20 ? [`- and ${blocking.length - 20} more`] : [];
	return ['this must not be pushed:', ...lines, ...more, 'Take it out, and propose again.'].join('\n');
}

async function askAbout(
	made: Committed,
	proposal: Proposal,
	scene: Scene,
	parts: Parts,
	context: ToolContext,
): Promise<ToolOutcome> {
	const { wish, access, host, opened, pull } = scene;
	const { deps, book } = parts;
	const { session, signal, output, call } = context;
	const { repository } = access;
	output('Testing\n');
	const order = {
		at: { repository, commit: made.commit },
		session: session.id,
		base: { repository, commit: opened.base, ...(opened.tip && { tip: opened.tip }) },
	};
	const verdict = verdictOf(repository.wishes.test, await deps.trials.test(order, { signal, onOutput: output }));
	const told = made.findings.filter(({ severity }) => severity !== 'blocks');
	const words = deps.texts.pullRequestText({
		...wish,
		asked: wish.title,
		ran: verdict.ran,
		findings: told,
		...(await deps.workerIn(session.folder)),
		...(repository.wishes.names && call.person && { names: { asker: call.person.name } }),
	});
	const yes = yesWords(pull, host);
	const asked: Proposal = {
		...proposal,
		...words,
		commit: made.commit,
		tested: testedText(verdict),
		yes,
		step: 'asked',
	};
	await book.change(session.folder, (now) => withProposal(now, asked));
	return {
		ask: askFor({
			repository,
			into: opened.into,
			title: wish.title,
			made,
			verdict,
			yes,
			pull,
			replaced: replaced(opened, pull),
		}),
	};
}

/** A pull request of before that takes nothing more. */
function replaced({ pull }: Opened, appended: Pull | undefined): number | undefined {
	return appended === undefined && pull?.state !== 'by-hand' ? pull?.number : undefined;
}
