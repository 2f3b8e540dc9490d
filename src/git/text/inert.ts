import { sanitise } from '../../sandbox/guest/sanitise.ts';
import { type Block, blocksOf } from './blocks.ts';
import { type Piece, piecesOf } from './code-spans.ts';
import { isLive } from './live-words.ts';
import { withoutSkips } from './skip-words.ts';

/**
 * Markdown of others as a code host may show it in our name: it mentions nobody, closes, links and commands nothing, and loads no picture. What would
 * do so stands as code, in which no host looks for any of it (an escape would not do: `\#12` is shown as `#12`, and linked); HTML, links and pictures
 * stand as they were written. Lists, tasks, tables, headings, emphasis and code are left. Sources: docs.github.com "Autolinked references and URLs" and
 * "Linking a pull request to an issue", Gitea's modules/references, GitLab's "GitLab Flavored Markdown" and "Quick actions". Pure, linear.
 */
export function inert(markdown: string): string {
	return blocksOf(withoutSkips(sanitise(markdown)))
		.map(writeBlock)
		.join('\n');
}

/** In which a code host runs what it reads, or draws something else than text. */
const drawn = /^(?:mermaid|geojson|topojson|stl|math|suggestion.*)$/i;

function writeBlock(block: Block): string {
	if (block.kind === 'lines') return block.lines.map(writeLine).join('\n');
	const fence = '`'.repeat(Math.max(3, longestRun(block.lines.join('\n')) + 1));
	const language = drawn.test(block.language) ? 'text' : block.language;
	return [`${fence}${language}`, ...block.lines.map(withoutCommand), fence].join('\n');
}

function longestRun(text: string): number {
	return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Bots read the text as it was sent, and do not ask what is code in it. */
function withoutCommand(line: string): string {
	return /^\s*\/[a-z][\w-]*(?:\s|$)/i.test(line) ? `| ${line.trimStart()}` : line;
}

/** The beginning of a list, a quote or a task. */
const beginning = /^(?:[ \t]|>|[-*+] |\d{1,9}[.)] |\[[ xX]\] )*/;

function writeLine(line: string): string {
	const [head] = beginning.exec(line) ?? [''];
	// A backslash at the end would reach into the next line.
	const rest = line.slice(head.length).replace(/(?<!\\)\\+$/, '');
	return head + writePieces(piecesOf(rest));
}

function writePieces(pieces: readonly Piece[]): string {
	const written: string[] = [];
	for (const piece of pieces) writePiece(piece, written);
	return written.join('');
}

function writePiece(piece: Piece, written: string[]): void {
	if (piece.kind === 'text') writeText(piece.text, written);
	// A bar ends a table's cell in code, too.
	else if (piece.text.includes('|')) writeText(`'${piece.text.replaceAll('`', "'")}'`, written);
	else written.push(codeSpan(piece.text, written.at(-1) ?? ''));
}

/** Code, apart from what stands in front of it where that would reach into it. */
function codeSpan(text: string, before: string): string {
	const fence = '`'.repeat(shortestFree(text));
	const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return `${/[`\\]$/.test(before.slice(-1)) ? ' ' : ''}${fence}${pad}${text}${pad}${fence}`;
}

function shortestFree(text: string): number {
	const taken = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
	let length = 1;
	while (taken.has(length)) length += 1;
	return length;
}

/** A word, or what stands between words. */
const parts = /([^\s()[\]{}<>|,;"'*?~]+)|[\s()[\]{}<>|,;"'*?~]+/g;

function writeText(text: string, written: string[]): void {
	let before = '';
	for (const [part, word] of text.replaceAll(/~{3,}/g, '~~').matchAll(parts)) {
		written.push(word === undefined ? escaped(part) : writeWord(word, { before, written }));
		if (/\S$/.test(part)) before = part;
	}
}

interface Around {
	/** The word in front. */
	readonly before: string;
	/** Of this line. */
	readonly written: readonly string[];
}

function writeWord(word: string, { before, written }: Around): string {
	const core = withoutTail(word);
	const isCommand = written.length === 0 && /^\/[a-z]/i.test(core);
	if (!isCommand && !isLive(core, before)) return escaped(word);
	return codeSpan(core, written.at(-1) ?? '') + word.slice(core.length);
}

/** The word without what ends a sentence. */
function withoutTail(word: string): string {
	let end = word.length;
	while (end > 0 && '.:!'.includes(word.charAt(end - 1))) end -= 1;
	return word.slice(0, end);
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '[': '\\[' };

/** Written so that it stands there as it is: no HTML, no entity that would become a mark afterwards, no link and no picture. */
function escaped(part: string): string {
	return part.replaceAll(/[<&[]/g, (mark) => entities[mark] ?? mark);
}
