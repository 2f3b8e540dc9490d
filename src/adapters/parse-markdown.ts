import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Deeper nesting takes the parser time without end, and nobody wrote it to be read. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/** Reads Markdown as GitHub writes it. Undefined for text that is nested beyond reason. Pure. */
export function parseMarkdown(markdown: string): Root | undefined {
	if (tooDeep.test(markdown)) return undefined;
	return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}
