import type { RepositoryFacts } from '../code-host.ts';
import { type AccessToken, mayPropose } from '../tokens/tokens.ts';
import type { GithubClient } from './github-client.ts';
import { branchesSchema, repositorySchema } from './github-schemas.ts';

/** A repository as the host names it now: it may have been renamed, and lists know only that name. */
export interface Canonical {
	readonly owner: string;
	readonly repo: string;
}

/** Throws `HostProblem`. */
export async function look(
	client: GithubClient,
	token: AccessToken,
): Promise<RepositoryFacts & { readonly at: Canonical }> {
	const { owner, name } = client.asked.target;
	const found = await client.read(repositorySchema, ({ rest }) => rest.repos.get({ owner, repo: name }));
	const at = canonicalOf(found.full_name);
	return {
		...{ kind: 'facts', at, path: found.full_name, defaultBranch: found.default_branch, isArchived: found.archived },
		// The permissions of a repository are a person's: an app's are its own.
		mayPush: token.permissions ? mayPropose(token.permissions) : (found.permissions?.push ?? false),
		protectedBranches: await protectedIn(client, at),
	};
}

export async function canonicalIn(client: GithubClient): Promise<Canonical> {
	const { owner, name } = client.asked.target;
	const found = await client.read(repositorySchema, ({ rest }) => rest.repos.get({ owner, repo: name }));
	return canonicalOf(found.full_name);
}

function canonicalOf(path: string): Canonical {
	const [owner = '', repo = ''] = path.split('/');
	return { owner, repo };
}

async function protectedIn(client: GithubClient, at: Canonical): Promise<readonly string[]> {
	const call = (
		{ rest }: Parameters<Parameters<GithubClient['read']>[1]>[0],
		page: { readonly page: number; readonly per_page: number },
	) => rest.repos.listBranches({ ...at, ...page, protected: true });
	const { items } = await client.readPages(branchesSchema, call, 2);
	return items.map(({ name }) => name).slice(0, 100);
}
