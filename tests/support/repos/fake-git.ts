import type { RepoCommands } from '../../../src/agent/commands/repo/repo-deps.ts';
import type { CodeHost, HostRefusal, RepositoryFacts } from '../../../src/git/code-host/code-host.ts';
import type { Fetched, NotDone } from '../../../src/git/git.ts';
import type { Repositories } from '../../../src/git/repositories.ts';
import type { Access, RepositoryAddress } from '../../../src/git/repository.ts';

export const fetched: Fetched = {
	kind: 'fetched',
	commit: 'a'.repeat(40),
	branch: 'main',
	defaultBranch: 'main',
	files: 1_200,
	bytes: 3 * 2 ** 20,
	notFollowed: [],
};

export const facts: RepositoryFacts = {
	kind: 'facts',
	path: 'acme/app',
	defaultBranch: 'main',
	mayPush: true,
	isArchived: false,
	protectedBranches: [],
};

export interface FakeRepos extends RepoCommands {
	/** Accesses that were fetched with and that hosts were asked with, and names of mirrors that were dropped. */
	readonly calls: { readonly fetched: Access[]; readonly looked: Access[]; readonly dropped: string[] };
}

export interface FakeReposOptions {
	/** An error: what the fetch rejects with. */
	readonly fetched?: Fetched | NotDone | Error;
	readonly facts?: RepositoryFacts | HostRefusal;
	/** No fetch comes to its end before. */
	readonly held?: Promise<void>;
}

/** What commands know of repositories, on these, with a git and a code host that answer as they are told. */
export function fakeRepos(repositories: Repositories, answers: FakeReposOptions = {}): FakeRepos {
	const calls: FakeRepos['calls'] = { fetched: [], looked: [], dropped: [] };
	const look: CodeHost['look'] = async (access) => {
		calls.looked.push(access);
		return answers.facts ?? facts;
	};
	return {
		repositories,
		calls,
		readAddress,
		readFollow: (text) => {
			const address = readAddress(text.replace(/\/info\/lfs$/, ''));
			if ('kind' in address) return address;
			return { kind: text.endsWith('/info/lfs') ? 'lfs' : 'submodule', address, url: text };
		},
		codeHost: { look },
		git: {
			async fetch(access) {
				calls.fetched.push(access);
				await answers.held;
				if (answers.fetched instanceof Error) throw answers.fetched;
				return answers.fetched ?? fetched;
			},
			async drop(repository) {
				calls.dropped.push(repository.id);
			},
		},
	};
}

/** The plainest addresses alone. */
function readAddress(text: string): RepositoryAddress | NotDone {
	const [, scheme, login, host = '', port, path = ''] =
		/^(https|ssh):\/\/(?:([a-z]+)@)?([a-z.-]+)(?::(\d+))?\/(\S+)$/.exec(text) ?? [];
	if (scheme !== 'https' && scheme !== 'ssh') return { kind: 'refused', why: `"${text}" is no address.` };
	return { scheme, host, path, ...(port && { port: Number(port) }), ...(login && { login }) };
}
