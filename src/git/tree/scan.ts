import type { Finding, TreeChange } from '../git.ts';

/** Looks for that which must not be pushed without a yes, or at all. All of it pure, and linear. */
export interface TreeScan {
	/** A text of a file, or a part of it, of which only the lines for which `isAdded` are new. Lines from 1. */
	readonly scanFile: (path: string, text: string, isAdded: (line: number) => boolean) => readonly Finding[];
	readonly protectedFindings: (changes: readonly TreeChange[], globs: readonly string[]) => readonly Finding[];
	/** Of a new or changed file that is no text. */
	readonly binaryFinding: (path: string, size: number) => Finding | undefined;
}

/** Findings that are told, at most; what blocks comes first. */
const mostFindings = 300;
const ranks = { blocks: 0, admin: 1, tells: 2 } as const;

/** The gravest first, each once, as many as people can be told. Pure. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	const each = new Map(findings.map((one) => [JSON.stringify([one.severity, one.path, one.line, one.why]), one]));
	return [...each.values()].sort((one, other) => ranks[one.severity] - ranks[other.severity]).slice(0, mostFindings);
}
