import type { CodeHost, HostRefusal, PullRequest } from '../../../git/code-host/code-host.ts';
import type { Git, NotDone, Pushed, PushOrder } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import type { CallFacts, ToolContext, ToolResult } from '../../tool.ts';
import { accessAt } from '../here.ts';
import { watchOf } from '../open/open-repository.ts';
import type { Parts } from '../parts.ts';
import { readRepos } from '../state/book.ts';
import { type Opened, type Proposal, type Pull, withProposal, withPull } from '../state/repos-state.ts';
import { opened as asOpen, isRefusedForGood, openPull } from '../watch/open-pull.ts';
import { renewText } from '../watch/renew-text.ts';
import { endProposal } from './ended.ts';
import { stateNow } from './pull-now.ts';
import { drop, goOn } from './question.ts';

/** Everything that a push takes. */
interface Scene {
	readonly access: Access;
	readonly host: CodeHost | undefined;
	readonly opened: Opened;
	readonly proposal: Proposal;
	readonly commit: string;
}

/** Does what people have answered, and goes on with that after a crash: one branch and one pull request come of a yes, and nothing of anything else. Rejects as `prepare`. */
export async function decide(
	proposal: Proposal,
	{ value }: NonNullable<CallFacts['answer']>,
	parts: Parts,
	context: ToolContext,
): Promise<ToolResult> {
	if (value === null) return await endProposal(proposal, { end: 'expired' }, parts, context);
	if (value === drop) return await endProposal(proposal, { end: 'dropped' }, parts, context);
	if (value === goOn) return await endProposal(proposal, { end: 'again' }, parts, context);
	const isYes = value === proposal.yes && proposal.commit !== undefined;
	const scene = isYes ? await sceneOf(proposal, parts, context) : 'the answer was none of the choices';
	if (typeof scene === 'string') return await endProposal(proposal, { end: 'refused', why: scene }, parts, context);
	if (proposal.step !== 'pushed') {
		const why = await push(scene, parts, context);
		if (why !== undefined) return await endTried(proposal, why, parts, context);
	}
	return await finish(scene, parts, context);
}

/** Nothing came of a yes: what is known of the proposal by now goes with that. */
async function endTried({ call }: Proposal, why: string, parts: Parts, context: ToolContext): Promise<ToolResult> {
	const { proposals } = await readRepos(context.session.folder);
	const proposal = proposals.find((one) => one.call === call);
	if (!proposal) throw new Error(`The proposal of call "${call}" is not there`);
	return await endProposal(proposal, { end: 'refused', why }, parts, context);
}

/** Looks anew at what may have changed since people were asked; a sentence where nothing may be pushed any more. */
async function sceneOf(proposal: Proposal, { deps }: Parts, { call, session }: ToolContext): Promise<Scene | string> {
	const { opened: all } = await readRepos(session.folder);
	const opened = all.find(({ repository }) => repository === proposal.repository);
	const access = await accessAt(proposal.repository, call.thread, deps);
	const { commit } = proposal;
	if (!access || !opened || commit === undefined) return 'the repository is not opened here any more';
	if (access.lacks !== undefined) return access.lacks;
	if (access.credential === undefined) return 'the repository has no credential any more';
	return { access, host: deps.codeHostFor(access), opened, proposal, commit };
}

/** Pushes what was shown. Answers why it is not there; what is there already, by an earlier try, is pushed. */
async function push(scene: Scene, parts: Parts, context: ToolContext): Promise<string | undefined> {
	const { access, opened, proposal, commit } = scene;
	const closed = await closedMeanwhile(scene, context);
	if (closed !== undefined) return closed;
	await parts.book.change(context.session.folder, (now) =>
		withProposal(now, { ...proposal, step: 'pushing', tried: true, since: parts.deps.clock.now() }),
	);
	const fork = await forkOf(scene, context);
	if (fork?.kind === 'refused') return fork.why;
	const { branch, onTo } = proposal;
	const order = { commit, branch, ...(onTo !== undefined && { onTo }), ...(fork && { fork: fork.path }) };
	const git = await parts.deps.git();
	const pushed = await pushOrFind(git, access, order, context);
	if (pushed.kind === 'refused') return pushed.why;
	const fresh = freshPull(scene, fork?.path, parts, context);
	await parts.book.change(context.session.folder, (now) => {
		const since = parts.deps.clock.now();
		const there = now.opened.find(({ repository }) => repository === opened.repository)?.pull;
		const pull =
			onTo !== undefined && there ? watched(onTop(there, proposal, commit, since), since + parts.deps.pollMs) : fresh;
		return withPull(withProposal(now, { ...proposal, step: 'pushed', since }), opened.repository, pull);
	});
	// A turn that is stopped from here on never comes back: whatever it leaves undone is done by whoever looks.
	await lookInTime(proposal, parts, context);
	return undefined;
}

/** Has the pull request of a proposal's repository looked at when its time has come. */
async function lookInTime(
	{ repository }: Proposal,
	{ deps }: Parts,
	{ session }: Pick<ToolContext, 'session'>,
): Promise<void> {
	const { opened } = await readRepos(session.folder);
	const { pull } = opened.find((one) => one.repository === repository) ?? {};
	if (pull?.at !== undefined) await deps.due.by(session.id, 'review', pull.at);
}

function onTop(pull: Pull, { renewal }: Proposal, head: string, since: number): Pull {
	return { ...pull, head, ...(renewal && { renewal: { ...renewal, since } }) };
}

/** Whoever was left, as nobody could be told of it, is there again: an open one is looked at. */
function watched(pull: Pull, at: number): Pull {
	return pull.state === 'open' ? { ...pull, at: pull.at ?? at } : pull;
}

async function closedMeanwhile(
	{ access, host, opened, proposal }: Scene,
	{ signal }: ToolContext,
): Promise<string | undefined> {
	const { pull } = opened;
	if (proposal.onTo === undefined || proposal.step === 'pushing') return undefined;
	if (pull === undefined || host === undefined)
		return 'the pull request that it was to go on top of is not known any more';
	const state = await stateNow(pull, access, host, signal);
	return state === 'open'
		? undefined
		: `pull request #${pull.number} ${ends[state]} meanwhile. Propose again: that makes a new one`;
}

const ends = { merged: 'was merged', closed: 'was closed', gone: 'has gone' } as const;

async function forkOf({ access, host, opened, proposal }: Scene, { signal }: ToolContext) {
	if (proposal.onTo !== undefined) {
		const path = opened.pull?.fork;
		return path === undefined ? undefined : { kind: 'forked' as const, path };
	}
	return access.repository.wishes.fork ? await host?.fork(access, signal) : undefined;
}

/** A push whose answer was lost is there all the same: a refusal is believed where the server has something else. */
async function pushOrFind(git: Git, access: Access, order: PushOrder, context: ToolContext): Promise<Pushed | NotDone> {
	const pushed = await git.push(access, order, watchOf(context));
	if (pushed.kind === 'pushed' || order.fork !== undefined) return pushed;
	const there = await git.fetch(access, order.branch, watchOf(context));
	return there.kind === 'fetched' && there.commit === order.commit ? { kind: 'pushed', said: '' } : pushed;
}

/** A year: nobody looks at a pull request for longer, ms. */
const longest = 365 * 86_400_000;
/** The call itself opens it first, ms. */
const soon = 5 * 60_000;

/** A pull request whose branch is pushed, before anything more is done. */
function freshPull(
	{ opened, proposal, commit, access, host }: Scene,
	fork: string | undefined,
	{ deps }: Parts,
	{ call }: ToolContext,
): Pull {
	const now = deps.clock.now();
	const { branch, title = '', body = '', textMark } = proposal;
	return {
		branch,
		head: commit,
		into: opened.into,
		...(fork !== undefined && { fork }),
		state: host ? 'opening' : 'by-hand',
		title,
		body,
		...(textMark !== undefined && { textMark }),
		draft: access.repository.wishes.draft,
		thread: call.thread,
		mark: {},
		...(host && { at: now + soon }),
		fails: 0,
		until: now + longest,
	};
}

/** Opens the pull request of a branch that is pushed, where it is not open. */
async function finish(
	{ access, host, opened, proposal }: Scene,
	parts: Parts,
	context: ToolContext,
): Promise<ToolResult> {
	const { session, signal } = context;
	const kept = (await readRepos(session.folder)).opened.find(({ repository }) => repository === opened.repository);
	const pull = kept?.pull;
	const renewed = host && pull?.renewal && pull.state === 'open' ? { pull, host } : undefined;
	if (renewed) {
		const why = await renewText({ ...renewed, access, opened, folder: session.folder }, parts, signal);
		return await endOpened(proposal, why, parts, context);
	}
	if (pull?.state !== 'opening' || host === undefined) return await endOpened(proposal, undefined, parts, context);
	const came = await openPull(pull, access, host, signal);
	const { pollMs, clock } = parts.deps;
	const next = asOpen(pull, came, clock.now() + pollMs);
	await parts.book.change(session.folder, (now) => withPull(now, opened.repository, next));
	return await endOpened(proposal, whyNotOpen(came), parts, context);
}

function whyNotOpen(came: PullRequest | HostRefusal): string | undefined {
	if (came.kind === 'open') return undefined;
	return isRefusedForGood(came) ? `No pull request can be made of it: ${came.why}` : came.why;
}

async function endOpened(
	proposal: Proposal,
	why: string | undefined,
	parts: Parts,
	context: ToolContext,
): Promise<ToolResult> {
	await lookInTime(proposal, parts, context);
	return await endProposal(proposal, { end: 'opened', ...(why !== undefined && { why }) }, parts, context);
}
