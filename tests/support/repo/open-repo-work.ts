import type { Ran, RepoDeps } from '../../../src/agent/repo/repo-deps.ts';
import { createRepoWork, type RepoWork } from '../../../src/agent/repo/repo-work.ts';
import type { Repositories } from '../../../src/git/repositories.ts';
import { type Access, type Credential, type Repository, repositorySchema } from '../../../src/git/repository.ts';
import { markOfPart, ownComment, ownPart } from '../../../src/git/text/own-part.ts';
import { createFakeCodeHost, type FakeCodeHostOptions } from './fake-code-host.ts';
import { createFakeGit, type FakeGitOptions } from './fake-git.ts';
import { createFakeTrials, type FakeTrials } from './fake-trials.ts';
import { type FakeWorld, newWorld, noMishap } from './fake-world.ts';

type Given = Partial<Omit<FakeGitOptions, 'world'> & Pick<FakeCodeHostOptions, 'refusal'>> & {
	readonly world?: FakeWorld;
	readonly repository?: Partial<Repository>;
	readonly trials?: FakeTrials;
	readonly deps?: Partial<RepoDeps>;
	readonly withoutHost?: true;
};

export const credential: Credential = {
	id: 'c-000000000001',
	place: 'local',
	host: 'git.example.org',
	repositories: ['acme/app'],
	key: { kind: 'token', token: 'sesame' },
};

export function repositoryOf(given: Partial<Repository> = {}): Repository {
	return repositorySchema.parse({
		id: 'r-000000000001',
		place: 'local',
		name: 'acme/app',
		address: { scheme: 'https', host: 'git.example.org', path: 'acme/app' },
		channels: ['*'],
		codeHost: 'gitea',
		credential: credential.id,
		wishes: { test: 'npm test' },
		...given,
	});
}

/** Repositories of places, as a list that tests change. */
export function repositoriesIn(all: Access[]): Repositories {
	return {
		list: async (place, channel) =>
			all
				.map(({ repository }) => repository)
				.filter((one) => one.place === place)
				.filter(({ channels }) => channel === undefined || channels.includes('*') || channels.includes(channel)),
		access: async (place, id) => all.find(({ repository }) => repository.place === place && repository.id === id),
		put: () => Promise.reject(new Error('Not put here')),
		remove: () => Promise.reject(new Error('Not removed here')),
		credentials: {
			list: async () => [],
			put: () => Promise.reject(new Error('Not put here')),
			remove: () => Promise.reject(new Error('Not removed here')),
			for: async () => undefined,
		},
	};
}

function ranText(ran: readonly Ran[]): string {
	return ran.map(({ command, end }) => `${command}: ${end}`).join('\n');
}

export const fakeTexts: RepoDeps['texts'] = {
	commitMessage: ({ title, description }) => `${title}\n\n${description}\n`,
	pullRequestText: ({ title, description, ran }) => {
		const part = ownPart(ranText(ran));
		return { title, body: `${description}\n${part}`, mark: markOfPart(part) };
	},
	renewedText: ({ description, ran, commit }) => {
		const text = `${commit}: ${description}\n${ranText(ran)}`;
		const part = ownPart(text);
		return { part, mark: markOfPart(part), comment: ownComment(text) };
	},
	branchName: (_title, random) => `threadsmith/change-${random}`,
};

export interface FakeRepoParts {
	readonly world: FakeWorld;
	/** What is opened where; tests change it. */
	readonly all: Access[];
	readonly trials: FakeTrials;
	/** The work on these, over what a bench has. */
	on(has: Pick<RepoDeps, 'sessions' | 'places'> & { readonly store: { readonly due: RepoDeps['due'] } }): RepoWork;
}

/** One repository, `acme/app`, with fakes for all that is outside of the agent. */
export function fakeRepoParts(given: Given = {}): FakeRepoParts {
	const {
		world = newWorld(),
		mishap = noMishap,
		trials = createFakeTrials({}, mishap),
		refusal,
		deps,
		withoutHost,
		...git
	} = given;
	const all: Access[] = [{ repository: repositoryOf(given.repository), credential }];
	const { onChange } = git;
	const host = createFakeCodeHost({ world, mishap, ...(refusal && { refusal }), ...(onChange && { onChange }) });
	let drawn = 0;
	return {
		world,
		all,
		trials,
		on: ({ store, sessions, places }) =>
			createRepoWork({
				repositories: repositoriesIn(all),
				git: async () => createFakeGit({ ...git, world, mishap }),
				codeHostFor: () => (withoutHost ? undefined : host),
				trials,
				texts: fakeTexts,
				workerIn: async () => ({ model: 'scripted' }),
				sessions,
				places,
				linkTo: async ({ id }) => `https://chat.example.org/${id}`,
				due: store.due,
				clock: { now: () => Date.now() },
				random: () => (drawn++ % 16) / 16,
				pollMs: 300_000,
				...deps,
			}),
	};
}
