import { isRecord } from '../../model/text/json-text.ts';
import { parseCsv, separatorOf } from './csv.ts';
import type { Plain } from './holds.ts';

/** A table as it was written down: names of columns, and rows. */
export interface Rows {
	readonly header: readonly string[];
	readonly rows: readonly (readonly Plain[])[];
}

/** Objects that share no field would make a table of the square of them. */
const mostCells = 100_000;

/** A table of rows in any form that has one meaning: CSV text, lists of which the first is the header, objects. A sentence's end where it is none. Pure. */
export function readRows(value: unknown, separator?: string): Rows | string {
	if (typeof value === 'string') return fromText(value, separator);
	if (!Array.isArray(value)) return 'must be rows: a list of lists, the first with the names of the columns';
	if (value.length > 0 && value.every(isRecord)) return fromObjects(value);
	const lists = value.filter(Array.isArray);
	const [header, ...rows] = lists;
	if (header === undefined || lists.length < value.length)
		return 'must be rows: a list of lists, the first with the names of the columns, or a list of objects';
	return rows.flat().every(isPlain) ? { header: header.map(String), rows } : 'has a cell that is no plain value';
}

function fromText(text: string, separator: string | undefined): Rows | string {
	const [header, ...rows] = parseCsv(text, separator ?? separatorOf(text) ?? ',');
	return header ? { header: [...header], rows: rows.map((row) => row.map(typedCell)) } : 'has no line';
}

function fromObjects(objects: readonly Readonly<Record<string, unknown>>[]): Rows | string {
	const header = [...new Set(objects.flatMap(Object.keys))];
	if (header.length * objects.length > mostCells) return 'has too many columns';
	const rows = objects.map((row) => header.map((name) => row[name] ?? null));
	return rows.flat().every(isPlain) ? { header, rows: rows as Plain[][] } : 'has a cell that is no plain value';
}

export function isPlain(value: unknown): value is Plain {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Numbers as JSON has them; what begins with zeros, or is a date, is text. Pure. */
export function typedCell(text: string): string | number {
	return /^-?(0|[1-9]\d{0,15})(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : text;
}
