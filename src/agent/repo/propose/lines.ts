import type { Finding, TreeChange } from '../../../git/git.ts';
import { asCode, inertLine } from '../safe-words.ts';

/** A finding as a line of a list. Pure. */
export function findingLine({ severity, path, line, why }: Finding): string {
	const mark = severity === 'admin' ? ' (admin)' : '';
	return `- ${asCode(path)}${line === undefined ? '' : `, line ${line}`}: ${inertLine(why, 100)}${mark}`;
}

const marks = { created: 'A', changed: 'M', deleted: 'D' } as const;

/** A changed file as a line of a list. Pure. */
export function changeLine({ kind, path, added, removed = 0 }: TreeChange): string {
	return `- ${marks[kind]} ${asCode(path)}${added === undefined ? ' (no text)' : ` +${added} −${removed}`}`;
}
