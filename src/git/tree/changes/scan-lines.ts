import type { Finding } from '../../git.ts';
import type { TreeScan } from '../scan.ts';
import type { DiffLine } from './diff-lines.ts';

/** Characters that are looked at in one go. */
const mostText = 1_048_576;
/** Of a line that comes in pieces, so many characters are looked at with the next piece, too: what is looked for may lie across. */
const overlap = 1_024;

/** Looks through the new lines of a file as they come, with those around them. */
export interface LineScan {
	add(line: DiffLine): void;
	/** Ends the file. */
	end(): readonly Finding[];
}

export function createLineScan(path: string, scan: Pick<TreeScan, 'scanFile'>): LineScan {
	const findings: Finding[] = [];
	let lines: Looked[] = [];
	let size = 0;
	const flush = () => {
		if (lines.some(({ isAdded }) => isAdded)) findings.push(...look(path, lines, scan));
		lines = [];
		size = 0;
	};
	let before = '';
	let marks = 0;
	const note = (text: string, line: number) => {
		if (!conflict.test(text) || marks >= mostMarks) return;
		marks += 1;
		findings.push({ severity: 'tells', path, line, why: unsettled });
	};
	return {
		add({ kind, text, line, goesOn }) {
			if (kind === 'hunk') lines.push({ text: '', line: 0, isAdded: false });
			if (line === undefined) return;
			const isAdded = kind === 'added';
			if (isAdded && before === '') note(text, line);
			lines.push(...rowsOf(before + text, line, isAdded));
			size += before.length + text.length + 1;
			before = goesOn ? text.slice(-overlap) : '';
			if (size >= mostText) flush();
		},
		end() {
			flush();
			return findings;
		},
	};
}

/** Git's marks on both sides of a conflict (git-merge(1)). */
const conflict = /^(?:<{7}|>{7}) \S/;
/** Of one file. */
const mostMarks = 20;
const unsettled = 'has the mark of a conflict that was not settled';

interface Looked {
	readonly text: string;
	readonly line: number;
	readonly isAdded: boolean;
}

/** A line to whoever looks ends at a carriage return, too: each part counts by itself, and is numbered as all of it. */
function rowsOf(text: string, line: number, isAdded: boolean): readonly Looked[] {
	return text
		.replace(/\r$/, '')
		.split('\r')
		.map((part) => ({ text: part, line, isAdded }));
}

/** A finding names the line of what was looked at: it is told by the file's own number. */
function look(path: string, lines: readonly Looked[], scan: Pick<TreeScan, 'scanFile'>): readonly Finding[] {
	const text = lines.map((one) => one.text).join('\n');
	const found = scan.scanFile(path, text, (line) => lines[line - 1]?.isAdded ?? false);
	return found.map(({ line, ...finding }) => {
		const own = line === undefined ? undefined : lines[line - 1]?.line;
		return own === undefined ? finding : { ...finding, line: own };
	});
}
