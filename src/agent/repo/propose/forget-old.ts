import type { SessionFolder } from '../../../store/store.ts';
import type { Parts } from '../parts.ts';
import { readRepos } from '../state/book.ts';
import { outgrown, withoutProposals } from '../state/repos-state.ts';
import { forgetCommit } from './ended.ts';

/** Of more proposals than are remembered the oldest are forgotten, in the mirror first: after a crash that is done again. Rejects as `Git.drop` does. */
export async function forgetOld(folder: SessionFolder, parts: Parts): Promise<void> {
	const repos = await readRepos(folder);
	const old = outgrown(repos);
	if (old.length === 0) return;
	for (const proposal of old) await forgetCommit(proposal, folder.id, parts, repos);
	await parts.book.change(folder, (now) => withoutProposals(now, old));
}
