import { isRecord } from '../../model/text/json-text.ts';
import { separatorOf } from './csv.ts';
import type { Holds, Plain, SeriesHolds, TableHolds } from './holds.ts';
import { endingOf, type FileKind, kindOf } from './kinds.ts';
import { isPlain, readRows } from './rows.ts';

/** A sentence's end on what is wrong. */
type Problem = string;

/** Words of a purpose by which rows stand in an order. */
const speaksOfOrder =
	/\b(sort(s|ed|ing)?|rank(s|ed|ing)?|ascending|descending|chronological(ly)?|alphabetical(ly)?|in (this|that|the same) order|ordered by|order by|largest first|newest first)\b/i;

/**
 * Reads what an order, or a test, says that a file must hold. The form is the likeliest for the kind of the file, so that it can be written without
 * being looked up: text or rows of a CSV, the value of a JSON, sheets of a workbook, facts of a plot. Pure.
 */
export function readHolds(name: string, value: unknown, purpose: string): Holds | Problem {
	if (value === true || value === null || (isRecord(value) && Object.keys(value).length === 0))
		return { kind: 'opens' };
	const holds = holdsOf(name, value, speaksOfOrder.test(purpose));
	if (typeof holds === 'string' || (holds.kind !== 'tables' && holds.kind !== 'text')) return holds;
	const encoding = holds.encoding ?? encodingIn(purpose);
	return { ...holds, ...(encoding !== undefined && { encoding }) };
}

/** An encoding that the purpose asks for. Excel takes UTF-8 for what it is by its mark alone, so one for Excel may have it. */
function encodingIn(purpose: string): string | undefined {
	if (/\b(without|no) (a |any )?(BOM|byte order mark)\b/i.test(purpose)) return undefined;
	if (/\bBOM\b|byte order mark|utf-?8[-_ ]sig/i.test(purpose)) return 'utf-8-sig';
	return /\bexcel\b/i.test(purpose) ? 'utf-8, marked or not' : undefined;
}

function holdsOf(name: string, value: unknown, inOrder: boolean): Holds | Problem {
	switch (kindOf(name)) {
		case 'table':
		case 'parquet':
			return tableHolds(name, value, inOrder);
		case 'book':
			return bookHolds(value, inOrder);
		case 'json':
			return { kind: 'json', value: typeof value === 'string' ? jsonOf(value) : valueIn(value) };
		case 'lines':
			return { kind: 'json', value: typeof value === 'string' ? linesOf(value) : valueIn(value) };
		case 'image':
			return imageHolds(value, inOrder);
		default:
			return textHolds(value, kindOf(name));
	}
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function linesOf(text: string): unknown {
	return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [jsonOf(line)]));
}

/** `{"value": …}` is taken for what is in it where it stands alone. */
function valueIn(value: unknown): unknown {
	const names = isRecord(value) ? Object.keys(value) : [];
	return isRecord(value) && names.length === 1 && 'json' in value ? value['json'] : value;
}

const tableFields = ['rows', 'columns', 'ordered', 'sheet', 'header', 'encoding', 'separator'];

/** A table with what else may be said of it. */
function isTableObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return isRecord(value) && Object.keys(value).every((name) => tableFields.includes(name));
}

function tableHolds(name: string, value: unknown, inOrder: boolean): Holds | Problem {
	if (isRecord(value) && !isTableObject(value)) return unknownField(value, tableFields);
	const asked = isTableObject(value) ? value : { rows: value };
	const separator = separatorIn(name, asked);
	const table = readTable(asked, { inOrder, separator });
	if (typeof table === 'string') return table;
	const { encoding } = asked;
	return {
		kind: 'tables',
		tables: [table],
		...(separator !== undefined && { separator }),
		...(typeof encoding === 'string' && { encoding }),
	};
}

function separatorIn(name: string, { separator, rows }: Readonly<Record<string, unknown>>): string | undefined {
	if (typeof separator === 'string' && separator.length === 1) return separator;
	if (endingOf(name) === 'tsv') return '\t';
	return typeof rows === 'string' ? separatorOf(rows) : undefined;
}

function unknownField(value: Readonly<Record<string, unknown>>, fields: readonly string[]): Problem {
	const stray = Object.keys(value).find((name) => !fields.includes(name)) ?? '';
	return `has no "${stray.slice(0, 40)}"; there are ${fields.join(', ')}`;
}

interface TableContext {
	readonly inOrder: boolean;
	readonly separator?: string | undefined;
}

/** `columns` alone ask for no rows, and stand in their order; a header line of rows does not. */
function readTable(
	asked: Readonly<Record<string, unknown>>,
	{ inOrder, separator }: TableContext,
): TableHolds | Problem {
	const { rows, columns, ordered = inOrder, sheet, header = true } = asked;
	const names = Array.isArray(columns) ? columns.map(String) : undefined;
	const base = {
		...(typeof sheet === 'string' && { sheet }),
		rowsInOrder: ordered === true,
		columnsInOrder: names !== undefined,
	};
	if (rows === undefined) return names ? { ...base, header: names } : 'needs "rows" or "columns"';
	const read = readRows(names && isBare(rows, names) ? [names, ...rows] : rows, separator);
	if (typeof read === 'string') return read;
	if (header === false) return { ...base, rows: [[...read.header], ...read.rows.map((row) => [...row])] };
	return { ...base, header: names ?? [...read.header], rows: inColumns(read.rows, read.header, names) };
}

/** Lists without a line of names, which `columns` names. */
function isBare(rows: unknown, names: readonly string[]): rows is readonly (readonly unknown[])[] {
	return Array.isArray(rows) && rows.every(Array.isArray) && JSON.stringify(rows[0]) !== JSON.stringify(names);
}

function inColumns(
	rows: readonly (readonly Plain[])[],
	header: readonly string[],
	names: readonly string[] = header,
): Plain[][] {
	return rows.map((row) => names.map((name) => row[header.indexOf(name)] ?? null));
}

/** Sheets by their names, or one table for the first of them. */
function bookHolds(value: unknown, inOrder: boolean): Holds | Problem {
	const sheets = isRecord(value) && !isTableObject(value) ? Object.entries(value) : undefined;
	const asked = sheets
		? sheets.map(([sheet, rows]) => (isTableObject(rows) ? { ...rows, sheet } : { rows, sheet }))
		: [isTableObject(value) ? value : { rows: value }];
	const tables = asked.map((one) => readTable(one, { inOrder }));
	const problem = tables.find((table) => typeof table === 'string');
	if (problem !== undefined) return problem;
	return { kind: 'tables', tables: tables.filter((table) => typeof table !== 'string') };
}

function textHolds(value: unknown, kind: FileKind): Holds | Problem {
	if (kind === 'other') return 'cannot be looked into here: say {} where it need only open';
	if (typeof value === 'string' && kind === 'text') return { kind: 'text', text: value, contains: [] };
	if (typeof value === 'string') return { kind: 'text', contains: [value] };
	if (Array.isArray(value)) return { kind: 'text', contains: value.map(String) };
	if (!isRecord(value)) return 'must be its text, or {"contains": […]}';
	const { text, contains, encoding } = value;
	if (typeof text !== 'string' && contains === undefined) return unknownField(value, ['text', 'contains', 'encoding']);
	return {
		kind: 'text',
		...(typeof text === 'string' && { text }),
		contains: contains === undefined ? [] : [contains].flat().map(String),
		...(typeof encoding === 'string' && { encoding }),
	};
}

const imageFields = ['title', 'xlabel', 'ylabel', 'legend', 'series', 'width', 'height', 'blank', 'ordered'];

function imageHolds(value: unknown, inOrder: boolean): Holds | Problem {
	if (!isRecord(value)) return `must be facts of it: an object with any of ${imageFields.join(', ')}`;
	const { x, y, ...rest } = value;
	const facts = { ...(x !== undefined && { xlabel: x }), ...(y !== undefined && { ylabel: y }), ...rest };
	if (!Object.keys(facts).every((name) => imageFields.includes(name))) return unknownField(facts, imageFields);
	const series = seriesIn(rest['series']);
	if (typeof series === 'string') return series;
	return {
		kind: 'image',
		...textsIn(facts),
		...sidesIn(facts),
		...(Array.isArray(rest['legend']) && { legend: rest['legend'].map(String) }),
		...(series && { series: [...series] }),
		inOrder: (rest['ordered'] ?? inOrder) === true,
	};
}

function textsIn(facts: Readonly<Record<string, unknown>>) {
	const { title, xlabel, ylabel } = facts;
	return {
		...(typeof title === 'string' && { title }),
		...(typeof xlabel === 'string' && { xlabel }),
		...(typeof ylabel === 'string' && { ylabel }),
	};
}

function sidesIn(facts: Readonly<Record<string, unknown>>) {
	const { width, height, blank } = facts;
	return {
		...(Number.isInteger(width) && { width: Number(width) }),
		...(Number.isInteger(height) && { height: Number(height) }),
		...(blank === true && { blank }),
	};
}

/** A list of series, or values by the names of series. */
function seriesIn(value: unknown): readonly SeriesHolds[] | undefined | Problem {
	if (value === undefined) return undefined;
	const all = isRecord(value)
		? Object.entries(value).map(([label, y]) => ({ label, ...(isRecord(y) ? y : { y }) }))
		: value;
	if (!Array.isArray(all) || !all.every(isRecord)) return 'needs a list in "series": {"label", "x", "y"}';
	const bad = all.find(({ x = [], y = [] }) => ![x, y].every((list) => Array.isArray(list) && list.every(isPlain)));
	return bad === undefined ? all.map(oneSeries) : 'needs lists of plain values in "x" and "y" of a series';
}

function oneSeries({ label, kind, x, y }: Readonly<Record<string, unknown>>): SeriesHolds {
	return {
		...(typeof label === 'string' && { label }),
		...(typeof kind === 'string' && { kind }),
		...(Array.isArray(x) && { x }),
		...(Array.isArray(y) && { y }),
	};
}
