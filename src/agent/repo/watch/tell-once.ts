import { createHash } from 'node:crypto';
import type { SessionFolder } from '../../../store/store.ts';
import type { Parts } from '../parts.ts';
import { forgetCommit } from '../propose/ended.ts';
import { asCode, inertLine } from '../safe-words.ts';
import { type Opened, type PendingNews, type Pull, type Repos, withOpened } from '../state/repos-state.ts';
import type { TellNews } from './tell-news.ts';

/** A pull request that is to be looked at. */
export interface Look {
	readonly opened: Opened;
	readonly pull: Pull;
	readonly folder: SessionFolder;
	readonly tell: TellNews;
}

/** The longest pause while its host is away, ms. */
const longestPause = 6 * 3_600_000;

/** The repositories with another state of this very pull request; as they are where it is another one by now. Pure. */
export function changed(repos: Repos, { repository, pull: meant }: Opened, by: (pull: Pull) => Pull): Repos {
	const known = repos.opened.find((one) => one.repository === repository);
	if (!known?.pull || known.pull.branch !== meant?.branch) return repos;
	return withOpened(repos, { ...known, pull: by(known.pull) });
}

/** It, at the beginning of a sentence. Pure. */
export function nameOf({ opened, pull }: Look): string {
	return pull.number === undefined
		? `The branch ${asCode(pull.branch)} of ${inertLine(opened.name, 120)}`
		: `Pull request #${pull.number} of ${inertLine(opened.name, 120)}`;
}

/** When to look again: many are not looked at in the same moment. */
export function pauseOf(fails: number, { deps }: Parts): number {
	const { pollMs, clock, random } = deps;
	return (
		clock.now() + Math.max(pollMs, Math.min(longestPause, pollMs * 2 ** Math.min(fails, 20))) * (0.9 + 0.2 * random())
	);
}

/** Tells it, whenever this process dies: it is kept first. Rejects as the store does. */
export async function tellOnce(news: Omit<PendingNews, 'key'>, look: Look, parts: Parts): Promise<void> {
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

/** Tells what was kept to be told. Rejects as the store does. */
export async function tellPending(pending: PendingNews, look: Look, parts: Parts): Promise<void> {
	const { opened, pull, folder, tell } = look;
	const { key, text, mark, state } = pending;
	await tell({ turn: key, thread: pull.thread, text });
	if (pending.away !== undefined) return await noteAway(pending.away, look, parts);
	const isOver = state !== 'open';
	// Before it is known to be over: after a crash it is done again.
	if (isOver) await forgetAll(look, parts);
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, ({ pending: _told, at: _at, ...now }) => ({
			...answered(now),
			mark,
			state,
			...(!isOver && { at: pauseOf(0, parts) }),
		})),
	);
}

async function noteAway(since: number, { opened, folder }: Look, parts: Parts): Promise<void> {
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, ({ pending: _told, ...now }) => ({
			...now,
			failing: { since, told: true },
			at: Math.max(now.at ?? 0, pauseOf(now.fails, parts)),
		})),
	);
}

/** One whose host has answered. Pure. */
export function answered({ failing: _failing, ...pull }: Pull): Pull {
	return { ...pull, fails: 0 };
}

/** Nothing goes on top of it any more: mirrors need not keep what it is made of. A proposal that is under way keeps its own. */
async function forgetAll({ opened, folder }: Look, parts: Parts): Promise<void> {
	const repos = await parts.book.amend(folder, (now) => now);
	const done = repos?.proposals.filter((one) => one.repository === opened.repository && one.end === 'opened') ?? [];
	for (const proposal of done) if (repos) await forgetCommit(proposal, folder.id, parts, repos);
}
