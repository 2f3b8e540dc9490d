import type { z } from 'zod';
import { shorten } from '../../../base/text/shorten.ts';
import type { tryToolResult } from '../../../sandbox/built-ins.ts';
import type { ToolCase } from '../draft/cases.ts';
import { fileDifference } from '../files/compare-file.ts';
import type { Holds } from '../files/holds.ts';
import { kindOf } from '../files/kinds.ts';

type Expected = ToolCase['expect'];
type Ended = Extract<z.infer<typeof tryToolResult>['runs'][number][number], { ended: 'output' }>;

/** Files that the guest is to look at after a run, as many as it takes. Pure. */
export function looksFor(expect: Expected): { readonly name: string; readonly separator?: string }[] {
	const holds = expect.kind === 'output' ? Object.entries(expect.holds ?? {}) : [];
	return holds.slice(0, 16).map(([name, one]) => ({ name, ...separatorOf(one) }));
}

function separatorOf(holds: Holds) {
	return holds.kind === 'tables' && holds.separator !== undefined ? { separator: holds.separator } : {};
}

/** Which file that was to be written is missing, empty, or holds something else. Pure. */
export function filesProblem(expect: Expected, end: Ended): string | undefined {
	if (expect.kind !== 'output') return undefined;
	return missingProblem(expect.files, end) ?? heldProblem(expect.holds ?? {}, end);
}

/** One that was there before and is as it was has been looked at, and is judged by what it holds. */
function missingProblem(names: readonly string[], { files, looks = {} }: Ended): string | undefined {
	const isThere = (name: string) => files.some((file) => file.name === name && file.size > 0);
	const missing = names.find((name) => !isThere(name) && looks[name] === undefined);
	if (missing === undefined) return undefined;
	const there = files.map(({ name, size }) => `${name} (${size} bytes)`).join(', ') || 'none';
	return `it must write "${missing}"; files that it wrote: ${shorten(there, 200)}`;
}

function heldProblem(holds: Readonly<Record<string, Holds>>, end: Ended): string | undefined {
	for (const [name, one] of Object.entries(holds)) {
		const problem = fileDifference(one, foundOf(name, end));
		if (problem !== undefined) return `"${name}", which it wrote, ${shorten(problem, 500)}`;
	}
	return undefined;
}

/** A figure is that of a file where its bytes are. */
function foundOf(name: string, { files, looks = {}, figures = [] }: Ended) {
	const sha256 = files.find((file) => file.name === name)?.sha256;
	return {
		look: looks[name] ?? ({ kind: 'large', why: 'was not looked at' } as const),
		figure: figures.find((figure) => figure.sha256 === sha256),
		typed: ['book', 'parquet'].includes(kindOf(name)),
	};
}
