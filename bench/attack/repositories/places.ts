import { silentLogger } from '../../../src/base/log.ts';
import type { Fetched, NotDone } from '../../../src/git/git.ts';
import { openRepositories } from '../../../src/git/repos/open-repositories.ts';
import type { Access, Repository } from '../../../src/git/repository.ts';
import { token } from '../../../tests/support/git-server/git-ground.ts';
import { memoryRecords } from '../../../tests/support/repos/memory-records.ts';
import { memorySecrets } from '../../../tests/support/repos/memory-secrets.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';
import { plainGit } from './plain-git.ts';
import { onRepoGround, type RepoGround } from './repo-ground.ts';

/** A place that has given the key, and one that would like to use it. */
const [owner, thief] = ['slack:T1', 'slack:T2'] as const;

/** The bot's own lists, with a key of the first place in them. */
async function listsOf({ ground: { access } }: RepoGround) {
	const lists = openRepositories({ records: memoryRecords(), secrets: memorySecrets(), log: silentLogger });
	const { credential, repository } = access;
	if (credential === undefined) throw new Error('There is no key to take');
	await lists.credentials.put({ ...credential, place: owner });
	await lists.put({ ...repository, place: owner });
	return { lists, credential, repository };
}

function answered(end: Fetched | NotDone, { ground: { server } }: RepoGround): Try {
	const sent = server.seen.some(({ authorization }) => authorization !== undefined);
	if (end.kind !== 'refused') return got('it was let in');
	return sent ? got('the key was sent') : refused(end.why);
}

interface Taking {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** The row that the other place adds, and its credential. */
	readonly access: (lists: Awaited<ReturnType<typeof listsOf>>) => Promise<Access | undefined>;
}

const mine = (repository: Repository, changed: Partial<Repository>): Repository => ({
	...repository,
	...{ id: 'r-7f3a7f3a7f3a', place: thief },
	...changed,
});

const takings: readonly Taking[] = [
	{
		name: 'other-place-by-address',
		tried: 'another place adds the repository by its address',
		holds: 'it gets no key, and is not let in',
		async access({ lists, repository }) {
			const { address } = repository;
			const found = await lists.credentials.for(thief, address);
			await lists.put(mine(repository, { credential: found?.id }));
			return await lists.access(thief, 'r-7f3a7f3a7f3a');
		},
	},
	{
		name: 'other-place-by-key-id',
		tried: 'another place has a row with the id of the key',
		holds: 'the key is not handed out',
		async access({ lists, repository, credential }) {
			await lists.put(mine(repository, { credential: credential.id }));
			return await lists.access(thief, 'r-7f3a7f3a7f3a');
		},
	},
	{
		name: 'key-for-other-repository',
		tried: 'a repository that the key’s list does not name, at its host',
		holds: 'the key is not handed out',
		async access({ lists, repository, credential }) {
			const address = { ...repository.address, path: 'acme/private' };
			await lists.put(mine(repository, { place: owner, name: 'acme/private', address, credential: credential.id }));
			return await lists.access(owner, 'r-7f3a7f3a7f3a');
		},
	},
];

/** Beside git with a store of keys for all (`credential.helper store`), as a host with one user has it. */
export const placeAttacks: readonly Attack[] = takings.map(({ name, tried, holds, access }) => ({
	...{ name: `repo-${name}`, tried, holds, pace: 'quick' },
	run: async (range) => ({
		attack: await onRepoGround(range, async (repo) => {
			repo.ground.tokens.set(token, { 'acme/app': 'write', 'acme/private': 'write' });
			const found = await access(await listsOf(repo));
			if (found === undefined) return refused('there is no such repository');
			if (found.lacks !== undefined)
				return found.credential ? got('there is a key all the same') : refused(found.lacks);
			return answered(await repo.git.fetch(found, undefined, repo), repo);
		}),
		control: await onRepoGround(range, async (repo) => {
			const { sh, url, bareUrl } = await plainGit(repo);
			const store = `printf '%s\\n' '${url.replace(/\/acme.*/, '')}' >keys`;
			const { code, said } = await sh(
				`${store}; git -c credential.helper="store --file=$PWD/keys" ls-remote '${bareUrl}'`,
				repo.folder,
			);
			return code === 0 ? got('it was let in') : refused(said);
		}),
	}),
}));
