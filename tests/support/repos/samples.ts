import { type Credential, type Repository, repositorySchema } from '../../../src/git/repository.ts';

/** A repository of a place, as `/repo add` makes one; a few fields can be others. */
export function repository(given: Partial<Repository> = {}): Repository {
	const path = given.address?.path ?? 'acme/app';
	return repositorySchema.parse({
		id: 'r-000000000001',
		place: 'slack:T1',
		name: path,
		address: { scheme: 'https', host: 'git.example.org', path },
		channels: ['*'],
		codeHost: 'gitea',
		wishes: {},
		...given,
	});
}

/** A token for `acme/app`; a few fields can be others. */
export function credential(given: Partial<Credential> = {}): Credential {
	return {
		id: 'c-000000000001',
		place: 'slack:T1',
		host: 'git.example.org',
		repositories: ['acme/app'],
		key: { kind: 'token', token: 'hush-hush' },
		...given,
	};
}
