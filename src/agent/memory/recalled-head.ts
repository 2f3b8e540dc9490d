import type { Memory } from './memory.ts';

/** Stands in the place of a person where nobody has said it. */
export const fromElsewhere = 'from a file or a tool';

/** Stands there for what a summary has made of anybody's words. */
export const theHistory = 'the history';

/** The line before a memory that is recalled: its id, its day, who it is from, and what else there is to say. Pure. */
export function headOfRecalled({ id, at, from, source }: Memory, besides: string): string {
	return `[${id}, ${at.slice(0, 10)}, ${source === 'read' ? fromElsewhere : `from ${from}`}, ${besides}]`;
}

/** Finds such a line, and who it is from. */
export const recalledHead = /^\[[A-Za-z0-9._-]+, \d{4}-\d\d-\d\d, (from [^\n]*?), [^,\n]*\]\n/;
