import { HostProblem } from '../wire/refusals.ts';
import { type GiteaClient, repositoryPath } from './gitea-client.ts';
import { peopleSchema, permissionSchema } from './gitea-schemas.ts';
import type { Canonical } from './look.ts';

/** Each is a request of its own where a server does not list them. */
const mostAsked = 20;

/**
 * Who of these people may write to the repository, in lower case. Those who may are who can be assigned; where that list is denied, they are asked for one by
 * one, which takes an admin's token. Throws `HostProblem`.
 */
export async function insidersOf(
	client: GiteaClient,
	at: Canonical,
	people: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
	if (people.size === 0) return new Set();
	const known = await unlessDenied(client.get(`${repositoryPath(at)}/assignees`, peopleSchema));
	if (known !== undefined) return new Set((known ?? []).map(({ login }) => login.toLowerCase()));
	const found = new Set([at.owner.toLowerCase()]);
	for (const person of [...people].slice(0, mostAsked))
		if (await mayWrite(client, at, person)) found.add(person.toLowerCase());
	return found;
}

async function mayWrite(client: GiteaClient, at: Canonical, person: string): Promise<boolean> {
	const path = `${repositoryPath(at)}/collaborators/${encodeURIComponent(person)}/permission`;
	const found = await unlessDenied(client.get(path, permissionSchema));
	return ['owner', 'admin', 'write'].includes(found?.permission ?? '');
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
