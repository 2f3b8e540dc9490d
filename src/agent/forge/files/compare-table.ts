import type { Cell } from '../../../sandbox/file-shapes.ts';
import { shown } from '../try/compare.ts';
import { isClose } from '../try/is-close.ts';
import type { Plain, TableHolds } from './holds.ts';
import { typedCell } from './rows.ts';

/** A table as it was found in a file. `typed`: its cells have types of their own, as those of a workbook have. */
export interface FoundTable {
	readonly name: string;
	readonly rows: readonly (readonly Cell[])[];
	/** How many rows there are, of which the first are told. */
	readonly total: number;
	readonly typed: boolean;
}

/** Where a table does not hold what it must, as half a sentence; undefined when it does. Pure. */
export function tableDifference(expected: TableHolds, found: FoundTable): string | undefined {
	const { header, rows } = expected;
	const first = header === undefined ? [] : (found.rows[0] ?? []);
	const columns = header && columnsOf(header, first.map(nameOf), expected.columnsInOrder);
	if (typeof columns === 'string') return columns;
	if (rows === undefined) return undefined;
	const skipped = header === undefined ? 0 : 1;
	const count = found.total - skipped;
	if (count !== rows.length) return `must have ${rowsOf(rows.length)} of data, and has ${Math.max(0, count)}`;
	const got = found.rows.slice(skipped);
	if (got.length < rows.length) return 'is too large to be compared';
	const places = columns ?? rows[0]?.map((_, at) => at) ?? [];
	const wide = columns === undefined ? widthProblem(rows, got) : undefined;
	return (
		wide ??
		rowsDifference(
			rows,
			got.map((row) => places.map((at) => row[at] ?? null)),
			{ ...expected, ...found },
		)
	);
}

function rowsOf(count: number): string {
	return count === 1 ? '1 row' : `${count} rows`;
}

function nameOf(cell: Cell): string {
	return cell === null ? '' : typeof cell === 'object' ? cell.formula : String(cell);
}

/** Places in the file of the columns that are expected, or why there are others. */
function columnsOf(header: readonly string[], found: readonly string[], inOrder: boolean): readonly number[] | string {
	const same = header.length === found.length && header.every((name) => found.includes(name));
	const isRight = same && (!inOrder || header.every((name, at) => found[at] === name));
	if (!isRight || new Set(header).size < header.length)
		return sameInPlace(header, found)
			? header.map((_, at) => at)
			: `must have the columns ${shown(header)}${inOrder ? ' in this order' : ''}, and has ${shown(found)}`;
	return header.map((name) => found.indexOf(name));
}

/** Names that stand twice are told apart by their places. */
function sameInPlace(header: readonly string[], found: readonly string[]): boolean {
	return header.length === found.length && header.every((name, at) => found[at] === name);
}

function widthProblem(rows: readonly (readonly Plain[])[], got: readonly (readonly Cell[])[]): string | undefined {
	const most = Math.max(0, ...rows.map((row) => row.length));
	const widest = Math.max(0, ...got.map((row) => row.length));
	return widest > most ? `must have ${most} columns, and has ${widest}` : undefined;
}

interface Manner {
	readonly rowsInOrder: boolean;
	readonly typed: boolean;
}

function rowsDifference(
	rows: readonly (readonly Plain[])[],
	got: readonly (readonly Cell[])[],
	{ rowsInOrder, typed }: Manner,
): string | undefined {
	const isSame = (one: readonly Plain[], other: readonly Cell[]) =>
		one.every((cell, at) => isSameCell(cell, other[at] ?? null, typed));
	const wrong = rows.findIndex((row, at) => !isSame(row, got[at] ?? []));
	if (wrong < 0) return undefined;
	const unmatched = unmatchedOf(rows, got, isSame);
	if (unmatched === undefined)
		return rowsInOrder ? `has its rows in another order: row ${wrong + 1} must be ${shown(rows[wrong])}` : undefined;
	const { expected, others } = unmatched;
	return `must hold the row ${shown(expected)}, and holds ${shown(others)} instead`;
}

/** The first row that has no partner, and those that are left; undefined where each has one. */
function unmatchedOf<One, Other>(
	rows: readonly One[],
	got: readonly Other[],
	isSame: (one: One, other: Other) => boolean,
): { readonly expected: One; readonly others: readonly Other[] } | undefined {
	const left = [...got];
	const missing: One[] = [];
	for (const row of rows) {
		const at = left.findIndex((other) => isSame(row, other));
		if (at < 0) missing.push(row);
		else left.splice(at, 1);
	}
	const [expected] = missing;
	return expected === undefined ? undefined : { expected, others: left.slice(0, 3) };
}

/** Cells of text files are what they mean; those of workbooks are of their own type. Pure. */
export function isSameCell(expected: Plain, cell: Cell, typed: boolean): boolean {
	if (cell !== null && typeof cell === 'object') return cell.formula === expected;
	if (expected === null || expected === '') return cell === null || cell === '';
	const got = typed || typeof cell !== 'string' ? cell : meantBy(cell, expected);
	if (typeof expected === 'number' && typeof got === 'number') return isClose(expected, got);
	if (typeof expected === 'string' && typeof got === 'string') return sameText(expected, got, typed);
	return expected === got;
}

function meantBy(text: string, expected: Plain): Plain {
	if (typeof expected === 'number') return typedCell(text);
	if (typeof expected === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	return text;
}

/** A date of a workbook has a time where it is not midnight. */
function sameText(expected: string, got: string, typed: boolean): boolean {
	if (expected === got) return true;
	return typed && asDate(expected) === asDate(got) && /^\d{4}-\d\d-\d\d/.test(got);
}

function asDate(text: string): string {
	return text.replace('T', ' ').replace(/(?: 00:00:00(?:\.0+)?|Z)$/, '');
}
