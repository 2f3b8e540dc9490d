import { type Call, Refused } from '../http.ts';
import {
	nowIn,
	type Right,
	repositoryAt,
	rightOf,
	type StandInRepository,
	type StandInToken,
	type World,
} from '../world.ts';

export function refusal(world: World, status: number, message: string, more: object = {}): Refused {
	return new Refused({ status, body: { message, url: `${world.options.url()}/api/swagger`, ...more } });
}

export function notFound(world: World): Refused {
	return refusal(world, 404, "The target couldn't be found.", { errors: [] });
}

/** Undefined: nobody. */
export function tokenOf({ world, headers }: Omit<Call, 'token'>): StandInToken | undefined {
	const { authorization } = headers;
	if (authorization === undefined) return undefined;
	const [, text = ''] = /^(?:token|bearer) (\S+)$/i.exec(authorization) ?? [];
	const token = world.options.tokens.find((one) => one.token === text);
	if (!token || (token.until ?? Number.POSITIVE_INFINITY) <= nowIn(world))
		throw refusal(world, 401, 'invalid username, password or token');
	return token;
}

/** `write:repository` is good for reading, too. Source: docs.gitea.com "Scope of Access Tokens". */
export function needScope({ world, token }: Call, level: 'read' | 'write', category: string): void {
	if (!token || !('scopes' in token.may)) return;
	const { scopes } = token.may;
	const isGood =
		scopes.includes('all') ||
		scopes.includes(`write:${category}`) ||
		(level === 'read' && scopes.includes(`read:${category}`));
	if (isGood) return;
	const detail = `required=[${level}:${category}], token scope=${scopes.join(',')}`;
	throw refusal(world, 403, `token does not have at least one of required scope(s), ${detail}`);
}

/** The repository, where this call may do that in it; one that it does not see is not there. */
export function need(call: Call, path: string, right: Right): StandInRepository {
	const { world, token } = call;
	const repository = repositoryAt(world, path);
	if (!repository) throw moved(call, path);
	const own = rightOf(repository, token?.login);
	if (own === undefined || (token?.only && !token.only.includes(repository.path))) throw notFound(world);
	const levels: readonly Right[] = ['read', 'write', 'admin'];
	if (levels.indexOf(own) < levels.indexOf(right))
		throw refusal(world, 403, 'user should have a permission to write to a repo');
	return repository;
}

export function needToken({ world, token }: Call): StandInToken {
	if (!token) throw refusal(world, 401, 'token is required');
	return token;
}

function moved({ world, path: asked, query }: Call, path: string): Refused {
	const now = world.options.repositories.find(({ former = [] }) => former.includes(path));
	if (!now) return notFound(world);
	const search = query.size > 0 ? `?${query.toString()}` : '';
	const location = `/api/v1${asked.replace(`/repos/${path}`, `/repos/${now.path}`)}${search}`;
	return new Refused({ status: 307, body: {}, headers: { location } });
}
