import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Deeper nesting takes the parser time without end, and nobody wrote it to be read. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/**
 * Characters of a text that is read in whatever thread asks. The parser takes some texts the square of their length and more: the worst
 * that a grammar's fuzzing found takes 44 ms at 400 characters, 0.9 s at 3,000 and 21 s at 20,000.
 */
export const longestHere = 256;

let longest = longestHere;

/** From now on this thread reads texts of any length, until what it answers is called. Only for threads whose time is limited. */
export function readLongTexts(): () => void {
	const before = longest;
	longest = Number.POSITIVE_INFINITY;
	return () => {
		longest = before;
	};
}

/** Reads Markdown as GitHub writes it. Undefined for text that is too long for this thread, or nested beyond reason. */
export function parseMarkdown(markdown: string): Root | undefined {
	if (markdown.length > longest || tooDeep.test(markdown) || isEntangled(markdown)) return undefined;
	return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

const emphasis = /(?<=^|\s)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}|\n[^\S\n]*(?=\n)/g;
const mostOpen = 100;

/** Marks of emphasis within each other take the parser time without end, and nobody wrote them to be read. */
function isEntangled(source: string): boolean {
	let open = 0;
	for (const { 0: found, index } of source.matchAll(emphasis)) {
		if (found.startsWith('\n')) open = 0;
		else open = Math.max(0, open + (/\S/.test(source.charAt(index - 1)) ? -1 : 1));
		if (open > mostOpen) return true;
	}
	return false;
}
