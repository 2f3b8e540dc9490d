import { repoCommand } from '../../../src/agent/commands/repo/repo-command.ts';
import { completeArguments } from '../../../src/agent/commands/syntax/complete-arguments.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { createRoles } from '../../../src/chat/people.ts';
import type { Question } from '../../../src/chat/question.ts';
import type { Finding } from '../../../src/git/git.ts';
import { openRepositories } from '../../../src/git/repos/open-repositories.ts';
import type { Repositories } from '../../../src/git/repositories.ts';
import { places } from '../../../src/platforms.ts';
import type { Store } from '../../../src/store/store.ts';
import { said } from '../../support/commands.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { createFakeGuest, type FakeGuest } from '../../support/repo/fake-guest.ts';
import { type FakeWorld, newWorld } from '../../support/repo/fake-world.ts';
import { fakeRepoParts } from '../../support/repo/open-repo-work.ts';
import { fakeRepos } from '../../support/repos/fake-git.ts';
import { memorySecrets } from '../../support/repos/memory-secrets.ts';
import { credential, repository } from '../../support/repos/samples.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';
import { type At, people, rules, threadOf, type Who } from './scene.ts';

export const place = 'slack:T1';
const here = { platform: 'slack', id: 'T1-C1-1.1' } as const;
/** Of its place, and of the channel in which it is opened. */
export const opened = repository({ channels: ['slack-T1-C1'], credential: credential().id });

export interface RepoSceneOptions {
	/** Default: resting. `asks`: a proposal is put to people. */
	readonly state?: 'resting' | 'asks';
	readonly findings?: readonly Finding[];
}

/** One session in a public thread, in which `owner` and `participant` have spoken, and one repository, which is opened in its channel alone. */
export interface RepoScene extends AsyncDisposable {
	readonly repositories: Repositories;
	readonly world: FakeWorld;
	readonly guest: FakeGuest;
	act(who: Who, given: Inbound, at?: At): Promise<void>;
	complete(who: Who, text: string, at?: At): Promise<readonly string[]>;
	question(): Question | undefined;
	/** What was posted since everything was set up. */
	news(): string;
	/** What the Brain was handed last of its tools. */
	result(): string;
}

const opens = { name: 'open_repository', args: { repository: opened.name } };
const edits = { name: 'bash', args: { command: 'mended' } };
const proposes = { name: 'propose_changes', args: { repository: opened.name, title: 'Mend', description: 'Mended.' } };
const proposing = [{ text: 'a' }, { calls: [opens] }, { calls: [edits] }, { calls: [proposes] }, { text: 'b' }];
const opening = [{ text: 'a' }, { text: 'b' }, { calls: [opens] }, { text: 'c' }];

export async function openRepoScene({ state = 'resting', findings = [] }: RepoSceneOptions = {}): Promise<RepoScene> {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const secrets = memorySecrets();
	const world = newWorld();
	const guest = createFakeGuest(world);
	const brain = scriptedModel(state === 'asks' ? proposing : opening);
	const bash = (args: Readonly<Record<string, unknown>>) => {
		guest.folders.set('app', String(args['command']));
		return { ok: true, text: 'exit code 0' };
	};
	const on = ({ records }: Pick<Store, 'records'>) => openRepositories({ records, secrets, log: silentLogger });
	const bench = building.use(
		openWorkbench({
			...{ home: dir.path, brain, roles: rules },
			sandboxes: createFakeSandboxes({ open: guest.open, tools: { bash } }),
			repos: (has) => fakeRepoParts({ world, findings, deps: { repositories: on(has.store) } }).on(has),
			repoCommands: (store) => fakeRepos(on(store)),
		}),
	);
	const repositories = on(bench.store);
	const commands = { ...fakeRepos(repositories), places, roleOf: createRoles(rules, places) };
	await repositories.credentials.put(credential());
	await repositories.put(opened);
	for (const who of ['owner', 'participant'] as const)
		await bench.say({ ...said('mend it', { person: people[who], thread: here }), audience: 'public' });
	const before = bench.platform.posts.length;
	const asker = (who: Who, at: At = {}) => {
		const thread = at.thread && !/elsewhere|operator/.test(who) ? at.thread : threadOf(who, here);
		return { person: people[who], thread, audience: at.audience ?? ('public' as const) };
	};
	const built = building.move();
	return {
		...{ repositories, world, guest },
		act: async (who, given, at) => bench.say({ ...given, ...asker(who, at) }),
		complete: async (who, text, at) =>
			(await completeArguments(repoCommand(commands), text, asker(who, at))).hits.map(String),
		question: () => bench.platform.events.findLast((event) => event.type === 'question')?.question,
		news: () => bench.platform.posts.slice(before).join('\n'),
		result: () => JSON.stringify(brain.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool') ?? ''),
		[Symbol.asyncDispose]: () => built.disposeAsync(),
	};
}
