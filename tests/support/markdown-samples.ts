import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Words that are all different: `w0`, `w1`, … in the order of the text. */
function numbered(template: string): string {
	let at = 0;
	return template.replaceAll('W', () => `w${at++}`);
}

const line = fc.integer({ min: 1, max: 30 }).map((count) => Array(count).fill('W').join(' '));
const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => all.join('\n'));
const language = fc.constantFrom('', 'js', 'python title="x"');
const mark = fc.constantFrom('```', '````', '~~~');
const fence = fc.tuple(mark, language, lines).map(([marks, name, body]) => `${marks}${name}\n${body}\n${marks}`);
const table = fc
	.integer({ min: 1, max: 12 })
	.map((rows) => ['| W | W |', '| --- | --- |', ...Array(rows).fill('| W W | W |')].join('\n'));
const inList = fence.map((text) => `1. W\n\n${text.replaceAll(/^/gm, '   ')}`);
const inQuote = fence.map((text) => text.replaceAll(/^/gm, '> '));
const block = fc.oneof(
	lines,
	fence,
	table,
	inList,
	inQuote,
	lines.map((text) => text.replaceAll(/^/gm, '- ')),
);

/** Markdown as models write it: paragraphs, fences (in lists and quotes too), tables, lists; its words are `w0`, `w1`, … */
export const markdownText: fc.Arbitrary<string> = fc
	.array(block, { minLength: 1, maxLength: 8 })
	.map((blocks) => numbered(blocks.join('\n\n')));

/** Parts of which all that is hard about fences can be made up. */
export const fenceSoup: fc.Arbitrary<string> = fc
	.array(
		fc.constantFrom('```', '````', '~~~', '`', 'js', '\n', '\n\n', '  ', '   ', 'word', '- ', '> ', '| a |', '😀'),
		{
			maxLength: 60,
		},
	)
	.map((parts) => parts.join(''));

export function wordsIn(text: string): string[] {
	return text.match(/w\d+/g) ?? [];
}

/** Whether text that follows would stand in a fence that was left open. */
export function leavesFenceOpen(markdown: string): boolean {
	const { children } = fromMarkdown(`${markdown}\n\nlast words`);
	return children.at(-1)?.type === 'code';
}
