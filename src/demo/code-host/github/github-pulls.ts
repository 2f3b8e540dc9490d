import type { Answer, Call } from '../http.ts';
import { ownerOf, type Pull, repositoryAt, type StandInRepository } from '../world.ts';
import { fieldsIn, invalid, need, notFound, refusal } from './github-rules.ts';
import { pullShape } from './github-shapes.ts';

export function findPull({ world }: Call, repository: StandInRepository, number: string): Pull {
	const found = world.pulls.find(
		(pull) => pull.repository === repository.id && pull.number === Number(number) && pull.state !== 'removed',
	);
	if (!found) throw notFound();
	return found;
}

/** The fields of "Create a pull request" in the description, with their types. */
const fields = {
	title: 'string',
	head: 'string',
	head_repo: 'string',
	base: 'string',
	body: 'string',
	maintainer_can_modify: 'boolean',
	draft: 'boolean',
	issue: 'number',
};

interface Wanted {
	readonly title?: string;
	readonly head?: string;
	readonly base?: string;
	readonly body?: string;
	readonly draft?: boolean;
}

function wantedIn(body: string): Wanted {
	const wanted = fieldsIn<Wanted>(body, fields);
	for (const name of ['head', 'base'] as const)
		if (!(name in wanted)) throw refusal(422, `Invalid request.\n\n"${name}" wasn't supplied.`);
	return wanted;
}

/** The checks in the order in which the real one makes them, as far as that shows. */
export async function createPull(call: Call, path = ''): Promise<Answer> {
	const { world, token } = call;
	const into = need(call, path, { right: 'read', permissions: [['pull_requests', 'write']] });
	const { title, head = '', base = '', body = '', draft = false } = wantedIn(call.body);
	if (into.isArchived) throw refusal(403, 'Repository was archived so is read-only.');
	if (title === undefined || title.trim() === '') throw invalid({ code: 'missing_field', field: 'title' });
	if (title.length > 256)
		throw invalid({ code: 'custom', field: 'title', message: 'title is too long (maximum is 256 characters)' });
	if (body.length > 65_536)
		throw invalid({ code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' });
	const { from, branch, sha, baseSha } = await endsOf(call, into, head, base);
	if (draft && into.hasDrafts === false)
		throw invalid({ code: 'custom', message: 'Draft pull requests are not supported in this repository.' });
	if (sha === baseSha) throw invalid({ code: 'custom', message: `No commits between ${base} and ${branch}` });
	const isSame = (pull: Pull): boolean =>
		pull.state === 'open' &&
		pull.repository === into.id &&
		pull.base === base &&
		pull.head.repository === from.id &&
		pull.head.branch === branch;
	if (world.pulls.some(isSame))
		throw invalid({ code: 'custom', message: `A pull request already exists for ${ownerOf(from)}:${branch}.` });
	const number =
		1 + Math.max(0, ...world.pulls.filter(({ repository }) => repository === into.id).map((pull) => pull.number));
	const pull: Pull = {
		number,
		repository: into.id,
		base,
		head: { repository: from.id, branch },
		by: token?.login ?? '',
		title,
		body,
		isDraft: draft,
		state: 'open',
		sha,
	};
	world.pulls.push(pull);
	return {
		status: 201,
		body: pullShape(world, pull, true),
		headers: { location: `${world.options.url()}/api/v3/repos/${into.path}/pulls/${number}` },
	};
}

interface Ends {
	readonly from: StandInRepository;
	readonly branch: string;
	readonly sha: string;
	readonly baseSha: string;
}

/** Both branches must be there, in the repository and in a fork of it. */
async function endsOf({ world }: Call, into: StandInRepository, head: string, base: string): Promise<Ends> {
	const [owner = '', branch = ''] = head.includes(':') ? head.split(':') : [ownerOf(into), head];
	const from =
		owner === ownerOf(into)
			? into
			: world.options.repositories.find((one) => one.forkOf === into.path && ownerOf(one) === owner);
	const sha = from && (await world.options.branches(from.path))?.get(branch);
	if (!from || sha === undefined) throw invalid({ field: 'head', code: 'invalid' });
	const baseSha = (await world.options.branches(repositoryAt(world, into.path)?.path ?? ''))?.get(base);
	if (baseSha === undefined) throw invalid({ field: 'base', code: 'invalid' });
	return { from, branch, sha, baseSha };
}
