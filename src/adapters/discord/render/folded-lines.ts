import { headOf } from '../../../base/text/cut-text.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { longestHere, parseMarkdown } from '../../markdown/parse-markdown.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { type ProgressLine, type ToolCallLine, took } from '../../present/progress-line.ts';
import { markerLength } from '../marker.ts';
import { marked, plainCode, plainLine } from './markdown/escape.ts';

/** A line of a live message, and the outbox's keys of what it shows. */
export interface MarkedLine {
	readonly line: ProgressLine;
	readonly keys: readonly string[];
}

/** Of the files that came in, and of the other lines; older ones are folded into one. */
const mostFiles = 10;
const mostLines = 25;
/** Characters of each kind of them, markers and all. */
const longestFiles = 900;
const shareOfLines = 0.75;
/** `… 1234 earlier steps`, and line endings. */
const foldRoom = 30;
const longestLine = 300;

/** A line that is written out. */
interface Written {
	readonly text: string;
	readonly keys: readonly string[];
}

/** Lines as people see them, each with the markers of what it shows, in at most `room` characters: the markers of folded ones as well, newest first. Pure. */
export function foldedLines(lines: readonly MarkedLine[], room: number): string {
	const files = lines.filter(({ line }) => line.type === 'file');
	const others = lines.filter(({ line }) => line.type !== 'file');
	const taken = files.length === 0 ? '' : filesText(files);
	const left = room - taken.length - foldRoom;
	const kept = newest(others, Math.floor(left * shareOfLines));
	const shown = kept.map(({ text, keys }) => marked(text, keys));
	const folded = others.slice(0, others.length - kept.length);
	const rest = left - shown.reduce((sum, text) => sum + text.length + 1, 0);
	return [taken, ...foldText(folded, rest), ...shown].filter((text) => text !== '').join('\n');
}

function filesText(files: readonly MarkedLine[]): string {
	const names = files.flatMap(({ line }) =>
		line.type === 'file' ? [`${plainLine(line.name, 60)}  ${formatBytes(line.size)}`] : [],
	);
	const more = names.length > mostFiles ? [`${names.length - mostFiles} more`] : [];
	const text = `📎 ${[...names.slice(0, mostFiles), ...more].join(', ')}`;
	return marked(text, withinRoom(files, longestFiles - text.length));
}

function newest(lines: readonly MarkedLine[], room: number): readonly Written[] {
	const kept: Written[] = [];
	let characters = 0;
	for (const { line, keys } of lines.slice(-mostLines).toReversed()) {
		const text = lineText(line);
		characters += text.length + keys.length * markerLength + 2;
		if (characters > room && kept.length > 0) break;
		kept.unshift({ text, keys });
	}
	return kept;
}

function foldText(folded: readonly MarkedLine[], room: number): string[] {
	if (folded.length === 0) return [];
	const text = `-# … ${folded.length} earlier step${folded.length === 1 ? '' : 's'}`;
	return [marked(text, withinRoom(folded, room))];
}

/** The newest keys whose markers `room` characters hold. */
function withinRoom(lines: readonly Pick<Written, 'keys'>[], room: number): readonly string[] {
	const most = Math.max(0, Math.floor(room / markerLength));
	return most === 0 ? [] : lines.flatMap(({ keys }) => keys).slice(-most);
}

function lineText(line: ProgressLine): string {
	switch (line.type) {
		case 'file':
			return `📎 ${plainLine(line.name, 60)}  ${formatBytes(line.size)}`;
		case 'said':
			return saidText(line);
		case 'notice':
			return plainLine(line.text, longestLine);
		case 'tool':
			return toolText(line);
	}
}

/** Words of the Brain on its way, without their Markdown. */
function saidText(line: Extract<ProgressLine, { type: 'said' }>): string {
	const text = said.get(line) ?? beginningOf(line.text);
	said.set(line, text);
	return text;
}

/** A line is read once, however often its message is shown. */
const said = new WeakMap<ProgressLine, string>();

function beginningOf(markdown: string): string {
	const beginning = headOf(markdown, longestHere);
	const root = parseMarkdown(beginning);
	const words = root ? plainText(root) : beginning;
	return plainLine(beginning.length < markdown.length ? `${words}…` : words, longestLine);
}

/** Calls that are done are in small print. */
function toolText(call: ToolCallLine): string {
	const { tool, title, state, summary } = call;
	const mark = { running: '⋯', asked: '-# ❔', ok: '-# ✓', failed: '-# ✗' }[state];
	const about = title === '' || title === tool ? '' : `  \`${plainCode(title)}\``;
	const why = state === 'failed' && summary ? plainLine(summary, 120) : '';
	const outcome = [why, took(call)].filter((text) => text !== '').join(', ');
	return `${mark} **${plainLine(tool, 60)}**${about}${outcome === '' ? '' : `  ${outcome}`}`;
}
