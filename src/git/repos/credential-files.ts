import { noneIfDamaged } from '../../base/errors.ts';
import type { Secrets } from '../../store/secrets.ts';
import { type Credential, credentialSchema } from '../repository.ts';

const prefix = 'git.';

/** Every credential of this home, whatever its place: for the operator alone. All reject as `Secrets` does. */
export interface CredentialFiles {
	/** One that cannot be read, or is kept under another's id, is damaged: nobody knows whose it is. */
	read(id: string): Promise<Credential | 'damaged' | undefined>;
	all(): Promise<{ readonly sound: readonly Credential[]; readonly damaged: readonly string[] }>;
	/** Replaces one of the same id and place. Rejects for an id that another place has. */
	write(credential: Credential): Promise<void>;
	/** Nothing happens when there is none. */
	remove(id: string): Promise<void>;
}

/** Credentials among the secrets, each in a file of its own, which is read anew at each use. */
export function createCredentialFiles(secrets: Secrets): CredentialFiles {
	const read: CredentialFiles['read'] = async (id) => {
		const name = `${prefix}${id}`;
		if (!isId(id) || !(await secrets.list()).includes(name)) return undefined;
		const kept = await secrets.read(name, credentialSchema).catch(noneIfDamaged);
		return kept?.id === id ? kept : 'damaged';
	};
	return {
		read,
		async all() {
			const ids = (await secrets.list()).flatMap((name) =>
				name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
			);
			const found = await Promise.all(ids.map(async (id) => ({ id, kept: await read(id) })));
			return {
				sound: found.flatMap(({ kept }) => (kept === undefined || kept === 'damaged' ? [] : [kept])),
				damaged: found.flatMap(({ id, kept }) => (kept === 'damaged' ? [id] : [])),
			};
		},
		async write(credential) {
			const checked = credentialSchema.parse(credential);
			const known = await read(checked.id);
			if (known !== undefined && known !== 'damaged' && known.place !== checked.place)
				throw new Error(`The credential ${checked.id} belongs to another place`);
			await secrets.write(`${prefix}${checked.id}`, checked);
		},
		async remove(id) {
			if (isId(id)) await secrets.remove(`${prefix}${id}`);
		},
	};
}

function isId(id: string): boolean {
	return credentialSchema.shape.id.safeParse(id).success;
}
