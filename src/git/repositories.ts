import type { Access, Credential, Repository } from './repository.ts';

/**
 * The repositories that are opened in places, and with what they are reached. A repository of another place does not exist, and a credential is handed
 * out only for a repository of its own place, host and list. All reject as the store does.
 */
export interface Repositories {
	/** Those of a place, by name. `channel`: only those that are opened there. */
	list(place: string, channel?: string): Promise<readonly Repository[]>;
	/** Makes it, or replaces the one of the same place and name. */
	put(repository: Repository): Promise<void>;
	remove(place: string, name: string): Promise<void>;
	/** The repository as it is now, with its credential; undefined where it is opened there no longer. */
	access(place: string, id: string): Promise<Access | undefined>;
	readonly credentials: Credentials;
}

/** Never handed to anything but `Git` and `CodeHost`. */
export interface Credentials {
	/** Without their keys. */
	list(place: string): Promise<readonly Omit<Credential, 'key'>[]>;
	put(credential: Credential): Promise<void>;
	remove(place: string, id: string): Promise<void>;
	/** The one that is for this repository of this place and host. */
	for(place: string, host: string, name: string): Promise<Credential | undefined>;
}
