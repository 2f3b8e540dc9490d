import { headOf } from '../cut-text.ts';
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
	/** What the whole text still misses, given that what was pushed is its beginning; undefined when it is not. */
	missing(whole: string): string | undefined;
}

/** Empty rows in a row that are shown: more say nothing more. */
const MOST_OWED = 50;

/** Prose wider than this is hard to read, however wide the terminal is. */
const MAX_PROSE = 100;

export function createStreamText(width: () => number): StreamText {
	const cleaner = createTextCleaner();
	let said = '';
	let line = '';
	/** Empty lines are owed until something follows them. */
	let owed = 0;
	let fenced = false;
	let started = false;
	/** A row of this line is settled as prose, so its rest is prose whatever it begins with. */
	let wrapping = false;

	const prose = () => Math.min(width(), MAX_PROSE);
	const isCode = () => !wrapping && (fenced || /^(?: {4}|\s*\||\s*```)/.test(line));

	function endLine(): readonly string[] {
		if (line.trim() === '') {
			if (started && owed < MOST_OWED) owed += 1;
			line = '';
			wrapping = false;
			return [];
		}
		const rows = isCode() ? [line] : wordWrap(line, prose());
		if (/^\s*```/.test(line)) fenced = !fenced;
		line = '';
		wrapping = false;
		return settle(rows.map((row) => row.trimEnd()));
	}

	function settle(rows: readonly string[]): readonly string[] {
		const blank = new Array<string>(owed).fill('');
		owed = 0;
		started = true;
		return [...blank, ...rows];
	}

	/** The rows of an unfinished line that are full already. */
	function settleFull(): readonly string[] {
		// No character is wider than two columns, and how long a row of code is matters to nobody.
		if (isCode() ? line.length <= width() * 20 : 2 * line.length <= prose()) return [];
		const rows = isCode() || line.length > width() * 20 ? longRows() : wordWrap(line, prose());
		if (rows.length < 2) return [];
		wrapping = !isCode();
		line = rows.at(-1) ?? '';
		return settle(rows.slice(0, -1));
	}

	/** Characters without a width fill no row: it is cut all the same. */
	function longRows(): readonly string[] {
		const head = headOf(line, width() * 20);
		return [head, line.slice(head.length)];
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
			const begun = said.trimStart();
			const wanted = cleanText(whole).trimStart();
			if (wanted.startsWith(begun)) return wanted.slice(begun.length);
			return wanted.trimEnd() === begun.trimEnd() ? '' : undefined;
		},
	};
}

/** A row of at most `width` columns in place of one that the terminal would wrap. */
export function lastPart(row: string, width: number): string {
	return textWidth(row) <= width ? row : (hardWrap(row, width).at(-1) ?? '');
}
