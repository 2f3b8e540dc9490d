import type { Code, Definition, Heading, Link, LinkReference, Nodes, Parents, Root, Strong } from 'mdast';
import { parseMarkdown } from '../../../markdown/parse-markdown.ts';
import { plainText } from '../../../markdown/plain-text.ts';
import { codeBlock, inlineCode, leadAt, plainWords } from './code-markdown.ts';
import { cleanWords, isVisible } from './escape.ts';
import { htmlMarkdown, linkTo, rule } from './html-markdown.ts';
import { tableMarkdown } from './table-markdown.ts';

/** A node's surroundings. */
interface Scene {
	readonly source: string;
	/** Addresses by the names that links have for them. */
	readonly addresses: ReadonlyMap<string, string>;
	/** Of the node below the root. */
	readonly depth: number;
	/** The whole of what it is in is bold, a link, or a cell of a table. */
	readonly within: 'bold' | 'link' | 'cell' | undefined;
	/** Of the HTML that the source was found in. */
	readonly htmlDepth: number;
}

/** Deeper nesting stays as it is. */
const deepest = 60;
const deepestHtml = 3;

/**
 * Markdown as models write it, in what Discord shows of it: tables, images, rules, HTML, small headings, boxes of tasks, footnotes and
 * names of addresses are rewritten, fences are made those that Discord knows; all else stays as it is. Empty where there is nothing to
 * see. Pure.
 */
export function toDiscordMarkdown(markdown: string): string {
	return converted(cleanWords(markdown), 0);
}

function converted(source: string, htmlDepth: number): string {
	const root = parseMarkdown(source);
	if (!root) return source.replaceAll('```', "'''").trim();
	const text = render(root, { source, addresses: addressesIn(root), depth: 0, within: undefined, htmlDepth });
	return isVisible(text) ? text.replace(/^(?:[ \t]*\n)+/, '').trimEnd() : '';
}

/** Only those that links use: others are words that look like one. */
function addressesIn(root: Root): ReadonlyMap<string, string> {
	const all = everything(root);
	const used = new Set(all.flatMap((node) => ('referenceType' in node ? [node.identifier] : [])));
	const definitions = all.filter((node): node is Definition => node.type === 'definition');
	const web = definitions.filter(({ identifier, url }) => used.has(identifier) && /^https?:/i.test(url));
	return new Map(web.toReversed().map(({ identifier, url }) => [identifier, url]));
}

function everything(root: Root): readonly Nodes[] {
	const all: Nodes[] = [root];
	// It grows while it is read.
	for (const node of all) if ('children' in node) all.push(...node.children);
	return all;
}

function render(node: Nodes, scene: Scene): string {
	if (scene.depth > deepest) return sourceOf(node, scene);
	return rewritten(node, scene) ?? ('children' in node ? spliced(node, scene) : sourceOf(node, scene));
}

function startOf({ position }: Nodes): number {
	return position?.start.offset ?? 0;
}

function endOf({ position }: Nodes): number {
	return position?.end.offset ?? 0;
}

function sourceOf(node: Nodes, { source }: Scene): string {
	return source.slice(startOf(node), endOf(node));
}

/** The source of a node with what has become of those within it. */
function spliced(node: Parents, scene: Scene): string {
	return splicedFrom(node, scene, startOf(node), endOf(node));
}

/** A node's inside, without the marks around it. */
function inner(node: Parents, scene: Scene): string {
	const [first, last] = [node.children[0], node.children.at(-1)];
	return first && last ? splicedFrom(node, scene, startOf(first), endOf(last)) : '';
}

function splicedFrom(node: Parents, scene: Scene, from: number, to: number): string {
	const below = { ...scene, depth: scene.depth + 1 };
	const parts: string[] = [];
	let at = from;
	for (const child of node.children) {
		parts.push(scene.source.slice(at, startOf(child)), render(child, below));
		at = endOf(child);
	}
	return [...parts, scene.source.slice(at, to)].join('');
}

/** A node as Discord can show it; undefined: the node is fine, those within it may not be. */
function rewritten(node: Nodes, scene: Scene): string | undefined {
	switch (node.type) {
		case 'text':
			return plainWords(sourceOf(node, scene));
		case 'code':
			return codeText(node, scene);
		case 'inlineCode':
			return scene.within === 'cell' || /`{3}|~{3}/.test(sourceOf(node, scene)) ? inlineCode(node.value) : undefined;
		case 'break':
			return '\n';
		case 'html':
			return htmlText(sourceOf(node, scene), scene);
		case 'thematicBreak':
			return rule;
		default:
			return rewrittenAddress(node, scene) ?? rewrittenParent(node, scene);
	}
}

function rewrittenAddress(node: Nodes, scene: Scene): string | undefined {
	switch (node.type) {
		case 'image':
			return imageText(node.url, node.alt, scene);
		case 'imageReference': {
			const address = scene.addresses.get(node.identifier);
			return address === undefined ? undefined : imageText(address, node.alt, scene);
		}
		case 'link':
			return linkText(node, scene);
		case 'linkReference':
			return referenceText(node, scene);
		case 'definition':
			return scene.addresses.has(node.identifier) ? '' : undefined;
		case 'footnoteReference':
			return `[${node.label ?? node.identifier}]`;
		default:
			return undefined;
	}
}

function rewrittenParent(node: Nodes, scene: Scene): string | undefined {
	switch (node.type) {
		case 'table':
			return tableMarkdown(node, leadAt(scene.source, startOf(node)), (cell) =>
				inner(cell, { ...scene, within: 'cell' }),
			);
		case 'heading':
			return headingText(node, scene);
		case 'strong':
			return strongText(node, scene);
		case 'delete':
			return `~~${inner(node, scene)}~~`;
		case 'footnoteDefinition':
			return `[${node.label ?? node.identifier}] ${inner(node, scene)}`;
		case 'listItem':
			return itemText(spliced(node, scene), node.checked);
		case 'blockquote':
			// One mark and a space: three marks would quote all that follows, and one without a space quotes nothing.
			return spliced(node, scene).replaceAll(/^([ \t]*)>(?![ \t]|$)/gm, '$1> ');
		default:
			return undefined;
	}
}

function codeText(code: Code, scene: Scene): string {
	const block = codeBlock(code.value, code.lang ?? '', leadAt(scene.source, startOf(code)));
	// A fence that is left open where its list ends takes the line's end with it.
	return sourceOf(code, scene).endsWith('\n') ? `${block}\n` : block;
}

/** Words within HTML are Markdown as soon as the tags around them are gone. */
function htmlText(html: string, { source, within, htmlDepth }: Scene): string {
	const text = htmlMarkdown(html, source);
	if (text === html || !html.includes('\n') || htmlDepth >= deepestHtml)
		return plainWords(within ? text.replaceAll('\n', ' ') : text);
	return converted(text, htmlDepth + 1);
}

/** Discord knows three sizes of headings, and only those with a mark before them. */
function headingText(heading: Heading, scene: Scene): string {
	const isSmall = heading.depth > 3;
	const words = inner(heading, isSmall ? { ...scene, within: 'bold' } : scene)
		.replaceAll(/\s*\n[ \t>]*/g, ' ')
		.trim();
	if (words === '') return '';
	return isSmall ? `**${words}**` : `${'#'.repeat(heading.depth)} ${words}`;
}

/** Two underscores underline. */
function strongText(strong: Strong, scene: Scene): string {
	const words = inner(strong, scene);
	return scene.within === 'bold' ? words : `**${words}**`;
}

/** Discord hides no address behind another one. */
function linkText(link: Link, scene: Scene): string | undefined {
	const isMasked = sourceOf(link, scene).startsWith('[');
	if (isMasked && plainText(link) === link.url) return link.url;
	return isMasked ? spliced(link, { ...scene, within: 'link' }) : sourceOf(link, scene);
}

function referenceText(reference: LinkReference, scene: Scene): string | undefined {
	const address = scene.addresses.get(reference.identifier);
	return address === undefined ? undefined : `[${inner(reference, { ...scene, within: 'link' })}](${address})`;
}

function imageText(address: string, words: string | null | undefined, { within }: Scene): string {
	return within === 'link' ? words || 'image' : linkTo(address, words ?? '');
}

/** Discord knows the marks `-`, `*` and `1.`. */
function itemText(item: string, checked: boolean | null | undefined): string {
	const listed = item.replace(/^\+(?=\s)/, '-').replace(/^(\d{1,9})\)(?=\s)/, '$1.');
	if (typeof checked !== 'boolean') return listed;
	return listed.replace(/^(\S+\s+)\[[ xX]\]/, `$1${checked ? '☑' : '☐'}`);
}
