import { isAscii } from 'node:buffer';
import { editFileArgs } from '../../built-ins.ts';
import { FileProblem, withFile } from '../files/file-problem.ts';
import { pathOf, readRegular, statWritable } from '../files/open-file.ts';
import { readText, writeText } from '../files/text/transcode.ts';
import { sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import type { GuestTool } from './guest-tool.ts';
import { replaceFile } from './write-file.ts';

/** The `edit_file` built-in: bytes that are not part of the edit stay as they are, and the file's encoding does. */
export function createEditFile(): GuestTool {
	return builtInTool('edit_file', editFileArgs, ({ path, old_text, new_text }) =>
		withFile('edit', path, () => {
			const target = pathOf(path);
			const { bytes, mode } = readRegular(target);
			statWritable(target);
			if (old_text === new_text) throw new FileProblem('was not changed: old_text and new_text are the same');
			const { after, line, kept } = replaceIn(bytes, old_text, new_text);
			replaceFile(target, after, mode);
			return { text: `Replaced the text at line ${line} of ${sanitiseLine(target)}${kept}` };
		}),
	);
}

interface Edited {
	readonly after: Buffer;
	readonly line: number;
	/** Says of another encoding than UTF-8 that it was kept. */
	readonly kept: string;
}

function replaceIn(bytes: Buffer, old: string, text: string): Edited {
	const file = readText(bytes);
	if (file === undefined && isAscii(Buffer.from(old)) && !isAscii(Buffer.from(text))) {
		throw new FileProblem(
			'was not changed: in which encoding it is written is not known. Use Python, and name it there',
		);
	}
	if (file === undefined || file.encoding === 'utf-8') return { ...replaceOnce(bytes, old, text), kept: '' };
	const { after, line } = replaceOnce(file.bytes, old, text);
	const kept = `, which is still written in ${file.encoding}`;
	return { after: writeText(after.toString(), file.encoding, bytes), line, kept };
}

function replaceOnce(bytes: Buffer, old: string, text: string): Pick<Edited, 'after' | 'line'> {
	const wanted = Buffer.from(old);
	const at = findOnce(bytes, wanted, old);
	const after = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + wanted.length)]);
	return { after, line: lineAt(bytes, at) };
}

function findOnce(bytes: Buffer, old: Buffer, text: string): number {
	const found: number[] = [];
	for (let at = bytes.indexOf(old); at !== -1; at = bytes.indexOf(old, at + 1)) found.push(at);
	const [first] = found;
	if (first === undefined)
		throw new FileProblem(`was not changed: old_text does not occur in it${nearMiss(bytes, text)}`);
	if (found.length === 1) return first;
	const lines = found.slice(0, 10).map((at) => lineAt(bytes, at));
	const more = found.length > lines.length ? ', …' : '';
	throw new FileProblem(
		`was not changed: old_text occurs ${found.length} times (lines ${lines.join(', ')}${more}). Add text around it`,
	);
}

/** Where the text would be found if white space did not count: the usual reason for a miss. */
function nearMiss(bytes: Buffer, text: string): string {
	const wanted = normalised(text).filter((line, index, all) => line !== '' || (index > 0 && index < all.length - 1));
	const lines = normalised(bytes.toString('utf8'));
	const at = lines.findIndex((_line, index) => wanted.every((line, offset) => lines[index + offset]?.includes(line)));
	if (at === -1 || wanted.length === 0) return '. Read the file again';
	const why =
		bytes.includes('\r\n') && text.includes('\n') ? 'the file has CRLF line ends' : 'check white space and indentation';
	return `, but similar text stands at line ${at + 1}: ${why}`;
}

function normalised(text: string): string[] {
	return text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
}

function lineAt(bytes: Buffer, position: number): number {
	let line = 1;
	for (let at = bytes.indexOf(10); at !== -1 && at < position; at = bytes.indexOf(10, at + 1)) line += 1;
	return line;
}
