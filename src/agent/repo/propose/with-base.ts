import type { Committed, Git, GitWatch, NotDone } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';

export interface OnBase {
	readonly git: Pick<Git, 'fetch'>;
	/** With all that lay in the sandbox: without it the files of a submodule would be none of the base. */
	readonly access: () => Promise<Access>;
	readonly opened: { readonly base: string };
}

/** Makes a commit. A base that the mirror has lost, as others needed the room, is fetched again, and it is made once more. Rejects as that does. */
export async function withBase(
	{ git, access, opened }: OnBase,
	make: () => Promise<Committed | NotDone>,
	watch: GitWatch,
): Promise<Committed | NotDone> {
	const made = await make();
	if (made.kind !== 'refused' || made.lacks !== 'base') return made;
	const fetched = await git.fetch(await access(), opened.base, watch);
	return fetched.kind === 'fetched' ? await make() : made;
}
