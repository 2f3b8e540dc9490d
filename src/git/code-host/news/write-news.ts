import { oneLine } from '../../../base/text/cut-text.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import { isOwnComment } from '../../text/own-part.ts';
import type { NewsItem, NewsMark, PullRequestNews, PullRequestState } from '../code-host.ts';
import { type Check, tellChecks } from './checks.ts';
import { type Remark, readTold, untold, writeTold } from './told.ts';

/** Whether somebody may write to the repository, by the host's own word; `unknown`: it does not say so to this credential. */
export type Rights = 'writes' | 'none' | 'unknown';

/** A review or comment as a host tells it: untrusted. */
export interface HostRemark extends Remark {
	readonly kind: 'review' | 'comment';
	readonly who: string;
	readonly rights: Rights;
	readonly text: string;
	readonly path?: string | undefined;
	readonly line?: number | undefined;
}

export interface HostFacts {
	readonly state: PullRequestState;
	/** Of its head. */
	readonly sha: string;
	readonly endedBy?: string | undefined;
	/** Since the mark, in any order; what was told may be among them. */
	readonly remarks: readonly HostRemark[];
	/** There are more remarks than were read. */
	readonly isCut: boolean;
	readonly checks: readonly Check[];
}

/** Beside them, an item each for the state, the checks, both kinds of those who are left out, and what was not read: twenty in all. */
const mostRemarks = 15;
const mostOfItem = 1_500;

/** As much of these facts as is new, with the mark for when it was told. Pure. */
export function writeNews(facts: HostFacts, since: NewsMark): PullRequestNews {
	const before = readTold(since.commentsUntil);
	const others = facts.remarks.filter(({ text }) => !isOwnComment(text));
	const { remarks, told } = untold(others, before, mostRemarks, isInsider);
	const checks = tellChecks(facts.sha, facts.checks, since.checks);
	const insiders = remarks.filter(isInsider);
	const unknown = remarks.filter(({ rights }) => rights === 'unknown');
	const items = [
		...stateItems(facts, since.state),
		...(checks.item ? [checks.item] : []),
		...insiders.map(itemOf),
		...leftOut(remarks.length - insiders.length - unknown.length),
		...unseen(unknown.length),
		// Lists that know no "since" are cut each time: it is said where something is new.
		...(facts.isCut && remarks.length > 0 ? [cutItem] : []),
	];
	const commentsUntil = told.until === 0 ? undefined : writeTold(told);
	return { kind: 'news', state: facts.state, items, mark: markOf(facts.state, commentsUntil, checks.digest) };
}

function isInsider({ rights }: Pick<HostRemark, 'rights'>): boolean {
	return rights === 'writes';
}

function markOf(state: PullRequestState, commentsUntil: string | undefined, checks: string | undefined): NewsMark {
	return { state, ...(commentsUntil !== undefined && { commentsUntil }), ...(checks !== undefined && { checks }) };
}

const stateWords: Readonly<Record<PullRequestState, string>> = {
	open: 'Opened again.',
	merged: 'Merged.',
	closed: 'Closed.',
	gone: 'Gone.',
};

/** Who ended it, where that is known; that it goes on again. */
function stateItems({ state, endedBy }: HostFacts, before: PullRequestState | undefined): readonly NewsItem[] {
	const isAgain = state === 'open' && before !== undefined && before !== 'open';
	const isEnd = state !== 'open' && before !== state && endedBy !== undefined;
	if (!isAgain && !isEnd) return [];
	return [{ kind: 'state', text: stateWords[state], ...(endedBy !== undefined && { who: nameOf(endedBy) }) }];
}

function itemOf({ kind, who, text, path, line }: HostRemark): NewsItem {
	return {
		...{ kind, who: nameOf(who), text: shorten(sanitise(text.slice(0, 20_000)).trim(), mostOfItem) },
		...(path !== undefined && { path: shorten(oneLine(sanitise(path)), 300) }),
		...(line !== undefined && { line }),
	};
}

function nameOf(who: string): string {
	return shorten(oneLine(sanitise(who.slice(0, 500))), 100);
}

function leftOut(count: number): readonly NewsItem[] {
	if (count === 0) return [];
	const what = count === 1 ? 'One remark of somebody who does' : `${count} remarks of people who do`;
	return [{ kind: 'comment', text: `${what} not work on this repository: not shown here.` }];
}

function unseen(count: number): readonly NewsItem[] {
	if (count === 0) return [];
	const what = count === 1 ? 'One remark of somebody' : `${count} remarks of people`;
	return [{ kind: 'comment', text: `${what} whose rights could not be seen: not shown here.` }];
}

const cutItem: NewsItem = {
	kind: 'comment',
	text: 'There are more remarks than were read: they are on the code host.',
};
