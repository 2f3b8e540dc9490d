import { type Answer, type Call, pageOf, type Route } from '../http.ts';
import { ownerOf, type Remark, refresh, repositoryAt, rightOf, type StandInRepository } from '../world.ts';
import { createComment, editPull } from './gitea-edits.ts';
import { createPull, findPull } from './gitea-pulls.ts';
import { need, needScope, needToken, notFound, refusal } from './gitea-rules.ts';
import { inlineShape, personShape, pullShape, remarkShape, repositoryShape, reviewShape } from './gitea-shapes.ts';

/** MAX_RESPONSE_ITEMS and DEFAULT_PAGING_NUM of app.example.ini. */
const sizes = { name: 'limit', usual: 30, most: 50 };
const repo = String.raw`^\/repos\/([^/]+\/[^/]+)`;

/** Gitea's, as far as a client that opens and follows pull requests goes. */
export const giteaRoutes: readonly Route[] = [
	['GET', /^\/user$/, getUser],
	['GET', new RegExp(`${repo}$`), getRepository],
	['GET', new RegExp(`${repo}\\/branches$`), listBranches],
	['GET', new RegExp(`${repo}\\/forks$`), listForks],
	['POST', new RegExp(`${repo}\\/forks$`), createFork],
	['GET', new RegExp(`${repo}\\/assignees$`), listAssignees],
	['GET', new RegExp(`${repo}\\/collaborators\\/([^/]+)\\/permission$`), getPermission],
	['GET', new RegExp(`${repo}\\/pulls$`), listPulls],
	['POST', new RegExp(`${repo}\\/pulls$`), createPull],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)$`), getPull],
	['PATCH', new RegExp(`${repo}\\/pulls\\/(\\d+)$`), editPull],
	['POST', new RegExp(`${repo}\\/issues\\/(\\d+)\\/comments$`), createComment],
	['GET', new RegExp(`${repo}\\/issues\\/(\\d+)\\/comments$`), listComments],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)\\/reviews$`), listReviews],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)\\/reviews\\/(\\d+)\\/comments$`), listInline],
	['GET', new RegExp(`${repo}\\/commits\\/([^/]+)\\/status$`), getStatus],
];

async function getUser(call: Call): Promise<Answer> {
	const { login } = needToken(call);
	needScope(call, 'read', 'user');
	return { status: 200, body: personShape(login) };
}

function readable(call: Call, path: string, category = 'repository'): StandInRepository {
	const repository = need(call, path, 'read');
	needScope(call, 'read', category);
	return repository;
}

async function getRepository(call: Call, path = ''): Promise<Answer> {
	const repository = readable(call, path);
	return { status: 200, body: repositoryShape(call.world, repository, call.token?.login) };
}

async function listBranches(call: Call, path = ''): Promise<Answer> {
	const { protectedBranches = [], path: now } = readable(call, path);
	const branches = (await call.world.options.branches(now)) ?? new Map<string, string>();
	return pageOf(
		call,
		[...branches].map(([name, id]) => ({ name, commit: { id }, protected: protectedBranches.includes(name) })),
		sizes,
	);
}

async function listForks(call: Call, path = ''): Promise<Answer> {
	const { world, token } = call;
	const from = readable(call, path);
	const forks = world.options.repositories.filter(
		(one) => one.forkOf === from.path && rightOf(one, token?.login) !== undefined,
	);
	return pageOf(
		call,
		forks.map((one) => repositoryShape(world, one, token?.login)),
		sizes,
	);
}

async function createFork(call: Call, path = ''): Promise<Answer> {
	const { world } = call;
	const { login } = needToken(call);
	needScope(call, 'write', 'repository');
	const from = need(call, path, 'read');
	const to = `${login}/${from.path.slice(from.path.indexOf('/') + 1)}`;
	const isKnown =
		repositoryAt(world, to) ??
		world.options.repositories.find((one) => one.forkOf === from.path && ownerOf(one) === login);
	if (isKnown)
		throw refusal(
			world,
			409,
			`repository is already forked by user [uname: ${login}, repo path: ${from.path}, fork path: ${isKnown.path}]`,
		);
	const fork: StandInRepository = {
		id: 10_000 + world.nextId,
		path: to,
		isPrivate: from.isPrivate,
		defaultBranch: from.defaultBranch,
		people: {},
		forkOf: from.path,
	};
	world.nextId += 1;
	await world.options.onFork?.(from.path, to);
	world.options.repositories.push(fork);
	return { status: 202, body: repositoryShape(world, fork, login) };
}

async function listAssignees(call: Call, path = ''): Promise<Answer> {
	needToken(call);
	const repository = readable(call, path);
	const people = Object.entries(repository.people).filter(([, right]) => right !== 'read');
	return { status: 200, body: [ownerOf(repository), ...people.map(([login]) => login)].map(personShape) };
}

async function getPermission(call: Call, path = '', person = ''): Promise<Answer> {
	const { world } = call;
	const { login } = needToken(call);
	const repository = readable(call, path);
	const isAdmin = rightOf(repository, login) === 'admin';
	const words =
		'Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own';
	if (!isAdmin && login.toLowerCase() !== person.toLowerCase()) throw refusal(world, 403, words);
	const own = ownerOf(repository) === person ? 'owner' : (rightOf(repository, person) ?? 'none');
	return { status: 200, body: { permission: own, role_name: own, user: personShape(person) } };
}

async function listPulls(call: Call, path = ''): Promise<Answer> {
	const { world, query } = call;
	const repository = readable(call, path);
	const state = query.get('state') ?? 'open';
	const own = world.pulls.filter((pull) => pull.repository === repository.id && pull.state !== 'removed');
	const found = own.filter((pull) => state === 'all' || (pull.state === 'open') === (state === 'open')).toReversed();
	await Promise.all(found.map((pull) => refresh(world, pull)));
	return pageOf(
		call,
		found.map((pull) => pullShape(world, pull)),
		sizes,
	);
}

async function getPull(call: Call, path = '', number = ''): Promise<Answer> {
	const pull = await refresh(call.world, findPull(call, readable(call, path), number));
	return { status: 200, body: pullShape(call.world, pull) };
}

async function listComments(call: Call, path = '', number = ''): Promise<Answer> {
	const { world, query } = call;
	const pull = findPull(call, readable(call, path, 'issue'), number);
	const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
	if (Number.isNaN(since)) throw refusal(world, 422, 'parsing time');
	const found = world.remarks.filter(
		(one: Remark) => one.pull === pull && one.kind === 'comment' && Date.parse(one.at) >= since,
	);
	return { status: 200, body: found.map(remarkShape), headers: { 'x-total-count': String(found.length) } };
}

async function listReviews(call: Call, path = '', number = ''): Promise<Answer> {
	const { world } = call;
	const pull = findPull(call, readable(call, path), number);
	const found = world.remarks.filter((one) => one.pull === pull && one.kind === 'review');
	return pageOf(
		call,
		found.map((one) => reviewShape(world, one)),
		sizes,
	);
}

async function listInline(call: Call, path = '', number = '', review = ''): Promise<Answer> {
	const { world } = call;
	const pull = findPull(call, readable(call, path), number);
	if (!world.remarks.some((one) => one.pull === pull && one.id === Number(review))) throw notFound(world);
	return { status: 200, body: world.remarks.filter((one) => one.review === Number(review)).map(inlineShape) };
}

async function getStatus(call: Call, path = '', sha = ''): Promise<Answer> {
	const { world } = call;
	readable(call, path);
	const words = { passed: 'success', failed: 'failure', running: 'pending' } as const;
	const all = world.checks.get(sha) ?? [];
	const statuses = all.map(({ name, end }, index) => ({
		id: index + 1,
		context: name,
		status: words[end],
		description: '',
		target_url: '',
	}));
	// GetCombinedCommitStatusByRef in routers/api/v1/repo/status.go: a page, without a link to the next one.
	const { body } = pageOf(call, statuses, sizes);
	return { status: 200, body: { sha, state: 'pending', total_count: body.length, statuses: body } };
}
