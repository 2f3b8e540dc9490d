import type { HostRefusal, NewsMark, PullRequestNews, PullRequestState } from '../code-host.ts';
import { type Check, unreadChecks } from '../news/checks.ts';
import { readTold, sinceOf } from '../news/told.ts';
import { writeNews } from '../news/write-news.ts';
import { HostProblem } from '../wire/refusals.ts';
import type { GithubClient, Pages } from './github-client.ts';
import {
	checkRunsSchema,
	commentsSchema,
	remarksSchema,
	reviewsSchema,
	statusesSchema,
	wholePullSchema,
} from './github-schemas.ts';
import { type Canonical, canonicalIn } from './look.ts';
import { type Associated, withRights } from './rights.ts';

/** Pages of each kind that are read at one look. */
const mostPages = 6;
/** Reviews come oldest first, whatever was told of them. */
const mostReviewPages = 20;
/** Of a matrix each job is a check. */
const mostCheckPages = 10;

/** Throws `HostProblem`. */
export async function pullNews(
	client: GithubClient,
	number: number,
	since: NewsMark,
): Promise<PullRequestNews | HostRefusal> {
	const at = await canonicalIn(client);
	const pull = await orGone(client.read(wholePullSchema, ({ rest }) => rest.pulls.get({ ...at, pull_number: number })));
	if (!pull) return { kind: 'news', state: 'gone', mark: { ...since, state: 'gone' }, items: [] };
	const state: PullRequestState = pull.merged ? 'merged' : pull.state;
	const told = readTold(since.commentsUntil);
	const lists = await remarksOf(client, at, number, sinceOf(told));
	const all = lists.flatMap(({ items }) => items);
	const checks = await checksOf(client, at, pull.head.sha);
	const endedBy = pull.merged_by?.login;
	const facts = {
		state,
		sha: pull.head.sha,
		checks,
		isCut: lists.some(({ isCut }) => isCut),
		remarks: await withRights(client, at, all, told),
	};
	return writeNews({ ...facts, endedBy }, since);
}

/** The repository is there: what is missing is the pull request. */
async function orGone<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof HostProblem && (error.status === 404 || error.status === 410)) return undefined;
		throw error;
	}
}

async function remarksOf(
	client: GithubClient,
	at: Canonical,
	number: number,
	since: string | undefined,
): Promise<readonly Pages<Associated>[]> {
	const from = since === undefined ? {} : { since };
	const comments = await client.readPages(
		commentsSchema,
		({ rest }, page) => rest.issues.listComments({ ...at, ...page, ...from, issue_number: number }),
		mostPages,
	);
	const remarks = await client.readPages(
		remarksSchema,
		({ rest }, page) =>
			rest.pulls.listReviewComments({
				...at,
				...page,
				...from,
				pull_number: number,
				sort: 'updated',
				direction: 'asc',
			}),
		mostPages,
	);
	const reviews = await client.readPages(
		reviewsSchema,
		({ rest }, page) => rest.pulls.listReviews({ ...at, ...page, pull_number: number }),
		mostReviewPages,
	);
	return [
		{ ...comments, items: comments.items.map(commentOf) },
		{ ...remarks, items: remarks.items.map(remarkOf) },
		{ ...reviews, items: reviews.items.flatMap(reviewOf) },
	];
}

type Comment = (typeof commentsSchema)['_output'][number];
type InlineRemark = (typeof remarksSchema)['_output'][number];
type Review = (typeof reviewsSchema)['_output'][number];

function commentOf({ id, user, author_association: association, body, updated_at: at }: Comment): Associated {
	const text = body ?? '';
	return {
		kind: 'comment',
		id: `comment ${id}`,
		at,
		version: text,
		who: whoOf(user),
		association,
		text,
	};
}

function remarkOf(remark: InlineRemark): Associated {
	const { id, user, author_association: association, body, updated_at: at, path, line, original_line: former } = remark;
	const place = { path, line: line ?? former ?? undefined };
	return {
		kind: 'comment',
		id: `remark ${id}`,
		at,
		version: body,
		who: whoOf(user),
		association,
		text: body,
		...place,
	};
}

const verdicts: Readonly<Record<string, string>> = {
	APPROVED: 'Approved.',
	CHANGES_REQUESTED: 'Asks for changes.',
	DISMISSED: 'This review was dismissed.',
};

/** One that only holds remarks says nothing itself. */
function reviewOf({
	id,
	user,
	author_association: association,
	body,
	state,
	submitted_at: at,
}: Review): readonly Associated[] {
	const text = [verdicts[state] ?? '', body ?? ''].filter(Boolean).join('\n\n');
	if (at === undefined || text === '') return [];
	return [
		{
			kind: 'review',
			id: `review ${id}`,
			at,
			version: text,
			who: whoOf(user),
			association,
			text,
		},
	];
}

/** Accounts that were deleted have no name. */
function whoOf(user: { readonly login: string } | null | undefined): string {
	return user?.login ?? 'ghost';
}

/** Check runs and statuses are two things there. A token may not see the first, or either: then there are none. */
async function checksOf(client: GithubClient, at: Canonical, ref: string): Promise<readonly Check[]> {
	const runs = await orNone(
		client.readPages(
			checkRunsSchema,
			({ rest }, page) => rest.checks.listForRef({ ...at, ...page, ref, filter: 'latest' }),
			mostCheckPages,
		),
	);
	const statuses = await orNone(
		client.readPages(
			statusesSchema,
			({ rest }, page) => rest.repos.getCombinedStatusForRef({ ...at, ...page, ref }),
			mostCheckPages,
		),
	);
	return [
		...(runs?.items ?? []).map(({ name, status, conclusion }) => ({ name, end: runEnd(status, conclusion) })),
		...(statuses?.items ?? []).map(({ context, state }) => ({ name: context, end: statusEnd(state) })),
		...(runs?.isCut || statuses?.isCut ? [unreadChecks] : []),
	];
}

async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		const isDenied =
			error instanceof HostProblem &&
			[403, 404, 422].includes(error.status ?? 0) &&
			error.refusal.againAt === undefined;
		if (isDenied) return undefined;
		throw error;
	}
}

function runEnd(status: string, conclusion: string | null | undefined): Check['end'] {
	if (status !== 'completed') return 'running';
	return ['success', 'neutral', 'skipped'].includes(conclusion ?? '') ? 'passed' : 'failed';
}

function statusEnd(state: string): Check['end'] {
	if (state === 'pending') return 'running';
	return state === 'success' ? 'passed' : 'failed';
}
