import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Git } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import type { Opened, Pull } from '../state/repos-state.ts';
import type { Wish } from './wish.ts';

/** All that is known before anything is made. */
export interface Scene {
	readonly wish: Wish;
	readonly access: Access;
	readonly host: CodeHost | undefined;
	readonly git: Git;
	readonly opened: Opened;
	/** That it goes on top of; undefined: a new one. */
	readonly pull: Pull | undefined;
}
