import { type Answer, type Call, jsonIn } from '../http.ts';
import { ownerOf, type Pull, type StandInRepository } from '../world.ts';
import { need, needScope, needToken, notFound, refusal } from './gitea-rules.ts';
import { pullShape } from './gitea-shapes.ts';

export function findPull({ world }: Call, repository: StandInRepository, number: string): Pull {
	const found = world.pulls.find(
		(pull) => pull.repository === repository.id && pull.number === Number(number) && pull.state !== 'removed',
	);
	if (!found) throw notFound(world);
	return found;
}

/** CreatePullRequestOption of the description. Fields that it does not name are passed over by the real one, and refused here. */
const fields = {
	head: 'string',
	base: 'string',
	title: 'string',
	body: 'string',
	assignee: 'string',
	assignees: 'object',
	milestone: 'number',
	labels: 'object',
	due_date: 'string',
	reviewers: 'object',
	team_reviewers: 'object',
};

interface Wanted {
	readonly title?: string;
	readonly head?: string;
	readonly base?: string;
	readonly body?: string;
}

function wantedIn(call: Call): Wanted {
	const wanted = fieldsIn<Wanted>(call, 'CreatePullRequestOption', fields);
	for (const name of ['Head', 'Base', 'Title'])
		if (!Reflect.get(wanted, name.toLowerCase())) throw refusal(call.world, 422, `[${name}]: Required`);
	return wanted;
}

/** The fields of a request's body; `option`: their name in the description. Throws where it is none, or has one that the description does not know, or of another type. */
export function fieldsIn<Fields extends object>(
	{ world, body, headers }: Call,
	option: string,
	known: Readonly<Record<string, string>>,
): Fields {
	if (!/^application\/json/.test(headers['content-type'] ?? '')) throw refusal(world, 422, 'unsupported content type');
	const wanted = jsonIn(body);
	if (wanted === undefined) throw refusal(world, 422, 'invalid character in JSON');
	if (typeof wanted !== 'object' || wanted === null) throw refusal(world, 422, 'json: cannot unmarshal into Go value');
	for (const [name, value] of Object.entries(wanted)) {
		const type = known[name];
		if (type === undefined) throw refusal(world, 422, `unknown field "${name}"`);
		const detail = `json: cannot unmarshal ${typeof value} into Go struct field ${option}.${name}`;
		if (typeof value !== type) throw refusal(world, 422, detail);
	}
	return wanted as Fields;
}

/** The checks in the order in which routers/api/v1/repo/pull.go makes them. */
export async function createPull(call: Call, path = ''): Promise<Answer> {
	const { world } = call;
	const { login } = needToken(call);
	needScope(call, 'write', 'repository');
	const into = need(call, path, 'read');
	if (into.isArchived) throw refusal(world, 423, `${into.path} is archived`);
	const { title = '', head = '', base = '', body = '' } = wantedIn(call);
	if (head === base)
		throw refusal(world, 422, 'Invalid PullRequest: There are no changes between the head and the base');
	const { from, branch, sha } = await endsOf(call, into, head, base);
	const isSame = (pull: Pull): boolean =>
		pull.state === 'open' &&
		pull.repository === into.id &&
		pull.base === base &&
		pull.head.repository === from.id &&
		pull.head.branch === branch;
	const known = world.pulls.find(isSame);
	if (known) {
		const ids = `id: ${known.number * 1_000}, issue_id: ${known.number}, head_repo_id: ${from.id}, base_repo_id: ${into.id}`;
		throw refusal(
			world,
			409,
			`pull request already exists for these targets [${ids}, head_branch: ${branch}, base_branch: ${base}]`,
		);
	}
	const number =
		1 + Math.max(0, ...world.pulls.filter(({ repository }) => repository === into.id).map((pull) => pull.number));
	const pull: Pull = {
		number,
		repository: into.id,
		base,
		head: { repository: from.id, branch },
		by: login,
		title: title.slice(0, 255),
		body,
		isDraft: false,
		state: 'open',
		sha,
	};
	world.pulls.push(pull);
	return { status: 201, body: pullShape(world, pull) };
}

interface Ends {
	readonly from: StandInRepository;
	readonly branch: string;
	readonly sha: string;
}

/** Both branches must be there, in the repository and in a fork of it. */
async function endsOf(call: Call, into: StandInRepository, head: string, base: string): Promise<Ends> {
	const { world } = call;
	const [owner = '', branch = ''] = head.includes(':') ? head.split(':') : [ownerOf(into), head];
	const from =
		owner === ownerOf(into)
			? into
			: world.options.repositories.find((one) => one.forkOf === into.path && ownerOf(one) === owner);
	if (!from) throw notFound(world);
	const sha = (await world.options.branches(from.path))?.get(branch);
	const baseSha = (await world.options.branches(into.path))?.get(base);
	if (sha === undefined || baseSha === undefined) throw notFound(world);
	return { from, branch, sha };
}
