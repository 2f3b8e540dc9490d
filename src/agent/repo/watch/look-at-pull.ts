import { createHash } from 'node:crypto';
import type { CodeHost, HostRefusal } from '../../../git/code-host/code-host.ts';
import type { Access } from '../../../git/repository.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { accessAt } from '../here.ts';
import type { Parts } from '../parts.ts';
import { forgetCommit } from '../propose/ended.ts';
import { asCode, inertLine, sentence } from '../safe-words.ts';
import {
	markOf,
	type Opened,
	type PendingNews,
	type Proposal,
	type Pull,
	type PullState,
	type Repos,
	withOpened,
} from '../state/repos-state.ts';
import { newsText } from './news-text.ts';
import { opened as asOpened, isRefusedForGood, openPull } from './open-pull.ts';
import type { TellNews } from './tell-news.ts';

/** A pull request that is to be looked at. */
export interface Look {
	readonly opened: Opened;
	readonly pull: Pull;
	readonly folder: SessionFolder;
	readonly tell: TellNews;
}

/** A turn that is about to push or open something of it has a minute more, ms. */
const turnMs = 60_000;
/** A turn that has not come further for so long was stopped, or has failed: nobody else goes on with it, ms. */
const longestTurn = 15 * 60_000;
/** The longest pause while its host is away, ms. */
const longestPause = 6 * 3_600_000;

/** Looks at one, and tells what is new: what is to be told is kept before it is told, and what was told after. Rejects as the store does and with the signal's reason. */
export async function lookAtPull(look: Look, parts: Parts, signal: AbortSignal): Promise<void> {
	const { opened, pull } = look;
	if (pull.pending) return await tellPending(pull.pending, look, parts);
	const { now } = parts.deps.clock;
	if (await isInTurn(look, parts)) return;
	if (now() >= pull.until) return await tellLeft('it is a year old', look, parts);
	const access = await accessAt(opened.repository, pull.thread, parts.deps);
	if (!access) return await tellLeft('the repository is not opened here any more', look, parts);
	if (access.lacks !== undefined || !access.credential) return await tellLeft('its credential has gone', look, parts);
	const host = parts.deps.codeHostFor(access);
	if (!host) return await tellLeft('its host is not asked any more', look, parts);
	if (pull.state === 'opening') await open(access, host, look, parts, signal);
	else await readNews(access, host, look, parts, signal);
}

/** Whoever proposes opens it themselves, and goes on with that after a crash. */
async function isInTurn({ opened, folder }: Look, { book, deps }: Parts): Promise<boolean> {
	let isBusy = false;
	const now = deps.clock.now();
	await book.amend(folder, (repos) => {
		isBusy = repos.proposals.some((one) => one.repository === opened.repository && isPushed(one, now));
		return isBusy ? changed(repos, opened, (pull) => ({ ...pull, at: now + turnMs })) : repos;
	});
	return isBusy;
}

function isPushed({ step, since = 0 }: Proposal, now: number): boolean {
	return (step === 'pushing' || step === 'pushed') && now - since < longestTurn;
}

/** The repositories with another state of this very pull request; as they are where it is another one by now. */
function changed(repos: Repos, { repository, pull: meant }: Opened, by: (pull: Pull) => Pull): Repos {
	const known = repos.opened.find((one) => one.repository === repository);
	if (!known?.pull || known.pull.branch !== meant?.branch) return repos;
	return withOpened(repos, { ...known, pull: by(known.pull) });
}

async function open(access: Access, host: CodeHost, look: Look, parts: Parts, signal: AbortSignal): Promise<void> {
	const { opened, pull, folder } = look;
	const came = await openPull(pull, access, host, signal);
	if (came.kind === 'refused' && !isRefusedForGood(came)) return await lookLater(came, look, parts);
	await parts.book.amend(folder, (repos) => changed(repos, opened, (now) => asOpened(now, came, pauseOf(0, parts))));
	if (came.kind === 'open') {
		const text = `Pull request #${came.number} of ${inertLine(opened.name, 120)} is open: ${came.url}`;
		return await tellOnce({ text, mark: pull.mark, state: 'open' }, look, parts);
	}
	const text = `No pull request can be made of the branch ${asCode(pull.branch)} of ${inertLine(opened.name, 120)}: ${sentence(came.why)} It is pushed; people can open one by hand.`;
	await tellOnce({ text, mark: pull.mark, state: 'by-hand' }, look, parts);
}

async function readNews(access: Access, host: CodeHost, look: Look, parts: Parts, signal: AbortSignal): Promise<void> {
	const { opened, pull, folder } = look;
	const { number = 0, url } = pull;
	const news = await host.news(access, number, markOf(pull.mark), signal);
	if (news.kind === 'refused') {
		if (!news.gone) return await lookLater(news, look, parts);
		return await tellOnce(
			{ text: `${nameOf(look)} is not there any more: ${sentence(news.why)}`, mark: pull.mark, state: 'gone' },
			look,
			parts,
		);
	}
	const { state, items, mark } = news;
	const text = newsText({ repository: opened.name, number, url, state, items });
	if (text !== '') return await tellOnce({ text, mark, state }, look, parts);
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, (now) => ({ ...now, mark, fails: 0, at: pauseOf(0, parts) })),
	);
}

function nameOf({ opened, pull }: Look): string {
	return pull.number === undefined
		? `The branch ${asCode(pull.branch)} of ${inertLine(opened.name, 120)}`
		: `Pull request #${pull.number} of ${inertLine(opened.name, 120)}`;
}

/** Its host is away, or has had enough of us: less often each time, and not before it says. */
async function lookLater({ againAt = 0 }: HostRefusal, { opened, folder }: Look, parts: Parts): Promise<void> {
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, (now) => ({
			...now,
			fails: now.fails + 1,
			at: Math.max(againAt, pauseOf(now.fails + 1, parts)),
		})),
	);
}

/** When to look again: many are not looked at in the same moment. */
function pauseOf(fails: number, { deps }: Parts): number {
	const { pollMs, clock, random } = deps;
	return (
		clock.now() + Math.max(pollMs, Math.min(longestPause, pollMs * 2 ** Math.min(fails, 20))) * (0.9 + 0.2 * random())
	);
}

async function tellLeft(why: string, look: Look, parts: Parts): Promise<void> {
	const text = `${nameOf(look)} is not looked at any more: ${why}.`;
	await tellOnce({ text, mark: look.pull.mark, state: 'left' }, look, parts);
}

async function tellOnce(
	news: { readonly text: string; readonly mark: Pull['mark']; readonly state: PullState },
	look: Look,
	parts: Parts,
): Promise<void> {
	const { opened, folder } = look;
	const named = JSON.stringify([opened.repository, opened.pull?.branch, news]);
	const pending: PendingNews = {
		...news,
		key: `review-${createHash('sha256').update(named).digest('hex').slice(0, 20)}`,
	};
	// Whatever is not kept, because the session was erased meanwhile, is not told.
	const kept = await parts.book.amend(folder, (repos) => changed(repos, opened, (now) => ({ ...now, pending })));
	const isKept = kept?.opened.some(({ pull }) => pull?.pending?.key === pending.key);
	if (isKept) await tellPending(pending, look, parts);
}

async function tellPending(pending: PendingNews, look: Look, parts: Parts): Promise<void> {
	const { opened, pull, folder, tell } = look;
	const { key, text, mark, state } = pending;
	await tell({ turn: key, thread: pull.thread, text });
	const isOver = state !== 'open';
	// Before it is known to be over: after a crash it is done again.
	if (isOver) await forgetAll(look, parts);
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, ({ pending: _told, at: _at, ...now }) => ({
			...now,
			mark,
			state,
			fails: 0,
			...(!isOver && { at: pauseOf(0, parts) }),
		})),
	);
}

/** Nothing goes on top of it any more: mirrors need not keep what it is made of. A proposal that is under way keeps its own. */
async function forgetAll({ opened, folder }: Look, parts: Parts): Promise<void> {
	const repos = await parts.book.amend(folder, (now) => now);
	const done = repos?.proposals.filter((one) => one.repository === opened.repository && one.end === 'opened') ?? [];
	for (const proposal of done) if (repos) await forgetCommit(proposal, folder.id, parts, repos);
}
