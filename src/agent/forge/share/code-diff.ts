import { structuredPatch } from 'diff';
import { shorten } from '../../shorten.ts';
import { visible } from './markdown.ts';

const mostOfLine = 160;
/** Lines added and removed beyond which the whole code says more, and the comparison would take long. */
const mostEdits = 400;

/** What changes from one code to another, as the lines of a unified diff; the whole code as added where there is nothing to compare. Pure. */
export function linesOfDiff(before: string | undefined, after: string): readonly string[] {
	const patch =
		before === undefined
			? undefined
			: structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: mostEdits });
	const lines = patch
		? patch.hunks.flatMap((hunk) => [
				`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
				...hunk.lines,
			])
		: after
				.trimEnd()
				.split('\n')
				.map((line) => `+${line}`);
	return lines.map((line) => shorten(visible(line), mostOfLine));
}

/** The longest of the texts that `text` makes for up to `lines` lines that has at most `most` characters. Pure. */
export function fitted(text: (count: number) => string, lines: number, most: number): string {
	let [fits, tooMany] = [0, lines + 1];
	while (tooMany - fits > 1) {
		const middle = Math.floor((fits + tooMany) / 2);
		if (text(middle).length <= most) fits = middle;
		else tooMany = middle;
	}
	return text(fits);
}
