import type { Followed } from '../git.ts';
import type { Followable, Repository } from '../repository.ts';
import type { BaseTree } from '../tree/import/base-entries.ts';
import type { FollowedFiles } from './follow-files.ts';
import type { LaidSubmodule } from './follow-submodules.ts';
import type { Pointer } from './lfs/pointers.ts';
import type { NotHad } from './not-had.ts';

export interface FollowOrder {
	readonly repository: Repository;
	readonly follow: readonly Followable[];
	/** The repository's mirror, and a commit in it. */
	readonly dir: string;
	readonly commit: string;
	/** Bytes of a repository, with all that is followed. */
	readonly most: number;
	/** ms since the epoch. */
	readonly now: number;
}

/** Told of it all. */
export interface Following {
	readonly followed: Followed;
	/** Still as they stand in the repository, sanitised, at most 100. Missing: all. */
	readonly notFollowed?: readonly string[];
}

/** All that was found and had. */
export interface Found {
	readonly base: BaseTree;
	readonly pointers: ReadonlyMap<string, Pointer>;
	readonly submodules: ReadonlyMap<string, LaidSubmodule | NotHad>;
	readonly files: FollowedFiles;
}
