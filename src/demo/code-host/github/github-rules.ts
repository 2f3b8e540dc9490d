import { createPublicKey, verify } from 'node:crypto';
import { type Answer, type Call, jsonIn, Refused } from '../http.ts';
import {
	nowIn,
	ownerOf,
	type Right,
	repositoryAt,
	rightOf,
	type StandInApp,
	type StandInRepository,
	type StandInToken,
	type World,
} from '../world.ts';

const docs = 'https://docs.github.com/rest';
const perHour = 5_000;

export function refusal(status: number, message: string, more: object = {}): Refused {
	return new Refused({ status, body: { message, ...more, documentation_url: docs, status: String(status) } });
}

export function notFound(): Refused {
	return refusal(404, 'Not Found');
}

/** Something of a pull request that will not do. */
export function invalid(detail: object): Refused {
	return refusal(422, 'Validation Failed', { errors: [{ resource: 'PullRequest', ...detail }] });
}

/** The fields of a request's body. Throws where it is none, or has one that the description does not know, or of another type. */
export function fieldsIn<Fields extends object>(body: string, known: Readonly<Record<string, string>>): Fields {
	const wanted = jsonIn(body);
	if (wanted === undefined) throw refusal(400, 'Problems parsing JSON');
	if (typeof wanted !== 'object' || wanted === null) throw refusal(400, 'Body should be a JSON object');
	for (const [name, value] of Object.entries(wanted)) {
		const type = known[name];
		if (type === undefined) throw refusal(422, `Invalid request.\n\n"${name}" is not a permitted key.`);
		if (typeof value !== type)
			throw refusal(422, `Invalid request.\n\nFor 'properties/${name}', ${JSON.stringify(value)} is not a ${type}.`);
	}
	return wanted as Fields;
}

export function rateHeaders(world: World, remaining = perHour - 1): Record<string, string> {
	const reset = Math.ceil((world.limit?.kind === 'primary' ? world.limit.until : nowIn(world) + 3_600_000) / 1_000);
	return {
		'x-ratelimit-limit': String(perHour),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-used': String(perHour - remaining),
		'x-ratelimit-reset': String(reset),
		'x-ratelimit-resource': 'core',
	};
}

export function limitOf(world: World): Answer | undefined {
	const { limit } = world;
	if (!limit) return undefined;
	if (limit.kind === 'primary') {
		const { answer } = refusal(403, 'API rate limit exceeded for user ID 1.');
		return limit.until > nowIn(world) ? { ...answer, headers: rateHeaders(world, 0) } : undefined;
	}
	const { answer } = refusal(
		403,
		'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
	);
	return {
		...answer,
		headers: { ...rateHeaders(world), ...(limit.wait !== undefined && { 'retry-after': String(limit.wait) }) },
	};
}

export function checkHeaders({ headers, method, body }: Omit<Call, 'token'>): Record<string, string> {
	if (!headers['user-agent'])
		throw refusal(
			403,
			'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
		);
	if (!/\*\/\*|application\/(?:vnd\.github(?:\.v3)?\+)?json/.test(headers.accept ?? '*/*'))
		throw refusal(415, "Unsupported 'Accept' header");
	const version = headers['x-github-api-version'];
	if (version !== undefined && version !== '2022-11-28') throw refusal(400, 'Invalid API version');
	if (method !== 'GET' && body !== '' && !/^application\/json/.test(headers['content-type'] ?? ''))
		throw refusal(415, 'Unsupported Media Type');
	return { 'x-github-media-type': 'github.v3; format=json' };
}

export function scopeHeaders(token: StandInToken | undefined): Record<string, string> {
	return token && 'scopes' in token.may ? { 'x-oauth-scopes': token.may.scopes.join(', ') } : {};
}

/** Undefined: nobody. An app's own token is none that repositories know. */
export function tokenOf({ world, headers, path }: Omit<Call, 'token'>): StandInToken | undefined {
	const { authorization } = headers;
	if (authorization === undefined) return undefined;
	const [, text = ''] = /^(?:token|bearer) (\S+)$/i.exec(authorization) ?? [];
	const isApps = /^\/app\/|\/installation$/.test(path);
	if (text.split('.').length === 3 && isApps) return undefined;
	const token = world.options.tokens.find((one) => one.token === text);
	if (!token || (token.until ?? Number.POSITIVE_INFINITY) <= nowIn(world)) throw refusal(401, 'Bad credentials');
	return token;
}

/** Whose JWT it is. Throws as GitHub does where it is nobody's, too long, or signed by another. */
export function appOf({ world, headers }: Call): StandInApp {
	const [, jwt = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
	const [head = '', claims = '', signature = ''] = jwt.split('.');
	const app = world.options.apps?.find(({ id }) => String(read(claims)['iss']) === id);
	if (!app) throw refusal(401, 'A JSON web token could not be decoded');
	const isSigned = verify(
		'RSA-SHA256',
		Buffer.from(`${head}.${claims}`),
		createPublicKey(app.publicKey),
		Buffer.from(signature, 'base64url'),
	);
	if (!isSigned || read(head)['alg'] !== 'RS256') throw refusal(401, 'A JSON web token could not be decoded');
	const now = nowIn(world) / 1_000;
	const [from, until] = [Number(read(claims)['iat']), Number(read(claims)['exp'])];
	if (until > now + 600) throw refusal(401, "'Expiration time' claim ('exp') is too far in the future");
	if (!(until > now))
		throw refusal(
			401,
			"'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
		);
	if (!(from <= now))
		throw refusal(
			401,
			"'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
		);
	return app;
}

function read(part: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch {
		return {};
	}
}

export interface Need {
	/** Of a fine-grained token or an installation: `pull_requests: write`. One of them will do. */
	readonly permissions: readonly (readonly [name: string, level: 'read' | 'write'])[];
	readonly right: Right;
}

/** The repository, where this call may do that in it; a private one that it may not see is not there. */
export function need(call: Call, path: string, { permissions, right }: Need): StandInRepository {
	const { world, token, method } = call;
	const repository = repositoryAt(world, path);
	if (!repository) throw moved(call, path);
	if (!token && method !== 'GET') throw refusal(401, 'Requires authentication');
	if (!sees(repository, token)) throw notFound();
	if (token && !mayBy(token, permissions, repository))
		throw refusal(403, 'Resource not accessible by personal access token');
	const own =
		token && 'permissions' in token.may && token.login.endsWith('[bot]') ? 'admin' : rightOf(repository, token?.login);
	const levels: readonly Right[] = ['read', 'write', 'admin'];
	if (!own || levels.indexOf(own) < levels.indexOf(right)) throw refusal(403, 'Must have admin rights to Repository.');
	return repository;
}

function sees(repository: StandInRepository, token: StandInToken | undefined): boolean {
	if (token?.only && !token.only.includes(repository.path)) return !repository.isPrivate;
	if (token?.login.endsWith('[bot]')) return true;
	const isScoped = !token || !('scopes' in token.may) || token.may.scopes.includes('repo');
	return rightOf(repository, token?.login) !== undefined && (!repository.isPrivate || isScoped);
}

function mayBy({ may, only }: StandInToken, wanted: Need['permissions'], repository: StandInRepository): boolean {
	const writes = wanted.some(([, level]) => level === 'write');
	if ('scopes' in may)
		return !writes || may.scopes.includes('repo') || (!repository.isPrivate && may.scopes.includes('public_repo'));
	if (only && !only.includes(repository.path)) return !writes;
	return wanted.some(
		([name, level]) => name === 'metadata' || may.permissions[name] === 'write' || may.permissions[name] === level,
	);
}

function moved({ world, path: asked }: Call, path: string): Refused {
	const now = world.options.repositories.find(({ former = [] }) => former.includes(path));
	if (!now) return notFound();
	const rest = asked.split('/').slice(4).join('/');
	const url = `${world.options.url()}/api/v3/repositories/${now.id}${rest && `/${rest}`}`;
	const { answer } = refusal(301, 'Moved Permanently', { url });
	return new Refused({ ...answer, headers: { location: url } });
}

export function isOwner(repository: StandInRepository, login: string): boolean {
	return ownerOf(repository) === login;
}
