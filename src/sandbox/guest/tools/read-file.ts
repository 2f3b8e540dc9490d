import { isUtf8 } from 'node:buffer';
import { readFileArgs } from '../../built-ins.ts';
import { binaryKind } from '../files/binary.ts';
import { bytesOf, FileProblem, withFile } from '../files/file-problem.ts';
import { grouped } from '../files/grouped.ts';
import { pathOf, readRegular } from '../files/open-file.ts';
import { type FileText, readText } from '../files/text/transcode.ts';
import { shownLimit } from '../run/output.ts';
import { headOf, sanitise } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import type { GuestTool, ToolAnswer } from './guest-tool.ts';

/** A longer line is cut, characters. */
const lineLimit = 1000;

/** The `read_file` built-in: numbered lines, as many as fit, and how to go on. */
export function createReadFile(): GuestTool {
	return builtInTool('read_file', readFileArgs, ({ path, from = 1, to }) =>
		withFile('read', path, () => {
			const { bytes } = readRegular(pathOf(path));
			const range = [from, to ?? Number.POSITIVE_INFINITY] as const;
			const text = bytes.length === 0 ? undefined : readText(bytes);
			const isOther = text !== undefined && text.encoding !== 'utf-8';
			return isOther ? readLines(text.bytes, range, inEncoding(text, bytes)) : readLines(requireText(bytes), range);
		}),
	);
}

function inEncoding({ encoding }: FileText, { length }: Buffer): readonly string[] {
	return [bytesOf(length), `written in ${encoding}, which edit_file keeps`];
}

function requireText(bytes: Buffer): Buffer {
	const kind = binaryKind(bytes);
	if (kind === undefined) return bytes;
	throw new FileProblem(`is a binary file (${kind}; ${bytesOf(bytes.length)}). Use bash or Python`);
}

function readLines(bytes: Buffer, [from, to]: readonly [number, number], about = aboutUtf8(bytes)): ToolAnswer {
	if (bytes.length === 0) return { text: 'The file is empty (0 bytes)' };
	const total = countLines(bytes);
	if (from > total) throw new FileProblem(`has only ${total} lines`);
	if (to < from) throw new FileProblem(`cannot be read from line ${from} to line ${to}: the range is empty`);
	const lines = takeLines(bytes, from, Math.min(to, total));
	const last = from + lines.length - 1;
	return { text: [summary(bytes, { from, last, total }, about), ...lines].join('\n') };
}

function aboutUtf8(bytes: Buffer): readonly string[] {
	return [bytesOf(bytes.length), ...(isUtf8(bytes) ? [] : ['not UTF-8: other bytes are shown as \ufffd'])];
}

interface Range {
	readonly from: number;
	readonly last: number;
	readonly total: number;
}

function summary(bytes: Buffer, { from, last, total }: Range, about: readonly string[]): string {
	const whole = from === 1 && last === total;
	const range = whole ? `${total} ${total === 1 ? 'line' : 'lines'}` : `Lines ${from}-${last} of ${total}`;
	const facts = [
		...about.slice(0, 1),
		...(bytes.includes('\r\n') ? ['CRLF line ends'] : []),
		...about.slice(1),
		...(last < total ? [`go on with from=${last + 1}`] : []),
	];
	return `${range} (${facts.join('; ')})`;
}

/** Lines as text editors count them: what follows the last newline is one only if it is not empty. */
function countLines(bytes: Buffer): number {
	let count = bytes.at(-1) === 10 ? 0 : 1;
	for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
	return count;
}

/** Numbered lines from `from` on, until `to` or until no more fit. At least one. */
function takeLines(bytes: Buffer, from: number, to: number): string[] {
	const lines: string[] = [];
	let start = startOfLine(bytes, from);
	let length = 0;
	for (let number = from; number <= to; number += 1) {
		const newline = bytes.indexOf(10, start);
		const end = newline === -1 ? bytes.length : newline;
		const line = `${number}\t${showLine(bytes.subarray(start, end))}`;
		length += line.length + 1;
		if (length > shownLimit && lines.length > 0) break;
		lines.push(line);
		start = end + 1;
	}
	return lines;
}

function startOfLine(bytes: Buffer, line: number): number {
	let start = 0;
	for (let number = 1; number < line; number += 1) start = bytes.indexOf(10, start) + 1;
	return start;
}

function showLine(bytes: Buffer): string {
	const text = bytes.toString('utf8').replace(/\r$/, '').replaceAll('\r', '\\x0d');
	const rest = text.length - lineLimit;
	if (rest <= 0) return sanitise(text);
	return `${sanitise(headOf(text, lineLimit))} … ${grouped(rest)} more characters in this line`;
}
