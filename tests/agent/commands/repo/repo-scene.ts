import { silentLogger } from '../../../../src/base/log.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { openRepositories } from '../../../../src/git/repos/open-repositories.ts';
import { bo } from '../../../support/commands.ts';
import { type FakeRepos, type FakeReposOptions, fakeRepos } from '../../../support/repos/fake-git.ts';
import { memorySecrets } from '../../../support/repos/memory-secrets.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

export const roles = { admins: ['slack:T1/U2', 'slack:T2/U9', 'discord:1/7'], members: undefined, guests: undefined };
export const channel: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
export const sibling: Thread = { platform: 'slack', id: 'T1-C2-1.1' };
export const direct: Thread = { platform: 'slack', id: 'T1-D1-1.1' };
export const elsewhere: Thread = { platform: 'slack', id: 'T2-C9-1.1' };
export const boss = { id: 'slack:T2/U9', name: 'Di' };
export const here = { person: bo, thread: channel };
export const there = { person: boss, thread: elsewhere };

/** Bo is admin of T1, Di of T2; Cy is a member of T1. */
export async function openScene(answers: FakeReposOptions = {}) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const secrets = memorySecrets();
	let repos: FakeRepos | undefined;
	const made = (records: Parameters<typeof openRepositories>[0]['records']) => {
		repos = fakeRepos(openRepositories({ records, secrets, log: silentLogger }), answers);
		return repos;
	};
	const brain = scriptedModel([]);
	const bench = building.use(
		openWorkbench({ home: dir.path, brain, roles, repoCommands: ({ records }) => made(records) }),
	);
	if (!repos) throw new Error('Nothing was made');
	const { repositories, calls } = repos;
	const parts = building.move();
	return { bench, repos, repositories, calls, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

export const address = 'https://git.example.org/acme/app';
