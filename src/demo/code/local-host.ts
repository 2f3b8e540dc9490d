import { type CodeHostStandIn, createCodeHostStandIn } from '../code-host/stand-in.ts';
import { startGitServer } from '../git-server/git-server.ts';
import { makeRepository, type ServedRepository } from '../git-server/make-repository.ts';
import type { Grants } from '../git-server/serve-git.ts';
import { repositoryFiles, repositoryName } from './story.ts';

/** A code host on this machine: real git over TLS, and an API that is Gitea's as far as it is asked. Disposing ends it; its folder stays. */
export interface LocalHost extends AsyncDisposable {
	/** `127.0.0.1:40123`. */
	readonly name: string;
	/** Of the one repository. */
	readonly url: string;
	readonly caFile: string;
	readonly repository: ServedRepository;
	readonly api: CodeHostStandIn;
}

/** Starts it with the repository of the demo, which `token` may push to. Rejects where it cannot listen, or where git is missing. */
export async function startLocalHost(folder: string, token: string): Promise<LocalHost> {
	const repository = await makeRepository(folder, {
		path: repositoryName,
		branches: { main: [repositoryFiles] },
		protects: ['main'],
	});
	let url = '';
	const api = createCodeHostStandIn({
		kind: 'gitea',
		url: () => url,
		repositories: [
			{
				id: 1,
				path: repositoryName,
				isPrivate: true,
				defaultBranch: 'main',
				protectedBranches: ['main'],
				people: { smith: 'write' },
			},
		],
		tokens: [{ token, login: 'smith', may: { scopes: ['write:repository', 'read:user', 'write:issue'] } }],
		branches: async (path) => (path === repositoryName ? await branchesOf(repository) : undefined),
	});
	const tokens = new Map<string, Grants>([[token, { [repositoryName]: 'write' }]]);
	const server = await startGitServer({ folder, tokens, beside: api.handle });
	url = server.url;
	return {
		...{ name: `127.0.0.1:${server.port}`, url: `${server.url}/${repositoryName}.git`, caFile: server.caFile },
		...{ repository, api },
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

/** By name, each with its commit. */
export async function branchesOf({ git }: Pick<ServedRepository, 'git'>): Promise<ReadonlyMap<string, string>> {
	const lines = (await git('for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads/')).split('\n');
	return new Map(
		lines.filter(Boolean).map((line) => {
			const [commit = '', name = ''] = line.split(' ');
			return [name, commit] as const;
		}),
	);
}
