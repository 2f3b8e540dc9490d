import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import type { Question } from '../../../src/chat/question.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { type CodeHostStandIn, createCodeHostStandIn } from '../../../src/demo/code-host/stand-in.ts';
import { type GitServerOptions, startGitServer } from '../../../src/demo/git-server/git-server.ts';
import { makeRepository, type SeedFiles } from '../../../src/demo/git-server/make-repository.ts';
import type { Grants } from '../../../src/demo/git-server/serve-git.ts';
import { places } from '../../../src/platforms.ts';
import type { CredentialsRequest } from '../../../src/process/repos/credentials/credential-request.ts';
import { runCredentials } from '../../../src/process/repos/credentials/run-credentials.ts';
import { repoMeansOf } from '../../../src/process/repos/repo-means.ts';
import { type ReposOfHome, reposOf } from '../../../src/process/repos/repo-parts.ts';
import { makeHome } from '../../../src/store/files/make-home.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { ask } from '../../support/commands.ts';
import { startSshServer } from '../../support/git-server/ssh-server.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { openLocalSandboxes } from '../../support/repos/local-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench } from '../../support/workbench.ts';

export const token = 'gt_hush_hush_0123456789';

/** Of a small repository whose test fails. */
export const files: SeedFiles = {
	'add.py': 'def add(a, b):\n    return a - b\n',
	'test_add.py': 'from add import add\n\nassert add(2, 3) == 5, "2 and 3 are not 5"\nprint("1 passed")\n',
	'.gitignore': '*.pyc\n__pycache__/\nbuild/\n',
};

export interface WholeWayOptions {
	/** Default: Gitea. */
	readonly kind?: 'github' | 'gitea';
	/** The repository can be had over ssh, too. */
	readonly overSsh?: true;
	/** Of the Brain, in order. */
	readonly replies: Parameters<typeof scriptedModel>[0];
	/** Served beside git and the API. */
	readonly beside?: NonNullable<GitServerOptions['beside']>;
}

/** A thread with a repository behind a real git server with a code host’s API, and all of ours between them but walls around the sandbox’s processes. */
export async function openWholeWay({ replies, kind = 'gitea', overSsh, beside }: WholeWayOptions) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const served = join(dir.path, 'served');
	let host: CodeHostStandIn | undefined;
	const tokens = new Map<string, Grants>([[token, { 'acme/app': 'write' }]]);
	const server = building.use(
		await startGitServer({
			folder: served,
			tokens,
			open: ['acme/lib'],
			beside: (request, response) => beside?.(request, response) || (host?.handle(request, response) ?? false),
		}),
	);
	const repository = await makeRepository(served, {
		path: 'acme/app',
		branches: { main: [files] },
		protects: ['main'],
	});
	const branches = async () => {
		const listed = await repository.git('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads');
		return new Map(listed.split('\n').map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
	};
	host = createCodeHostStandIn({
		kind,
		url: () => server.url,
		repositories: [
			{
				id: 1,
				path: 'acme/app',
				isPrivate: true,
				defaultBranch: 'main',
				protectedBranches: ['main'],
				people: { smith: 'write', ada: 'write' },
			},
		],
		tokens: [
			{
				token,
				login: 'smith',
				may: { scopes: kind === 'github' ? ['repo'] : ['write:repository', 'write:issue', 'read:user'] },
			},
		],
		branches,
	});
	const home = join(dir.path, 'home');
	await makeHome(home);
	const sshd = { folder: join(dir.path, 'sshd'), repositories: served };
	const ssh = overSsh && building.use(await startSshServer(sshd));
	const privateHosts = [server.port, ...(ssh ? [ssh.port] : [])].map((port) => `127.0.0.1:${port}`).join(',');
	const env = { THREADSMITH_HOME: home, GIT_PRIVATE_HOSTS: privateHosts, GIT_CA_FILE: server.caFile };
	const config = loadConfig(env);
	const sandboxes = building.use(await openLocalSandboxes());
	const brain = scriptedModel(replies);
	const platform = recordingPlatform();
	const secrets = openSecrets(join(home, 'secrets'));
	let repos: ReposOfHome | undefined;
	const bench = building.use(
		openWorkbench({
			...{ home, brain, platform, sandboxes },
			repos: ({ store, sessions }) => {
				// What an earlier process of a home has left is removed: two files of tests are none of one.
				const homeId = `whole-way-${randomUUID().slice(0, 8)}`;
				const here = { homeId, sandboxes, image: async () => 'localhost/none:1', records: store.records };
				const means = () => repoMeansOf(config, here);
				repos = reposOf(config, {
					store,
					sessions,
					secrets,
					places,
					linkTo: async () => undefined,
					models: { brain, choices: [] },
					log: silentLogger,
					means,
				});
				return repos.work;
			},
			repoCommands: () => {
				if (!repos) throw new Error('Repositories come first');
				return repos.commands;
			},
		}),
	);
	building.defer(() => repos?.[Symbol.asyncDispose]());
	const questions = (): Question[] =>
		platform.events.flatMap((event) => (event.type === 'question' ? [event.question] : []));
	const built = building.move();
	return {
		...{ home, bench, brain, platform, host, server, served, tokens, repository, branches, sandboxes, questions },
		address: `${server.url}/acme/app`,
		/** The server of ssh, how it is started again, and what the operator is told of a deploy key for it. */
		ssh,
		sshd,
		addDeployKey: async (key: string, hostKey: string, place = 'local') => {
			const knownHosts = join(dir.path, 'known_hosts');
			await writeFile(knownHosts, `[127.0.0.1]:${ssh?.port} ${hostKey}\n`);
			const flags = { action: 'add', place, host: `127.0.0.1:${ssh?.port}`, kind: 'ssh-key', knownHosts } as const;
			return await asOperator(home, { ...flags, repositories: 'acme/app' }, key);
		},
		addCredential: async () => {
			const host = `127.0.0.1:${server.port}`;
			return await asOperator(home, { action: 'add', place: 'local', host, repositories: 'acme/app' }, token);
		},
		command: (line: string) => ask(bench, line),
		say: (text: string) => bench.say(message(text)),
		answer: (value: string) => bench.say(inbound('answer', { question: questions().at(-1)?.id ?? '', value })),
		/** The newest result that the Brain was handed. */
		result: () => brain.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool'),
		[Symbol.asyncDispose]: () => built.disposeAsync(),
	};
}

/** As the operator does, with the key on standard input. */
async function asOperator(home: string, request: CredentialsRequest, key: string): Promise<string> {
	const input = (async function* () {
		yield key;
	})();
	const written: string[] = [];
	await runCredentials(request, {
		...{ home, input, desk: undefined, write: (text: string) => void written.push(text) },
		scan: () => Promise.reject(new Error('No server is asked')),
	});
	return written.join('');
}
