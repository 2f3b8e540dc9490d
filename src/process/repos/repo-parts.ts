import { randomInt } from 'node:crypto';
import { codingAgents } from '../../agent/coding/agents.ts';
import { runsIn } from '../../agent/coding/run/run-record.ts';
import type { RepoCommands } from '../../agent/commands/repo/repo-deps.ts';
import type { Models } from '../../agent/model/models.ts';
import type { RepoDeps, RepoTexts, Worker } from '../../agent/repo/repo-deps.ts';
import { createRepoWork, type RepoWork } from '../../agent/repo/repo-work.ts';
import type { Trials } from '../../agent/repo/trials.ts';
import { brainOf } from '../../agent/session/choices/brain-choice.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/log.ts';
import type { Places } from '../../chat/places.ts';
import type { Config } from '../../config/config.ts';
import { parseAddress } from '../../git/address.ts';
import type { CodeHost } from '../../git/code-host/code-host.ts';
import { parseFollow } from '../../git/follow/follow-address.ts';
import type { Git } from '../../git/git.ts';
import { openRepositories } from '../../git/repos/open-repositories.ts';
import type { Access } from '../../git/repository.ts';
import { branchName } from '../../git/text/branch-name.ts';
import { commitMessage } from '../../git/text/commit-message.ts';
import { pullRequestText, renewedText } from '../../git/text/pull-request-text.ts';
import type { Secrets } from '../../store/secrets.ts';
import type { SessionFolder, Sessions, Store } from '../../store/store.ts';

/** All that work on repositories takes of this machine and of others. Disposing ends what runs; mirrors stay. */
export interface RepoMeans extends AsyncDisposable {
	readonly git: Git;
	/** Undefined: it takes pushes alone. */
	readonly codeHostFor: (access: Access) => CodeHost | undefined;
	readonly trials: Trials;
}

export interface ReposHere {
	readonly store: Pick<Store, 'records' | 'due'>;
	readonly sessions: Sessions;
	readonly secrets: Secrets;
	readonly places: Places;
	readonly models: Pick<Models, 'brain' | 'choices'>;
	readonly log: Logger;
	readonly linkTo: RepoDeps['linkTo'];
	/** Makes them; rejects with `ProblemError` where a person must mend something, and is tried again then. */
	readonly means: () => Promise<RepoMeans>;
}

export interface ReposOfHome extends AsyncDisposable {
	readonly commands: RepoCommands;
	readonly work: RepoWork;
}

/** Repositories as they are configured. Git, the clients of code hosts and trials are made when the first is asked for: a bot without repositories pays nothing. */
export function reposOf({ settings }: Pick<Config, 'settings'>, here: ReposHere): ReposOfHome {
	const { store, sessions, secrets, places, models } = here;
	const log = here.log.child({ part: 'repositories' });
	const means = lazy(here.means);
	const repositories = openRepositories({ records: store.records, secrets, log });
	const codeHost = lazyCodeHost(means);
	const work = createRepoWork({
		repositories,
		git: async () => (await means.get()).git,
		codeHostFor: ({ repository }) => (repository.codeHost === 'none' ? undefined : codeHost),
		trials: lazyTrials(means),
		texts,
		workerIn: (folder) => workerIn(folder, models),
		sessions,
		places,
		linkTo: here.linkTo,
		due: store.due,
		clock: { now: Date.now },
		random: () => randomInt(2 ** 32) / 2 ** 32,
		pollMs: settings.REPO_POLL_MINUTES * 60_000,
	} satisfies RepoDeps);
	return {
		work,
		commands: { repositories, readAddress, readFollow: parseFollow, git: lazyGit(means), codeHost },
		async [Symbol.asyncDispose]() {
			const made = await means.made()?.catch(() => undefined);
			await made?.[Symbol.asyncDispose]();
		},
	};
}

const texts: RepoTexts = { commitMessage, pullRequestText, renewedText, branchName };

const readAddress: RepoCommands['readAddress'] = (text) => {
	const parsed = parseAddress(text);
	return parsed.kind === 'refused' ? parsed : parsed.address;
};

function lazyGit(means: Lazy<RepoMeans>): RepoCommands['git'] {
	return {
		fetch: async (...order) => (await means.get()).git.fetch(...order),
		drop: async (...order) => (await means.get()).git.drop(...order),
	};
}

function lazyTrials(means: Lazy<RepoMeans>): Trials {
	return {
		setUp: async (...order) => (await means.get()).trials.setUp(...order),
		lay: async (...order) => (await means.get()).trials.lay(...order),
		test: async (...order) => (await means.get()).trials.test(...order),
	};
}

/** Of whatever kind the repository's is. */
function lazyCodeHost(means: Lazy<RepoMeans>): CodeHost {
	const hostOf = async (access: Access): Promise<CodeHost> => {
		const host = (await means.get()).codeHostFor(access);
		if (!host) throw new Error(`Nobody speaks the API of the host of ${access.repository.name}`);
		return host;
	};
	return {
		look: async (access, ...order) => (await hostOf(access)).look(access, ...order),
		fork: async (access, ...order) => (await hostOf(access)).fork(access, ...order),
		open: async (access, ...order) => (await hostOf(access)).open(access, ...order),
		news: async (access, ...order) => (await hostOf(access)).news(access, ...order),
		renew: async (access, ...order) => (await hostOf(access)).renew(access, ...order),
	};
}

/** A coding agent's run is the last word on who has worked, where there was one. */
async function workerIn(folder: SessionFolder, models: ReposHere['models']): Promise<Worker> {
	const run = (await runsIn(folder)).at(-1);
	const agent = codingAgents.find(({ name }) => name === run?.agent)?.title;
	return { ...(agent !== undefined && { agent }), model: (await brainOf(folder, models)).model.name };
}
