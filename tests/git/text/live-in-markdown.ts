import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What the code hosts look for in text that is no code. Sources: html-pipeline's mention filter, Gitea's modules/references. */
const marks: readonly (readonly [string, RegExp])[] = [
	['mention', /(?:^|\W)@[\w-]/],
	['issue', /(?:^|[\s("'[])[#!]\d/],
	['issue elsewhere', /[\w.-]+\/[\w.-]+[#!]\d/],
	['GH-', /\bGH-\d/i],
	['commit', /(?:^|[^0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/i],
	['address', /https?:\/\/|\bwww\.\w/i],
];

const nodes = ['image', 'imageReference', 'link', 'linkReference', 'definition', 'html', 'footnoteReference'];

interface Node {
	readonly type: string;
	readonly value?: string;
	readonly children?: readonly Node[];
}

/** What would do something in a Markdown that is shown by a code host: by its tree, as others parse it. */
export function liveIn(markdown: string): readonly string[] {
	const tree: Node = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
	return [...liveInNode(tree), ...commandsIn(markdown)];
}

function liveInNode(node: Node): readonly string[] {
	const here = nodes.includes(node.type) ? [node.type] : [];
	const text = node.type === 'text' ? (node.value ?? '') : '';
	const found = marks.filter(([, mark]) => mark.test(text)).map(([name]) => `${name} in ${JSON.stringify(text)}`);
	return [...here, ...found, ...(node.children ?? []).flatMap(liveInNode)];
}

/** By line of the text as it is sent: bots know no Markdown. */
function commandsIn(markdown: string): readonly string[] {
	const commands = markdown.match(/^\s*\/[a-z][\w-]*[ \t]*$/gim) ?? [];
	const skips = markdown.match(/\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|\*{3}NO_CI\*{3}/gi) ?? [];
	return [...commands, ...skips].map((found) => `command ${JSON.stringify(found)}`);
}
