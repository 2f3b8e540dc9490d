import type { Access, Credential, Repository, RepositoryAddress } from './repository.ts';

/**
 * The repositories that are opened in places, and with what they are reached. A repository of another place does not exist, and a credential is handed
 * out only for a repository of its own place, host and list. All reject as the store does.
 */
export interface Repositories {
	/** Those of a place, by name. `channel`: only those that are opened there. */
	list(place: string, channel?: string): Promise<readonly Repository[]>;
	/** Makes it, or replaces the one of the same place and name. Rejects for an id that another place has. */
	put(repository: Repository): Promise<void>;
	remove(place: string, name: string): Promise<void>;
	/**
	 * The repository as it is now, with its credential; undefined where it is opened there no longer. Where it names a credential that is not for it,
	 * has gone or is damaged, `lacks` says so, and there is none.
	 */
	access(place: string, id: string): Promise<Access | undefined>;
	readonly credentials: Credentials;
}

/** Never handed to anything but `Git` and `CodeHost`. */
export interface Credentials {
	/** Without their keys; damaged ones are left out. */
	list(place: string): Promise<readonly Omit<Credential, 'key'>[]>;
	/** Rejects for an id that another place has. */
	put(credential: Credential): Promise<void>;
	remove(place: string, id: string): Promise<void>;
	/** One that is for what lies at this address, in this place: that of this id, or else the first there is. */
	for(place: string, address: RepositoryAddress, id?: string): Promise<Credential | undefined>;
}
