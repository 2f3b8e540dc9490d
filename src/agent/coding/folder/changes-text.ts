import { cutText } from '../../../base/text/cut-text.ts';
import { changeCounts } from '../view.ts';
import type { FileChange } from './carry.ts';

/** Lines of a list, at most. */
const most = 30;

const verbs = { created: '✨ new', changed: '✏️ edit', deleted: '🗑️ delete' } as const;

/** The files that a run has changed, a line each, conflicts first; `more`: files that are not in `changes`. Pure. */
export function changesText(changes: readonly FileChange[], more = 0): string {
	const conflictsFirst = changes.toSorted((one, other) => rank(one) - rank(other));
	const lines = conflictsFirst.slice(0, most).map(changeLine);
	const rest = changes.length - lines.length + more;
	return [...lines, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}

function rank({ state }: FileChange): number {
	return state === 'conflict' ? 0 : 1;
}

function changeLine(change: FileChange): string {
	const kept = change.state === 'conflict' ? ' – not brought back: it was changed here, too' : '';
	return `${verbs[change.kind]} ${cutText(change.path, 100)} ${changeCounts([change])}${kept}`;
}
