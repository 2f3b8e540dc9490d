import type { Logger } from '../../base/log.ts';
import type { Records } from '../../store/records.ts';
import type { Secrets } from '../../store/secrets.ts';
import type { Credentials, Repositories } from '../repositories.ts';
import { type Access, type Credential, type Repository, repositorySchema } from '../repository.ts';
import { type CredentialFiles, createCredentialFiles } from './credential-files.ts';
import { isFor } from './is-for.ts';

export interface RepositoriesDeps {
	readonly records: Records;
	readonly secrets: Secrets;
	/** Told of credentials that are damaged. */
	readonly log: Pick<Logger, 'warn'>;
}

/** Repositories among the records, under the name of their place; credentials among the secrets. What lies there already is there at once. */
export function openRepositories({ records, secrets, log }: RepositoriesDeps): Repositories {
	const files = createCredentialFiles(secrets);
	const find = async (place: string, id: string) => {
		const known = await records.get('repository', id, repositorySchema);
		return known?.place === place ? known : undefined;
	};
	const list: Repositories['list'] = async (place, channel) => {
		const all = await records.list('repository', place, repositorySchema);
		const here = all.filter((one) => one.place === place && (channel === undefined || isOpened(one, channel)));
		return here.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	};
	return {
		list,
		async put(repository) {
			const checked = repositorySchema.parse(repository);
			const known = await records.get('repository', checked.id, repositorySchema);
			if (known && known.place !== checked.place)
				throw new Error(`The repository ${checked.id} belongs to another place`);
			const former = (await list(checked.place)).filter(({ name, id }) => name === checked.name && id !== checked.id);
			const common = { kind: 'repository', session: checked.place } as const;
			await records.change([
				...former.map(({ id }) => ({ ...common, id })),
				{ ...common, id: checked.id, value: checked },
			]);
		},
		async remove(place, name) {
			for (const one of await list(place)) if (one.name === name) await records.remove('repository', one.id);
		},
		async access(place, id) {
			const repository = await find(place, id);
			return repository && (await accessTo(repository, files, log));
		},
		credentials: credentialsIn(files),
	};
}

function isOpened({ channels }: Repository, channel: string): boolean {
	return channels.includes('*') || channels.includes(channel);
}

async function accessTo(repository: Repository, files: CredentialFiles, log: Pick<Logger, 'warn'>): Promise<Access> {
	const { credential: id, name, place, address } = repository;
	if (id === undefined) return { repository };
	const known = await files.read(id);
	if (known === 'damaged') log.warn('A credential is damaged and is not used', { credential: id });
	if (known !== undefined && known !== 'damaged' && isFor(known, place, address))
		return { repository, credential: known };
	// Whether another place has one of that id is nobody's business here.
	const why = known === 'damaged' ? 'is damaged and is not used' : 'is gone, or is not for it';
	return {
		repository,
		lacks: `The credential ${id} of ${name} ${why}: the operator adds one, and then an admin adds ${name} again`,
	};
}

function credentialsIn(files: CredentialFiles): Credentials {
	const of = async (place: string) => (await files.all()).sound.filter((one) => one.place === place);
	return {
		list: async (place) => (await of(place)).map(withoutKey),
		put: files.write,
		async remove(place, id) {
			if ((await of(place)).some((one) => one.id === id)) await files.remove(id);
		},
		for: async (place, address, id) =>
			(await of(place)).find((one) => (id === undefined || one.id === id) && isFor(one, place, address)),
	};
}

function withoutKey({ key: _key, ...rest }: Credential): Omit<Credential, 'key'> {
	return rest;
}
