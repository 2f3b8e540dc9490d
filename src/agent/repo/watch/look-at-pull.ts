import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Access } from '../../../git/repository.ts';
import { accessAt } from '../here.ts';
import type { Parts } from '../parts.ts';
import { asCode, inertLine, sentence } from '../safe-words.ts';
import { markOf, type Proposal } from '../state/repos-state.ts';
import { lookLater } from './later.ts';
import { newsText } from './news-text.ts';
import { opened as asOpened, isRefusedForGood, openPull } from './open-pull.ts';
import { renewText } from './renew-text.ts';
import { answered, changed, type Look, nameOf, pauseOf, tellOnce, tellPending } from './tell-once.ts';

/** A turn that is about to push or open something of it has a minute more, ms. */
const turnMs = 60_000;
/** A turn that has not come further for so long was stopped, or has failed: nobody else goes on with it, ms. */
const longestTurn = 15 * 60_000;

/** Looks at one, and tells what is new: what is to be told is kept before it is told, and what was told after. Rejects as the store does and with the signal's reason. */
export async function lookAtPull(look: Look, parts: Parts, signal: AbortSignal): Promise<void> {
	const { opened, pull } = look;
	if (pull.pending) return await tellPending(pull.pending, look, parts);
	const { now } = parts.deps.clock;
	if (await isInTurn(look, parts)) return;
	if (now() >= pull.until) return await tellLeft('it is a year old', look, parts);
	const access = await accessAt(opened.repository, pull.thread, parts.deps);
	if (!access) return await tellLeft('the repository is not opened here any more', look, parts);
	const host = parts.deps.codeHostFor(access);
	const lacks = whyNotAsked(access, host);
	if (lacks !== undefined || !host) return await lookLater({ why: lacks ?? '' }, look, parts);
	if (pull.state === 'opening') await open(access, host, look, parts, signal);
	else {
		await renewText({ ...look, access, host }, parts, signal);
		await readNews(access, host, look, parts, signal);
	}
}

/** Why it cannot be asked for now: an admin or the operator may mend that at any time. */
function whyNotAsked({ credential, lacks }: Access, host: CodeHost | undefined): string | undefined {
	if (lacks !== undefined) return lacks;
	if (!credential) return 'its repository has no credential';
	return host ? undefined : 'its host is not asked: its kind is none';
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
	// A repository that is not shown may be shown again: only of a pull request its host says that it has gone.
	if (news.kind === 'refused') return await lookLater(news, look, parts);
	const { state, items, mark } = news;
	const text = newsText({ repository: opened.name, number, url, state, items });
	if (text !== '') return await tellOnce({ text, mark, state }, look, parts);
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, (now) => ({ ...answered(now), mark, at: pauseOf(0, parts) })),
	);
}

async function tellLeft(why: string, look: Look, parts: Parts): Promise<void> {
	const text = `${nameOf(look)} is not looked at any more: ${why}.`;
	await tellOnce({ text, mark: look.pull.mark, state: 'left' }, look, parts);
}
