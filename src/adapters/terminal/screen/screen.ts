import { hardWrap, textWidth } from '../render/text-width.ts';

export interface ScreenSize {
	readonly columns: number;
	readonly rows: number;
}

/** Columns that are written to: many terminals wrap at the last one. */
export function widthOf({ columns }: Pick<ScreenSize, 'columns'>): number {
	return Math.max(10, columns - 1);
}

/** The rows below everything printed, drawn again at each change. */
export interface LiveArea {
	/** Rows, each narrower than the screen, topmost first. */
	readonly rows: readonly string[];
	/** Where the cursor stands in them, from 0. */
	readonly cursor: { readonly row: number; readonly column: number };
}

/** A terminal whose upper part is printed for good and whose last rows are live. */
export interface Screen {
	/** Prints lines for good, above the live area. */
	print(lines: readonly string[]): void;
	/** Draws the live area again soon; any number of calls make one drawing. */
	refresh(): void;
	/** Writes what waits now. */
	flush(): void;
	/** Removes the live area and gives the terminal back. */
	close(): void;
}

export interface ScreenDeps {
	readonly write: (text: string) => void;
	readonly size: () => ScreenSize;
	readonly compose: (size: ScreenSize) => LiveArea;
}

const esc = '\u001b';
/** Synchronized output (private mode 2026): terminals that know it show each drawing at once, the others ignore it. */
const beginMark = `${esc}[?2026h`;
const endMark = `${esc}[?2026l`;
/** Bracketed paste (private mode 2004). */
const pasteOn = `${esc}[?2004h`;
const pasteOff = `${esc}[?2004l`;

export function createScreen({ write, size, compose }: ScreenDeps): Screen {
	let waiting: string[] = [];
	let drawn: LiveArea | undefined;
	let scheduled: NodeJS.Immediate | undefined;
	let closed = false;
	// Keys typed before this began were echoed in front of the cursor.
	write(`\r${esc}[K${pasteOn}`);

	function flush(): void {
		if (scheduled !== undefined) clearImmediate(scheduled);
		scheduled = undefined;
		if (closed) return;
		const lines = waiting.map((line) => `${line}\r\n`).join('');
		waiting = [];
		const area = compose(size());
		const text = `${eraseArea(drawn, size().columns)}${lines}${drawArea(area)}`;
		drawn = area;
		write(`${beginMark}${text}${endMark}`);
	}

	function refresh(): void {
		if (!closed) scheduled ??= setImmediate(flush);
	}

	return {
		print(lines) {
			waiting.push(...lines);
			refresh();
		},
		refresh,
		flush,
		close() {
			if (closed) return;
			flush();
			closed = true;
			write(`${eraseArea(drawn, size().columns)}${pasteOff}`);
		},
	};
}

/** From wherever the cursor stands in the area to its first column, everything below erased. */
function eraseArea(area: LiveArea | undefined, columns: number): string {
	if (area === undefined) return '';
	// A terminal that became narrower has wrapped the rows that no longer fit.
	const above = area.rows.slice(0, area.cursor.row).reduce((count, row) => count + rowsOf(row, columns), 0);
	const up = above + Math.floor(area.cursor.column / Math.max(1, columns));
	return `\r${up > 0 ? `${esc}[${up}A` : ''}${esc}[0J`;
}

function rowsOf(row: string, columns: number): number {
	return Math.max(1, Math.ceil(textWidth(row) / Math.max(1, columns)));
}

function drawArea({ rows, cursor }: LiveArea): string {
	const up = rows.length - 1 - cursor.row;
	return `${rows.join('\r\n')}\r${up > 0 ? `${esc}[${up}A` : ''}${cursor.column > 0 ? `${esc}[${cursor.column}C` : ''}`;
}

export interface PromptView {
	/** Styled; stands before the first row. */
	readonly label: string;
	/** Clean text without line breaks, and the part of it that is before the cursor. */
	readonly text: string;
	readonly before: string;
}

/** A prompt in as many rows as it needs, at most `maxRows` around the cursor. */
export function composePrompt({ label, text, before }: PromptView, width: number, maxRows: number): LiveArea {
	const margin = textWidth(label);
	const room = Math.max(4, width - margin);
	// The cursor may stand behind the last character, so that needs a place too.
	const rows = hardWrap(`${text} `, room);
	const cursorRows = hardWrap(`${before}\u00b7`, room);
	const row = cursorRows.length - 1;
	const column = margin + textWidth(cursorRows.at(-1) ?? '') - 1;
	const from = Math.max(0, Math.min(row - maxRows + 1, rows.length - maxRows));
	const shown = rows.slice(from, from + maxRows);
	return {
		rows: shown.map((part, at) => (at === 0 ? label : ' '.repeat(margin)) + part),
		cursor: { row: row - from, column },
	};
}
