import { headOf } from '../../../base/text/cut-text.ts';
import { cleanText, createTextCleaner } from './clean-text.ts';
import { createLineKinds } from './line-kinds.ts';
import { hasCells, isTableRule, proseRows, tableRows } from './markdown-rows.ts';
import { plainStyle, type Style } from './style.ts';
import { wordWrap } from './text-width.ts';

/** Sets streaming Markdown in rows: a line when it is whole, prose wrapped at words, a table when it is; code keeps its lines. */
export interface StreamText {
	/** Adds text as it came; answers the rows that will not change any more. */
	push(delta: string): readonly string[];
	/** The row that still grows; empty at the start of a line. */
	open(): string;
	/** Settles the open row, so that something else may be printed below it; a table that still grows stays whole, and comes below that. */
	breakRow(): readonly string[];
	/** Settles all that is open: nothing more comes. */
	end(): readonly string[];
	/** The rest of the whole text, given that the pushed text is its beginning; undefined when it is not. */
	missing(whole: string): string | undefined;
}

/** Empty rows in a row that are shown: more say nothing more. */
const mostOwed = 50;

/** A row of code is cut where it has more characters than this many times the terminal's width. */
const mostWidths = 20;

/** Prose is set when its line ends, or when it is as long as this; of one answer no more is read as Markdown than `mostRead`. */
const mostHeld = 4000;
const mostRead = 50_000;
/** Rows and characters of a table that are set at once. */
const mostTable = { rows: 200, chars: 20_000 };

/** Prose wider than this is hard to read, however wide the terminal is. */
const maxProse = 100;

/** A text that is all there, set in rows. */
export function rowsOf(text: string, width: number, style: Style): readonly string[] {
	const stream = createStreamText(() => width, style);
	return [...stream.push(text), ...stream.end()];
}

export function createStreamText(width: () => number, style: Style): StreamText {
	const cleaner = createTextCleaner();
	let said = '';
	let line = '';
	/** Empty lines are owed until something follows them. */
	let owed = 0;
	let table: string[] = [];
	let read = 0;
	const kinds = createLineKinds();
	let started = false;
	/** The kind of this line's beginning, where that is settled: its rest is of the same kind, whatever it begins with. */
	let begun: 'prose' | 'code' | undefined;

	const prose = () => Math.min(width(), maxProse);
	const isCode = () => (begun ?? kinds.of(line)) === 'code';

	function endLine(): readonly string[] {
		if (isTableRow()) return takeTableRow();
		const before = endTable();
		if (line.trim() === '') {
			if (started && owed < mostOwed) owed += 1;
			startLine();
			return before;
		}
		const rows = isHidden() ? [] : rowsNow().map(asCode());
		startLine();
		return rows.length === 0 ? before : [...before, ...settle(rows.map((row) => row.trimEnd()))];
	}

	/** A table may have no bars at its edges: then it is one where the second line is its rule. */
	function isTableRow(): boolean {
		if (begun !== undefined || kinds.of(line) !== 'prose') return false;
		if (/^ {0,3}\|/.test(line)) return true;
		return line.length <= mostHeld && (table.length === 1 ? isTableRule(line) : hasCells(line));
	}
	const asCode = () => (isCode() ? style.accent : String);
	/** Where colours tell code from words its fences are of no use. */
	const isHidden = () => style !== plainStyle && begun === undefined && kinds.of(line) === 'fence';

	function takeTableRow(): readonly string[] {
		table.push(line);
		startLine();
		const chars = table.reduce((sum, row) => sum + row.length, 0);
		return table.length < mostTable.rows && chars < mostTable.chars ? [] : endTable();
	}

	function endTable(): readonly string[] {
		if (table.length === 0) return [];
		const lines = table;
		table = [];
		const rows = mayRead(lines.join('')) ? tableRows(lines, width(), style) : undefined;
		return settle(rows ?? lines.flatMap((row) => proseOf(row).map((one) => one.trimEnd())));
	}

	/** Reading costs more than setting: an answer without end is not read to its end. */
	function mayRead(text: string): boolean {
		read += text.length;
		return read <= mostRead;
	}

	function startLine(): void {
		if (begun === undefined) kinds.end(line);
		line = '';
		begun = undefined;
	}

	function beginLine(): void {
		const kind = isCode() ? 'code' : 'prose';
		if (begun === undefined) kinds.end(line);
		begun = kind;
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
		if (line.length <= (isCode() ? mostChars() : mostHeld) || isTableRow()) return [];
		const before = endTable();
		const rows = rawRows();
		const paint = asCode();
		if (rows.length > 1) beginLine();
		// White space at the end of a row is dropped.
		line = rows.at(-1) ?? '';
		return [...before, ...(rows.length > 1 ? settle(rows.slice(0, -1).map(paint)) : [])];
	}

	const mostChars = () => width() * mostWidths;

	/** Characters without a width fill no row, and code is not wrapped: what is too long is cut all the same. */
	function rowsNow(): readonly string[] {
		const isRaw = begun !== undefined || kinds.of(line) !== 'prose' || line.length > mostHeld;
		return isRaw ? rawRows() : proseOf(line);
	}

	function proseOf(text: string): readonly string[] {
		const rows = mayRead(text) ? proseRows(text, prose(), style) : wordWrap(text, prose());
		return rows.flatMap((row) => cutEvery(row, mostChars()));
	}

	function rawRows(): readonly string[] {
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
		open: () => (line.trim() === '' ? (table.at(-1) ?? '') : line),
		breakRow() {
			if (table.length <= 1 && line.trim() !== '' && !isTableRow()) return endLine();
			// Whatever comes in between is set apart already.
			owed = 0;
			return [];
		},
		end: () => [...(line.trim() === '' ? [] : endLine()), ...endTable()],
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
