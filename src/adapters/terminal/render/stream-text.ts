import { headOf } from '../../../base/text/cut-text.ts';
import { cleanText, createTextCleaner } from './clean-text.ts';
import { hardWrap, textWidth, wordWrap } from './text-width.ts';

/** Sets streaming text in rows: prose is wrapped at words; code and tables keep their lines, which the terminal may wrap. */
export interface StreamText {
	/** Adds text as it came; answers the rows that will not change any more. */
	push(delta: string): readonly string[];
	/** The row that still grows; empty at the start of a line. */
	open(): string;
	/** Settles the open row, so that something else may be printed below it. */
	breakRow(): readonly string[];
	/** The rest of the whole text, given that the pushed text is its beginning; undefined when it is not. */
	missing(whole: string): string | undefined;
}

/** Empty rows in a row that are shown: more say nothing more. */
const mostOwed = 50;

/** A row of code is cut where it has more characters than this many times the terminal's width. */
const mostWidths = 20;

/** Prose wider than this is hard to read, however wide the terminal is. */
const maxProse = 100;

export function createStreamText(width: () => number): StreamText {
	const cleaner = createTextCleaner();
	let said = '';
	let line = '';
	/** Empty lines are owed until something follows them. */
	let owed = 0;
	let fenced = false;
	let started = false;
	/** The kind of this line's beginning, where that is settled: its rest is of the same kind, whatever it begins with. */
	let begun: 'prose' | 'code' | undefined;

	const prose = () => Math.min(width(), maxProse);
	const isCode = () => (begun === undefined ? fenced || /^(?: {4}|\s*\||\s*```)/.test(line) : begun === 'code');

	function endLine(): readonly string[] {
		if (line.trim() === '') {
			if (started && owed < mostOwed) owed += 1;
			startLine();
			return [];
		}
		const rows = rowsNow();
		turnFence();
		startLine();
		return settle(rows.map((row) => row.trimEnd()));
	}

	function startLine(): void {
		line = '';
		begun = undefined;
	}

	function beginLine(): void {
		const kind = isCode() ? 'code' : 'prose';
		turnFence();
		begun = kind;
	}

	function turnFence(): void {
		if (begun === undefined && /^\s*```/.test(line)) fenced = !fenced;
	}

	function settle(rows: readonly string[]): readonly string[] {
		const blank = new Array<string>(owed).fill('');
		owed = 0;
		started = true;
		return [...blank, ...rows];
	}

	/** The rows of an unfinished line that are full already. */
	function settleFull(): readonly string[] {
		// No character is wider than two columns.
		if (isCode() ? line.length <= mostChars() : 2 * line.length <= prose()) return [];
		const rows = rowsNow();
		if (rows.length > 1) beginLine();
		// White space at the end of a row is dropped.
		line = rows.at(-1) ?? '';
		return rows.length > 1 ? settle(rows.slice(0, -1)) : [];
	}

	const mostChars = () => width() * mostWidths;

	/** Characters without a width fill no row, and code is not wrapped: what is too long is cut all the same. */
	function rowsNow(): readonly string[] {
		const rows = isCode() ? [line] : wordWrap(line, prose());
		return rows.flatMap((row) => cutEvery(row, mostChars()));
	}

	function add(text: string): readonly string[] {
		said += text;
		const [first = '', ...others] = text.replaceAll('\t', '    ').split('\n');
		line += first;
		const settled: string[] = [];
		for (const other of others) {
			for (const row of endLine()) settled.push(row);
			line = other;
		}
		return [...settled, ...settleFull()];
	}

	return {
		push: (delta) => add(cleaner.push(delta)),
		open: () => (line.trim() === '' ? '' : line),
		breakRow: () => (line.trim() === '' ? [] : endLine()),
		missing(whole) {
			const had = said.trimStart();
			const wanted = cleanText(whole).trimStart();
			if (wanted.startsWith(had)) return wanted.slice(had.length);
			return wanted.trimEnd() === had.trimEnd() ? '' : undefined;
		},
	};
}

function cutEvery(row: string, most: number): readonly string[] {
	const rows: string[] = [];
	let rest = row;
	while (rest.length > most) {
		const head = headOf(rest, most);
		rows.push(head);
		rest = rest.slice(head.length);
	}
	return [...rows, rest];
}

/** A row of at most `width` columns in place of one that the terminal would wrap. */
export function lastPart(row: string, width: number): string {
	return textWidth(row) <= width ? row : (hardWrap(row, width).at(-1) ?? '');
}
