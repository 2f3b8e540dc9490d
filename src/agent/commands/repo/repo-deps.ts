import type { Serials } from '../../../base/serial.ts';
import type { RoleOf } from '../../../chat/people.ts';
import type { Places } from '../../../chat/places.ts';
import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Git, NotDone } from '../../../git/git.ts';
import type { Repositories } from '../../../git/repositories.ts';
import type { Follow, RepositoryAddress } from '../../../git/repository.ts';

/** Repositories, as commands see them. */
export interface RepoCommands {
	readonly repositories: Repositories;
	/** Reads what people type; a refusal says what an address looks like. Pure. */
	readonly readAddress: (text: string) => RepositoryAddress | NotDone;
	/** Reads the address of a submodule's repository, or of a server of LFS. Pure. */
	readonly readFollow: (text: string) => Follow | NotDone;
	readonly git: Pick<Git, 'fetch' | 'drop'>;
	readonly codeHost: Pick<CodeHost, 'look'>;
}

export interface RepoCommandDeps extends RepoCommands {
	readonly places: Places;
	readonly roleOf: RoleOf;
	/** Work that reads and then changes the repositories of a place, or opens one address there, is done one after the other. */
	readonly inOrder: Serials['inOrder'];
}
