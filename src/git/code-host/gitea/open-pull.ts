import type { PullRequest, PullRequestOrder } from '../code-host.ts';
import { HostProblem } from '../wire/refusals.ts';
import { type GiteaClient, repositoryPath } from './gitea-client.ts';
import { type Pull, pullSchema, pullsSchema } from './gitea-schemas.ts';
import { type Canonical, canonicalIn } from './look.ts';

/** Pages of open pull requests that are read for the one of that head. */
const mostPages = 20;
/** Gitea has no drafts but titles that begin so: WORK_IN_PROGRESS_PREFIXES in its app.example.ini. */
const draftPrefix = 'WIP: ';

/** Finds the pull request of that head, or opens it; one that another call opened meanwhile is found. Throws `HostProblem`. */
export async function openPull(client: GiteaClient, order: PullRequestOrder): Promise<PullRequest> {
	const at = await canonicalIn(client);
	const known = await findPull(client, at, order);
	if (known) return asPull(client, at, known, order);
	try {
		return asPull(client, at, await create(client, at, order), order);
	} catch (error) {
		const raced = isConflict(error) ? await findPull(client, at, order) : undefined;
		if (raced) return asPull(client, at, raced, order);
		throw forGood(error, client);
	}
}

async function findPull(
	client: GiteaClient,
	at: Canonical,
	{ head, base }: PullRequestOrder,
): Promise<Pull | undefined> {
	const { items } = await client.pages(`${repositoryPath(at)}/pulls`, pullsSchema, mostPages, { state: 'open' });
	const [owner = '', branch = ''] = head.includes(':') ? head.split(':') : [at.owner, head];
	const isOwners = (path: string): boolean => path.toLowerCase().startsWith(`${owner.toLowerCase()}/`);
	return items.find(
		(pull) => pull.head.ref === branch && pull.base.ref === base && isOwners(pull.head.repo?.full_name ?? ''),
	);
}

function create(
	client: GiteaClient,
	at: Canonical,
	{ head, base, title, body, draft }: PullRequestOrder,
): Promise<Pull> {
	const named = draft ? `${draftPrefix}${title}` : title;
	return client.send('POST', `${repositoryPath(at)}/pulls`, pullSchema, { head, base, title: named, body });
}

function asPull({ asked }: GiteaClient, at: Canonical, pull: Pull, order: PullRequestOrder): PullRequest {
	const url = `${asked.target.web}/${at.owner}/${at.name}/pulls/${pull.number}`;
	const isDraft = pull.draft ?? /^(?:WIP:|\[WIP\])/i.test(pull.title);
	return { kind: 'open', number: pull.number, url, ...(order.draft && !isDraft && { notDraft: true }) };
}

function isConflict(error: unknown): boolean {
	return error instanceof HostProblem && error.status === 409;
}

/** A person has to look at it: rights that are missing come back by nobody's waiting. */
function forGood(error: unknown, { asked }: GiteaClient): unknown {
	if (!(error instanceof HostProblem)) return error;
	const { host, owner, name } = asked.target;
	if (error.status === 403 && error.refusal.againAt === undefined)
		return new HostProblem({ ...error.refusal, gone: true }, { cause: error, status: 403 });
	if (error.status !== 404) return error;
	const why = `${host} does not know the branch that is to be merged into ${owner}/${name}, or the one that it goes into.`;
	return new HostProblem({ kind: 'refused', why, gone: true }, { cause: error, status: 404 });
}
