import { type Answer, type Call, pageOf, type Route } from '../http.ts';
import { nowIn, type Remark, refresh, repositoryAt, rightOf, type StandInRepository } from '../world.ts';
import { createComment, editPull } from './github-edits.ts';
import { createPull, findPull } from './github-pulls.ts';
import { appOf, isOwner, type Need, need, notFound, refusal } from './github-rules.ts';
import { accountShape, inlineShape, pullShape, remarkShape, repositoryShape, reviewShape } from './github-shapes.ts';

const sizes = { name: 'per_page', usual: 30, most: 100 };

const reads = (...names: readonly string[]): Need => ({
	right: 'read',
	permissions: names.map((name) => [name, 'read'] as const),
});
const repo = String.raw`^\/repos\/([^/]+\/[^/]+)`;

/** GitHub's, as far as a client that opens and follows pull requests goes. */
export const githubRoutes: readonly Route[] = [
	['GET', new RegExp(`${repo}$`), getRepository],
	['GET', new RegExp(`${repo}\\/branches$`), listBranches],
	['GET', new RegExp(`${repo}\\/installation$`), getInstallation],
	['POST', /^\/app\/installations\/(\d+)\/access_tokens$/, mintToken],
	['POST', new RegExp(`${repo}\\/forks$`), createFork],
	['GET', new RegExp(`${repo}\\/collaborators\\/([^/]+)\\/permission$`), getPermission],
	['GET', new RegExp(`${repo}\\/pulls$`), listPulls],
	['POST', new RegExp(`${repo}\\/pulls$`), createPull],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)$`), getPull],
	['PATCH', new RegExp(`${repo}\\/pulls\\/(\\d+)$`), editPull],
	['POST', new RegExp(`${repo}\\/issues\\/(\\d+)\\/comments$`), createComment],
	['GET', new RegExp(`${repo}\\/issues\\/(\\d+)\\/comments$`), listComments],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)\\/comments$`), listInline],
	['GET', new RegExp(`${repo}\\/pulls\\/(\\d+)\\/reviews$`), listReviews],
	['GET', new RegExp(`${repo}\\/commits\\/([^/]+)\\/check-runs$`), listRuns],
	['GET', new RegExp(`${repo}\\/commits\\/([^/]+)\\/status$`), getStatus],
];

async function getRepository(call: Call, path = ''): Promise<Answer> {
	const repository = need(call, path, reads('metadata'));
	return { status: 200, body: repositoryShape(call.world, repository, call.token?.login) };
}

async function listBranches(call: Call, path = ''): Promise<Answer> {
	const repository = need(call, path, reads('contents'));
	const { protectedBranches = [] } = repository;
	const branches = (await call.world.options.branches(repository.path)) ?? new Map<string, string>();
	const all = [...branches].map(([name, sha]) => ({
		name,
		commit: { sha },
		protected: protectedBranches.includes(name),
	}));
	const wanted = call.query.get('protected');
	return pageOf(call, wanted === null ? all : all.filter((one) => String(one.protected) === wanted), sizes);
}

async function getInstallation(call: Call, path = ''): Promise<Answer> {
	const app = appOf(call);
	if (!app.repositories.includes(path)) throw notFound();
	return { status: 200, body: { id: app.installation, app_id: app.id, permissions: app.permissions } };
}

/** Good for an hour, and for the repositories that it is asked for. */
async function mintToken(call: Call, id = ''): Promise<Answer> {
	const { world } = call;
	const app = appOf(call);
	if (String(app.installation) !== id) throw notFound();
	const { repositories } = JSON.parse(call.body || '{}') as { repositories?: readonly string[] };
	const only = app.repositories.filter((path) => repositories?.includes(path.slice(path.indexOf('/') + 1)) ?? true);
	if (repositories && only.length < repositories.length)
		throw refusal(
			422,
			'There is at least one repository that does not exist or is not accessible to the parent installation.',
		);
	const token = `ghs_${String(world.nextId).padStart(36, '0')}`;
	world.nextId += 1;
	const until = nowIn(world) + 3_600_000;
	world.options.tokens.push({ token, login: `app-${app.id}[bot]`, may: { permissions: app.permissions }, only, until });
	const expires = new Date(until).toISOString().replace(/\.\d+Z$/, 'Z');
	return {
		status: 201,
		body: { token, expires_at: expires, permissions: app.permissions, repository_selection: 'selected' },
	};
}

async function createFork(call: Call, path = ''): Promise<Answer> {
	const { world, token } = call;
	const from = need(call, path, { right: 'read', permissions: [['administration', 'write']] });
	const login = token?.login ?? '';
	if (login.endsWith('[bot]')) throw refusal(403, 'Resource not accessible by integration');
	const known = world.options.repositories.find((one) => one.forkOf === from.path && isOwner(one, login));
	if (known) return { status: 202, body: repositoryShape(world, known, login) };
	const name = from.path.slice(from.path.indexOf('/') + 1);
	const to = repositoryAt(world, `${login}/${name}`) ? `${login}/${name}-1` : `${login}/${name}`;
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

/** Only whoever may push is told; nobody has a right where they see nothing. */
async function getPermission(call: Call, path = '', person = ''): Promise<Answer> {
	const { token } = call;
	const repository = need(call, path, reads('metadata'));
	const own = token?.login.endsWith('[bot]') ? 'admin' : rightOf(repository, token?.login);
	if (own !== 'write' && own !== 'admin') throw refusal(403, 'Must have push access to view collaborator permission.');
	const permission = rightOf(repository, person) ?? 'none';
	return { status: 200, body: { permission, role_name: permission, user: accountShape(person) } };
}

async function listPulls(call: Call, path = ''): Promise<Answer> {
	const { world, query } = call;
	const repository = need(call, path, reads('pull_requests'));
	const state = query.get('state') ?? 'open';
	const [head, base] = [query.get('head'), query.get('base')];
	const own = world.pulls.filter((pull) => pull.repository === repository.id && pull.state !== 'removed');
	await Promise.all(own.map((pull) => refresh(world, pull)));
	const isWanted = (pull: (typeof own)[number]): boolean => {
		const shape = pullShape(world, pull, false) as { head: { label: string } };
		// One without an owner is not looked at.
		const isHead = !head?.includes(':') || shape.head.label.toLowerCase() === head.toLowerCase();
		return (
			isHead &&
			(base === null || pull.base === base) &&
			(state === 'all' || (pull.state === 'open') === (state === 'open'))
		);
	};
	const found = own.filter(isWanted).toReversed();
	return pageOf(
		call,
		found.map((pull) => pullShape(world, pull, false)),
		sizes,
	);
}

async function getPull(call: Call, path = '', number = ''): Promise<Answer> {
	const repository = need(call, path, reads('pull_requests'));
	const pull = await refresh(call.world, findPull(call, repository, number));
	return { status: 200, body: pullShape(call.world, pull, true) };
}

function remarksOf(call: Call, repository: StandInRepository, number: string, kind: Remark['kind']): readonly Remark[] {
	const pull = findPull(call, repository, number);
	const since = call.query.get('since');
	const from = since === null ? 0 : Date.parse(since);
	if (Number.isNaN(from)) throw refusal(422, 'Validation Failed');
	return call.world.remarks.filter((one) => one.pull === pull && one.kind === kind && Date.parse(one.at) >= from);
}

async function listComments(call: Call, path = '', number = ''): Promise<Answer> {
	const repository = need(call, path, reads('issues', 'pull_requests'));
	const found = remarksOf(call, repository, number, 'comment').toSorted((one, other) => one.id - other.id);
	return pageOf(
		call,
		found.map((one) => remarkShape(call.world, one)),
		sizes,
	);
}

async function listInline(call: Call, path = '', number = ''): Promise<Answer> {
	const repository = need(call, path, reads('pull_requests'));
	const found = remarksOf(call, repository, number, 'remark').toSorted(
		(one, other) => Date.parse(one.at) - Date.parse(other.at),
	);
	return pageOf(
		call,
		found.map((one) => inlineShape(call.world, one)),
		sizes,
	);
}

async function listReviews(call: Call, path = '', number = ''): Promise<Answer> {
	const repository = need(call, path, reads('pull_requests'));
	const pull = findPull(call, repository, number);
	const found = call.world.remarks.filter((one) => one.pull === pull && one.kind === 'review');
	return pageOf(
		call,
		found.map((one) => reviewShape(call.world, one)),
		sizes,
	);
}

/** Fine-grained tokens of people cannot have that permission: an app's can. */
async function listRuns(call: Call, path = '', sha = ''): Promise<Answer> {
	need(call, path, reads('checks'));
	const own = (call.world.checks.get(sha) ?? []).filter(({ as }) => as === 'run');
	const runs = own.map(({ name, end }, index) => ({
		...{ id: index + 1, name, head_sha: sha, status: end === 'running' ? 'in_progress' : 'completed' },
		conclusion: end === 'running' ? null : end === 'passed' ? 'success' : 'failure',
	}));
	const page = pageOf(call, runs, sizes);
	return { ...page, body: { total_count: runs.length, check_runs: page.body } };
}

async function getStatus(call: Call, path = '', sha = ''): Promise<Answer> {
	need(call, path, reads('statuses'));
	const own = (call.world.checks.get(sha) ?? []).filter(({ as }) => as === 'status');
	const words = { passed: 'success', failed: 'failure', running: 'pending' } as const;
	const statuses = own.map(({ name, end }, index) => ({
		id: index + 1,
		context: name,
		state: words[end],
		description: null,
		target_url: null,
	}));
	const page = pageOf(call, statuses, sizes);
	return { ...page, body: { sha, state: 'pending', total_count: statuses.length, statuses: page.body } };
}
