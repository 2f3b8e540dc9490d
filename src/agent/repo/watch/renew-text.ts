import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Access } from '../../../git/repository.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { Parts } from '../parts.ts';
import type { Opened, Pull } from '../state/repos-state.ts';
import { changed } from './tell-once.ts';

interface ToRenew {
	readonly opened: Opened;
	readonly pull: Pull;
	readonly folder: Pick<SessionFolder, 'documents'>;
	readonly access: Access;
	readonly host: CodeHost;
}

/**
 * Has the text of a pull request say what was pushed last; whenever this process dies, it comes to one change or one comment. Answers a sentence where it is
 * not as people would expect it. Rejects as the store does and with the signal's reason.
 */
export async function renewText(
	{ opened, pull, folder, access, host }: ToRenew,
	{ book }: Parts,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { renewal, number, textMark: was } = pull;
	if (!renewal || number === undefined) return undefined;
	const { part, comment, since, mark } = renewal;
	const came = await host.renew(access, { number, was, part, comment, since }, signal);
	if (came.kind === 'refused' && !came.gone)
		return `Its text is not renewed yet, which is tried again by itself: ${came.why}`;
	const isText = came.kind === 'renewed' && came.as === 'text';
	await book.amend(folder, (repos) =>
		changed(repos, { ...opened, pull }, ({ renewal: now, ...left }) =>
			// Another one may have been pushed meanwhile.
			now && now.mark !== mark
				? { ...left, renewal: now, ...(isText && { textMark: mark }) }
				: { ...left, ...(isText && { textMark: mark }) },
		),
	);
	if (came.kind === 'refused') return `Its text could not be renewed: ${came.why}`;
	return isText
		? undefined
		: 'Its text was changed by somebody else and is left to them: what is new stands in a comment.';
}
