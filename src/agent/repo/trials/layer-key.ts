import { createHash } from 'node:crypto';
import type { At } from '../../../git/git.ts';

export interface KeyParts {
	readonly at: At;
	/** By the paths of lock files and manifests the ids of what is in them; empty where there is no lock file. */
	readonly files: ReadonlyMap<string, string>;
	/** The sandbox image. */
	readonly image: string;
}

/** Changes with the form of layers. */
const form = 1;

/**
 * Names what a set-up makes: all that it goes by is the same where the key is. Without lock files a set-up may go by anything of the commit, and the
 * commit itself counts; so it does of one that is the tip of no branch, as it may be anybody's. Pure.
 */
export function layerKey({ at: { repository, commit, tip }, files, image }: KeyParts): string {
	const { setup, indexes, follow } = repository.wishes;
	const packages = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
	const goesBy = tip && packages.length > 0 ? packages : commit;
	const also = follow === undefined || follow.length === 0 ? [] : [follow.map(({ url }) => url).toSorted()];
	const parts = [form, repository.id, repository.name, setup, indexes.toSorted(), goesBy, image, ...also];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
