import { raceAbort } from '../../../base/race-abort.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Committed } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import type { ToolContext, ToolOutcome, ToolResult } from '../../tool.ts';
import { watchOf } from '../open/open-repository.ts';
import { withFollow } from '../open/with-follow.ts';
import type { Parts } from '../parts.ts';
import type { PullRequestWords, RepoDeps, RepoTexts } from '../repo-deps.ts';
import { readRepos } from '../state/book.ts';
import { type Opened, type Proposal, type Pull, type Repos, withProposal } from '../state/repos-state.ts';
import { endProposal, forgetCommit } from './ended.ts';
import { forgetOld } from './forget-old.ts';
import { makeCommit } from './make-commit.ts';
import { stateNow } from './pull-now.ts';
import { askFor, yesWords } from './question.ts';
import { type Reading, readingOf } from './reading.ts';
import type { Scene } from './scene.ts';
import { testedText, verdictOf } from './verdict.ts';
import { whyNotNow, whyNotShown } from './why-not.ts';
import type { Wish } from './wish.ts';
import { withBase } from './with-base.ts';

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
	const against = await whyNotNow(access, host, context.signal);
	if (against !== undefined) return refused(against);
	await endFormer(repos, access, parts, context);
	const git = await parts.deps.git();
	const ground = { wish, access, host, git, opened };
	const scene = { ...ground, pull: await pullToAppend(ground, context) };
	const proposal = await begin(scene, parts, context);
	await forgetOld(session.folder, parts);
	const end = (why: string) => endProposal(proposal, { end: 'refused', why }, parts, context);
	const onBase = { git, opened, access: () => withFollow(access, parts) };
	const made = await withBase(onBase, () => makeCommit(scene, proposal, parts, context), watchOf(context));
	if (made.kind === 'refused') return await end(made.why);
	const problem = whyNotShown(made, scene);
	if (problem !== undefined) return await end(problem);
	const reading = readingOf(made);
	if (reading.kind === 'too-long') return await end(reading.why);
	return await askAbout({ made, reading }, proposal, scene, parts, context);
}

function refused(text: string): ToolResult {
	return { ok: false, text };
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

interface Seen {
	readonly made: Committed;
	readonly reading: Reading;
}

async function askAbout(
	{ made, reading }: Seen,
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
	const words = {
		...wish,
		asked: wish.title,
		ran: verdict.ran,
		findings: told,
		...(await deps.workerIn(session.folder)),
		...(repository.wishes.names && call.person && { names: { asker: call.person.name } }),
		...(repository.wishes.names && (await linkTo(call.thread, deps, signal))),
	};
	const yes = yesWords(pull, host);
	const asked: Proposal = {
		...proposal,
		...textFor(words, made.commit, scene, deps.texts),
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
			reading,
			verdict,
			yes,
			pull,
			replaced: replaced(opened, pull),
		}),
	};
}

/** A platform is not waited for longer, ms. */
const linkMs = 5_000;

/** Where others may read in the thread; a proposal is made without it, too. Rejects with the signal's reason. */
async function linkTo(
	thread: Thread,
	{ places, ...deps }: RepoDeps,
	signal: AbortSignal,
): Promise<{ readonly link?: string }> {
	if (places.conversationOf(thread).kind !== 'shared') return {};
	try {
		const link = await raceAbort(deps.linkTo(thread, signal), AbortSignal.any([signal, AbortSignal.timeout(linkMs)]));
		return link?.startsWith('https://') ? { link } : {};
	} catch {
		signal.throwIfAborted();
		return {};
	}
}

/** Of a new pull request, or for that which it goes on top of. */
function textFor(words: PullRequestWords, commit: string, { pull }: Scene, texts: RepoTexts): Partial<Proposal> {
	if (pull) return { renewal: texts.renewedText({ ...words, commit }) };
	const { mark: textMark, ...text } = texts.pullRequestText(words);
	return { ...text, textMark };
}

/** A pull request of before that takes nothing more. */
function replaced({ pull }: Opened, appended: Pull | undefined): number | undefined {
	return appended === undefined && pull?.state !== 'by-hand' ? pull?.number : undefined;
}
