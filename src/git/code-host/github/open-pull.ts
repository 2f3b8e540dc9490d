import type { PullRequest, PullRequestOrder } from '../code-host.ts';
import { HostProblem, messageIn } from '../wire/refusals.ts';
import type { GithubClient } from './github-client.ts';
import { type Pull, pullSchema, pullsSchema } from './github-schemas.ts';
import { type Canonical, canonicalIn } from './look.ts';

/** Finds the pull request of that head, or opens it; one that another call opened meanwhile is found. Throws `HostProblem`. */
export async function openPull(client: GithubClient, order: PullRequestOrder): Promise<PullRequest> {
	const at = await canonicalIn(client);
	const known = await findPull(client, at, order);
	if (known) return asPull(client, at, known, order);
	try {
		return asPull(client, at, await create(client, at, order), order);
	} catch (error) {
		const raced = isKnownAlready(error) ? await findPull(client, at, order) : undefined;
		if (raced) return asPull(client, at, raced, order);
		throw forGood(error, client);
	}
}

/** Of those for this head, the one into the wanted branch. */
async function findPull(
	client: GithubClient,
	at: Canonical,
	{ head, base }: PullRequestOrder,
): Promise<Pull | undefined> {
	const label = head.includes(':') ? head : `${at.owner}:${head}`;
	const found = await client.read(pullsSchema, ({ rest }) =>
		rest.pulls.list({ ...at, state: 'open', head: label, base, per_page: 10 }),
	);
	// Without a head that it knows, GitHub answers with any.
	const branch = label.slice(label.indexOf(':') + 1);
	return found.find(
		(pull) =>
			pull.head.ref === branch &&
			(pull.head.label ?? label).toLowerCase() === label.toLowerCase() &&
			pull.base.ref === base,
	);
}

async function create(client: GithubClient, at: Canonical, order: PullRequestOrder): Promise<Pull> {
	const { title, body, head, base, draft } = order;
	try {
		return await client.read(pullSchema, ({ rest }) => rest.pulls.create({ ...at, title, body, head, base, draft }));
	} catch (error) {
		if (!draft || !/draft pull requests are not supported/i.test(saidIn(error))) throw error;
		return await create(client, at, { ...order, draft: false });
	}
}

function asPull({ asked }: GithubClient, at: Canonical, { number, draft }: Pull, order: PullRequestOrder): PullRequest {
	const url = `${asked.target.web}/${at.owner}/${at.repo}/pull/${number}`;
	return { kind: 'open', number, url, ...(order.draft && draft === false && { notDraft: true }) };
}

function isKnownAlready(error: unknown): boolean {
	return /pull request already exists/i.test(saidIn(error));
}

function saidIn(error: unknown): string {
	if (!(error instanceof HostProblem) || error.status !== 422) return '';
	const body: unknown = error.cause instanceof Object ? Reflect.get(error.cause, 'body') : '';
	return typeof body === 'string' ? messageIn(body) : '';
}

/** A person has to look at it: rights that are missing come back by nobody's waiting. */
function forGood(error: unknown, { asked }: GithubClient): unknown {
	if (!(error instanceof HostProblem) || error.status !== 403 || error.refusal.againAt !== undefined) return error;
	const { host, owner, name } = asked.target;
	const why = `${host} does not let the credential of ${owner}/${name} open pull requests.`;
	return new HostProblem({ kind: 'refused', why, gone: true }, { cause: error, status: 403 });
}
