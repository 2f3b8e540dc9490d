import { structuredPatch } from 'diff';

/** Lines added and removed beyond which the whole code says more, and the comparison would take long. */
const mostEdits = 400;

/** The changes from one code to another, as a unified diff; undefined where hardly anything has stayed. Pure. */
export function diffOf(before: string, after: string): string | undefined {
	const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: mostEdits });
	return patch?.hunks
		.flatMap((hunk) => [`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, ...hunk.lines])
		.join('\n');
}
