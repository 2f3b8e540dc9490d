import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { branchesOf } from '../../src/demo/code/local-host.ts';
import { type CodeHostStandIn, createCodeHostStandIn } from '../../src/demo/code-host/stand-in.ts';
import { startGitServer } from '../../src/demo/git-server/git-server.ts';
import { makeRepository, type ServedRepository } from '../../src/demo/git-server/make-repository.ts';
import type { Grants } from '../../src/demo/git-server/serve-git.ts';

/** Threadsmith's own repository, as the code host on this machine names it. */
export const ownName = 'own/threadsmith';
/** Where it lies in the session, below `/workspace`. */
export const workFolder = 'threadsmith';

/** A code host on this machine: real git over TLS, and an API that is Gitea's as far as it is asked. Disposing ends it; its folder stays. */
export interface OwnHost extends AsyncDisposable {
	/** `127.0.0.1:40123`. */
	readonly name: string;
	readonly url: string;
	readonly caFile: string;
	readonly repository: ServedRepository;
	readonly api: CodeHostStandIn;
}

/** Serves the commit that `checkout` is at, as the default branch of a repository that `token` may push to. Rejects where git is missing. */
export async function startOwnHost(checkout: string, folder: string, token: string): Promise<OwnHost> {
	const served = join(folder, 'code-host');
	await mkdir(served, { recursive: true });
	const repository = await makeRepository(served, { path: ownName, branches: {}, protects: ['main'] });
	await repository.git('fetch', '--quiet', '--depth=1', `file://${checkout}`, 'HEAD:refs/heads/main');
	let url = '';
	const api = createCodeHostStandIn({
		kind: 'gitea',
		url: () => url,
		repositories: [
			{
				...{ id: 1, path: ownName, isPrivate: true, defaultBranch: 'main', protectedBranches: ['main'] },
				people: { smith: 'write' },
			},
		],
		tokens: [{ token, login: 'smith', may: { scopes: ['write:repository', 'read:user', 'write:issue'] } }],
		branches: async (path) => (path === ownName ? await branchesOf(repository) : undefined),
	});
	const tokens = new Map<string, Grants>([[token, { [ownName]: 'write' }]]);
	const server = await startGitServer({ folder: served, tokens, beside: api.handle });
	url = server.url;
	return {
		...{ name: `127.0.0.1:${server.port}`, url: `${server.url}/${ownName}.git`, caFile: server.caFile },
		...{ repository, api },
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
