/** Rows of a short CSV text, quotes as in RFC 4180; empty lines are none. Linear. Pure. */
export function parseCsv(text: string, separator: string): readonly (readonly string[])[] {
	const rows: string[][] = [];
	let row: string[] = [];
	for (const { cell, ends } of cellsOf(text.replace(/^\uFEFF/, ''), separator)) {
		row.push(cell);
		if (!ends) continue;
		if (row.length > 1 || row[0] !== '') rows.push(row);
		row = [];
	}
	return rows;
}

interface CsvCell {
	readonly cell: string;
	/** It is the last of its row. */
	readonly ends: boolean;
}

function* cellsOf(text: string, separator: string): Generator<CsvCell> {
	let at = 0;
	while (at <= text.length) {
		const { cell, end } = text[at] === '"' ? quotedAt(text, at) : { cell: undefined, end: at };
		const next = endOfCell(text, end, separator);
		const value = (cell ?? '') + text.slice(end, next).replace(/\r$/, '');
		const ends = text[next] !== separator;
		yield { cell: value, ends };
		at = next + 1;
	}
}

/** The text between quotes, and where it ends. */
function quotedAt(text: string, start: number): { readonly cell: string; readonly end: number } {
	let cell = '';
	let at = start + 1;
	for (;;) {
		const quote = text.indexOf('"', at);
		if (quote < 0) return { cell: cell + text.slice(at), end: text.length };
		cell += text.slice(at, quote);
		if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
		cell += '"';
		at = quote + 2;
	}
}

function endOfCell(text: string, from: number, separator: string): number {
	let at = from;
	while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
	return at;
}

/** The sign that stands most often between the columns of a first line. Pure. */
export function separatorOf(text: string): string | undefined {
	const line = text.split('\n', 1)[0] ?? '';
	const counts = [',', ';', '\t', '|'].map((one) => ({ one, count: line.split(one).length - 1 }));
	const [best] = counts.toSorted((a, b) => b.count - a.count);
	return best && best.count > 0 ? best.one : undefined;
}

/** Rows as CSV. Pure. */
export function csvOf(rows: readonly (readonly unknown[])[], separator: string): string {
	return rows.map((row) => `${row.map((cell) => csvCell(cell, separator)).join(separator)}\n`).join('');
}

function csvCell(cell: unknown, separator: string): string {
	const text = cell === null || cell === undefined ? '' : String(cell);
	return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
