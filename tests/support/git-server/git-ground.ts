import { mkdir, readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { type GitServer, type GitServerOptions, startGitServer } from '../../../src/demo/git-server/git-server.ts';
import {
	makeRepository,
	type RepositorySeed,
	type ServedRepository,
} from '../../../src/demo/git-server/make-repository.ts';
import type { Grants } from '../../../src/demo/git-server/serve-git.ts';
import { connectToFiles } from '../../../src/git/code-host/wire/open-file.ts';
import { createGit, type GitOptions } from '../../../src/git/create-git.ts';
import type { Fetched, Git, GitWatch, NotDone } from '../../../src/git/git.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { type Access, type Credential, type Repository, repositorySchema } from '../../../src/git/repository.ts';
import { type TempDir, tempDir } from '../temp-dir.ts';

/** A git server with one repository, and a `Git` that reaches it by the name `git.example.org`. */
export interface GitGround extends AsyncDisposable {
	readonly server: GitServer;
	readonly served: ServedRepository;
	readonly tokens: Map<string, Grants>;
	readonly git: Git;
	readonly access: Access;
	/** Of this host: the mirrors' folder, and that of the server. */
	readonly folders: { readonly mirrors: string; readonly keys: string; readonly served: string };
	/** Another `Git` on a folder of its own, or on the same. */
	other(options?: Partial<GitOptions>): Git;
	/** Access to another repository of the server, with a mirror of its own. */
	to(path: string, token?: string): Access;
}

export const host = 'git.example.org';
export const token = 'tok-5d1f0c2b9a';

const noScan = { scanFile: () => [], protectedFindings: () => [], binaryFinding: () => undefined };

/** Default: `main` with a commit of two files. */
export async function gitGround(
	seed: Partial<RepositorySeed> = {},
	beside?: GitServerOptions['beside'],
): Promise<GitGround> {
	const temp = await tempDir();
	const folders = foldersIn(temp);
	await mkdir(folders.served);
	const tokens = new Map<string, Grants>([[token, { 'acme/app': 'write' }]]);
	const server = await startGitServer({
		folder: folders.served,
		tokens,
		names: [host, 'git.elsewhere.org'],
		...(beside && { beside }),
	});
	const branches = { main: [{ 'README.md': '# App\n' }, { 'src/app.js': 'export const answer = 41;\n' }] };
	const served = await makeRepository(folders.served, { path: 'acme/app', branches, ...seed });
	const files = connectToFiles({
		privateHosts: [host],
		ca: await readFile(server.caFile, 'utf8'),
		lookup: lookUpLocal,
	});
	const options: GitOptions = {
		openFile: files.open,
		git: createGitRunner(),
		folder: folders.mirrors,
		keyFolder: folders.keys,
		reach: {
			privateHosts: [host],
			lookUp: async () => [{ address: '127.0.0.1' }],
			caFile: server.caFile,
			tokenOf: async () => ({ kind: 'refused', why: 'There is no app.' }),
		},
		scan: noScan,
		mostBytes: 50_000_000,
		now: () => 1_790_000_000_000,
	};
	const git = createGit(options);
	const to = (path: string, key = token) => accessTo(path, server.port, key);
	return {
		...{ server, served, tokens, git, folders, to },
		access: to('acme/app'),
		other: (changed = {}) => createGit({ ...options, ...changed }),
		async [Symbol.asyncDispose]() {
			await git[Symbol.asyncDispose]();
			await files[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
			await temp[Symbol.asyncDispose]();
		},
	};
}

const lookUpLocal: LookupFunction = (_name, { all }, done) =>
	all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

function foldersIn({ path }: TempDir) {
	return { mirrors: join(path, 'repos'), keys: join(path, 'keys'), served: join(path, 'served') };
}

/** A repository of the place `local`, and a token for it. */
export function accessTo(path: string, port: number, key: string): Access {
	const credential: Credential = {
		...{ id: 'c-0123456789ab', place: 'local', host: `${host}:${port}`, repositories: [path] },
		key: { kind: 'token', token: key },
	};
	return { repository: repositoryAt(path, port), credential };
}

export function repositoryAt(path: string, port: number): Repository {
	const id = `r-${Buffer.from(path).toString('hex').padEnd(12, '0').slice(-12)}`;
	const address = { scheme: 'https', host, port, path };
	return repositorySchema.parse({
		...{ id, place: 'local', name: path, address, channels: ['*'], codeHost: 'none' },
		...{ credential: 'c-0123456789ab', wishes: {} },
	});
}

/** For people who do not wait. */
export function watch(lines: string[] = []): GitWatch {
	return { signal: AbortSignal.timeout(60_000), onProgress: (line) => lines.push(line) };
}

export function fetchedOf(answer: Fetched | NotDone): Fetched {
	if (answer.kind !== 'fetched') throw new Error(answer.why);
	return answer;
}

export function whyOf(answer: { readonly kind: string }): string {
	return 'why' in answer && typeof answer.why === 'string' ? answer.why : `not refused: ${JSON.stringify(answer)}`;
}
