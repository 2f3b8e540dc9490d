import type { RepositoryFacts } from '../code-host.ts';
import { HostProblem } from '../wire/refusals.ts';
import { type GiteaClient, repositoryPath } from './gitea-client.ts';
import { branchesSchema, personSchema, repositoriesSchema, repositorySchema } from './gitea-schemas.ts';

/** A repository as the host names it now: it may have been renamed, which is followed for reading alone. */
export interface Canonical {
	readonly owner: string;
	readonly name: string;
}

/** All throw `HostProblem`. */
export async function canonicalIn(client: GiteaClient): Promise<Canonical> {
	const found = await client.get(repositoryPath(client.asked.target), repositorySchema);
	return canonicalOf(found.full_name);
}

function canonicalOf(path: string): Canonical {
	const [owner = '', name = ''] = path.split('/');
	return { owner, name };
}

export async function look(client: GiteaClient): Promise<RepositoryFacts> {
	const found = await client.get(repositoryPath(client.asked.target), repositorySchema);
	const at = repositoryPath(canonicalOf(found.full_name));
	const { items } = await client.pages(`${at}/branches`, branchesSchema, 6);
	return {
		...{ kind: 'facts', path: found.full_name, defaultBranch: found.default_branch, isArchived: found.archived },
		mayPush: found.permissions?.push ?? false,
		protectedBranches: items
			.filter((branch) => branch.protected)
			.map(({ name }) => name)
			.slice(0, 100),
	};
}

/** Answers one of 202; one that is there already is refused with 409 and looked for among the forks. */
export async function fork(client: GiteaClient): Promise<{ readonly kind: 'forked'; readonly path: string }> {
	const at = repositoryPath(await canonicalIn(client));
	try {
		const made = await client.send('POST', `${at}/forks`, repositorySchema, {});
		return { kind: 'forked', path: made.full_name };
	} catch (error) {
		if (!(error instanceof HostProblem) || error.status !== 409) throw error;
		const known = await knownFork(client, at);
		if (known === undefined) throw error;
		return { kind: 'forked', path: known };
	}
}

async function knownFork(client: GiteaClient, at: string): Promise<string | undefined> {
	const { login } = await client.get('/user', personSchema);
	const { items } = await client.pages(`${at}/forks`, repositoriesSchema, 10);
	return items.find(({ owner }) => owner.login.toLowerCase() === login.toLowerCase())?.full_name;
}
