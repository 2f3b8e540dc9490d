import type { Rights } from '../news/write-news.ts';
import { HostProblem } from '../wire/refusals.ts';
import { type GiteaClient, repositoryPath } from './gitea-client.ts';
import { peopleSchema, permissionSchema } from './gitea-schemas.ts';
import type { Canonical } from './look.ts';

/** Each is a request of its own where a server does not list them. */
const mostAsked = 20;

/**
 * The rights of these people in the repository, by their names in lower case; of the others it is not known. Those who may write are who can be assigned; where
 * that list is denied, they are asked for one by one, which takes an admin's token. Throws `HostProblem`.
 */
export async function rightsOf(
	client: GiteaClient,
	at: Canonical,
	people: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Rights>> {
	if (people.size === 0) return new Map();
	const listed = await unlessDenied(client.get(`${repositoryPath(at)}/assignees`, peopleSchema));
	const rights = new Map<string, Rights>();
	if (listed !== undefined) {
		for (const person of people) rights.set(person.toLowerCase(), 'none');
		for (const { login } of listed ?? []) rights.set(login.toLowerCase(), 'writes');
		return rights;
	}
	for (const person of [...people].slice(0, mostAsked))
		rights.set(person.toLowerCase(), await rightsOfOne(client, at, person));
	return rights.set(at.owner.toLowerCase(), 'writes');
}

async function rightsOfOne(client: GiteaClient, at: Canonical, person: string): Promise<Rights> {
	const path = `${repositoryPath(at)}/collaborators/${encodeURIComponent(person)}/permission`;
	const found = await unlessDenied(client.get(path, permissionSchema));
	if (found === undefined) return 'unknown';
	return ['owner', 'admin', 'write'].includes(found.permission) ? 'writes' : 'none';
}

/** Undefined where the token may not know, or the server has no such thing. */
async function unlessDenied<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		const isDenied =
			error instanceof HostProblem && [403, 404].includes(error.status ?? 0) && error.refusal.againAt === undefined;
		if (isDenied) return undefined;
		throw error;
	}
}
