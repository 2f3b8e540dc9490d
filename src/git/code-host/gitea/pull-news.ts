import type { NewsMark, PullRequestNews } from '../code-host.ts';
import { type Check, unreadChecks } from '../news/checks.ts';
import { readTold, sinceOf } from '../news/told.ts';
import { type HostRemark, writeNews } from '../news/write-news.ts';
import { HostProblem } from '../wire/refusals.ts';
import { type GiteaClient, type Pages, repositoryPath } from './gitea-client.ts';
import { commentsSchema, type Pull, pullSchema, remarksSchema, reviewsSchema, statusSchema } from './gitea-schemas.ts';
import { rightsOf } from './insiders.ts';
import { canonicalIn } from './look.ts';

const mostPages = 20;
/** Reviews whose remarks are read at one look: a request each. */
const mostReviews = 20;

type Remark = Omit<HostRemark, 'rights'>;

/** Throws `HostProblem`. */
export async function pullNews(client: GiteaClient, number: number, since: NewsMark): Promise<PullRequestNews> {
	const at = await canonicalIn(client);
	const path = repositoryPath(at);
	const pull = await orGone(client.get(`${path}/pulls/${number}`, pullSchema));
	if (!pull) return { kind: 'news', state: 'gone', mark: { ...since, state: 'gone' }, items: [] };
	const from = sinceOf(readTold(since.commentsUntil));
	const lists = [
		await commentsOf(client, `${path}/issues/${number}`, from),
		await reviewsOf(client, `${path}/pulls/${number}`, from),
	];
	const remarks = lists.flatMap(({ items }) => items);
	const rights = await rightsOf(client, at, new Set(remarks.map(({ who }) => who)));
	return writeNews(
		{
			...{ state: stateOf(pull), sha: pull.head.sha, endedBy: pull.merged_by?.login },
			remarks: remarks.map((remark) => ({ ...remark, rights: rights.get(remark.who.toLowerCase()) ?? 'unknown' })),
			isCut: lists.some(({ isCut }) => isCut),
			checks: await checksOf(client, path, pull.head.sha),
		},
		since,
	);
}

function stateOf({ merged, state }: Pull): 'open' | 'merged' | 'closed' {
	return merged ? 'merged' : state;
}

/** The repository is there: what is missing is the pull request. */
async function orGone<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof HostProblem && error.status === 404) return undefined;
		throw error;
	}
}

async function commentsOf(client: GiteaClient, path: string, since: string | undefined): Promise<Pages<Remark>> {
	const query = since === undefined ? {} : { since };
	const { items, isCut } = await client.pages(`${path}/comments`, commentsSchema, mostPages, query);
	const remarks = items.map(({ id, user, body, updated_at: at }) => ({
		...{ kind: 'comment' as const, id: `comment ${id}`, at, version: body, who: whoOf(user), text: body },
	}));
	return { items: remarks, isCut };
}

/** Lists of reviews know no "since": what is older is left out here. */
async function reviewsOf(client: GiteaClient, path: string, since: string | undefined): Promise<Pages<Remark>> {
	const { items, isCut } = await client.pages(`${path}/reviews`, reviewsSchema, mostPages);
	const recent = items.filter((review) => since === undefined || Date.parse(timeOf(review)) >= Date.parse(since));
	const withRemarks = recent.filter((review) => review.comments_count > 0);
	const inline: Remark[] = [];
	for (const { id } of withRemarks.slice(-mostReviews))
		inline.push(...(await inlineOf(client, `${path}/reviews/${id}/comments`)));
	return { items: [...recent.flatMap(reviewOf), ...inline], isCut: isCut || withRemarks.length > mostReviews };
}

type Review = NonNullable<(typeof reviewsSchema)['_output']>[number];

function timeOf({ updated_at: updated, submitted_at: submitted }: Review): string {
	return updated ?? submitted;
}

const verdicts: Readonly<Record<string, string>> = { APPROVED: 'Approved.', REQUEST_CHANGES: 'Asks for changes.' };

/** One that only holds remarks says nothing itself; one that is asked for is none yet. */
function reviewOf(review: Review): readonly Remark[] {
	const { id, user, body, state, dismissed } = review;
	if (state === 'PENDING' || state === 'REQUEST_REVIEW') return [];
	const verdict = dismissed ? 'This review was dismissed.' : (verdicts[state] ?? '');
	const text = [verdict, body].filter(Boolean).join('\n\n');
	if (text === '') return [];
	return [{ kind: 'review', id: `review ${id}`, at: timeOf(review), version: text, who: whoOf(user), text }];
}

async function inlineOf(client: GiteaClient, path: string): Promise<readonly Remark[]> {
	const found = await client.get(path, remarksSchema);
	return (found ?? []).map(({ id, user, body, path: file, position, updated_at: at }) => ({
		...{ kind: 'comment', id: `remark ${id}`, at, version: body, who: whoOf(user), text: body, path: file },
		...(position > 0 && { line: position }),
	}));
}

/** Accounts that were deleted have no name. */
function whoOf(user: { readonly login: string } | null | undefined): string {
	return user?.login ?? 'Ghost';
}

const mostCheckPages = 10;

/** In pages of at most 50, of fewer where the server wants it so (MAX_RESPONSE_ITEMS in app.example.ini); no answer tells of the next one. */
async function checksOf(client: GiteaClient, path: string, sha: string): Promise<readonly Check[]> {
	const checks = new Map<string, Check>();
	for (let page = 1; page <= mostCheckPages; page += 1) {
		const query = { page: String(page), limit: '50' };
		const found = await orGone(client.get(`${path}/commits/${sha}/status`, statusSchema, query));
		const known = checks.size;
		for (const { context, status } of found?.statuses ?? []) checks.set(context, { name: context, end: endOf(status) });
		if (checks.size === known) return [...checks.values()];
	}
	return [...checks.values(), unreadChecks];
}

/** Source: modules/commitstatus of Gitea. */
function endOf(status: string): Check['end'] {
	if (status === 'pending') return 'running';
	return ['success', 'warning', 'skipped'].includes(status) ? 'passed' : 'failed';
}
