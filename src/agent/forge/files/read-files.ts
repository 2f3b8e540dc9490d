import { type MadeFile, type MadeRows, madeFile } from '../../../sandbox/file-shapes.ts';
import { isRecord } from '../../model/text/json-text.ts';
import { csvOf } from './csv.ts';
import { endingOf, isBinary, kindOf } from './kinds.ts';
import { isPlain, readRows } from './rows.ts';

/** A file that a test brings along: text, or what the sandbox makes it of. */
export type BroughtFile = { readonly text: string } | { readonly made: MadeFile };

/** A sentence's end on what is wrong. */
type Problem = string;

/**
 * A file that an order's example is run with. Text is taken as it is; of a kind that is no text, data says what it is made of, in the likeliest
 * form. `broken`: text is what stands in it whatever its kind, as for an input that must be refused. Pure.
 */
export function readFile(name: string, value: unknown, broken: boolean): BroughtFile | Problem {
	const kind = kindOf(name);
	if (typeof value === 'string' && (broken || !isBinary(kind))) return { text: value };
	switch (kind) {
		case 'table':
			return tableText(name, value);
		case 'json':
			return { text: JSON.stringify(value, null, 1) };
		case 'lines':
			return { text: (Array.isArray(value) ? value : [value]).map((one) => `${JSON.stringify(one)}\n`).join('') };
		case 'book':
		case 'database':
			return sheetsOf(kind, value);
		case 'parquet':
			return parquetOf(value);
		case 'image':
			return imageOf(name, value);
		case 'document':
			return documentOf(name, value);
		case 'archive':
			return checked({ kind: 'archive', files: value }, 'needs {"<name>": "<text>"}');
		case 'text':
			return 'must be its text';
		case 'other':
			return `cannot be made here: nobody has a .${endingOf(name)} for a test`;
	}
}

function checked(made: unknown, needs: string): BroughtFile | Problem {
	const parsed = madeFile.safeParse(made);
	return parsed.success ? { made: parsed.data } : needs;
}

function tableText(name: string, value: unknown): BroughtFile | Problem {
	const rows = rowsIn(value);
	if (typeof rows === 'string') return rows;
	const plain = rows.map((row) => row.map((cell) => (isRecord(cell) ? cell['date'] : cell)));
	return { text: csvOf(plain, endingOf(name) === 'tsv' ? '\t' : ',') };
}

/** With dates, which are `{"date": "2026-01-31"}`, as cells. */
function rowsIn(value: unknown): MadeRows | Problem {
	const given = isRecord(value) && 'rows' in value ? value['rows'] : value;
	if (Array.isArray(given) && given.length > 0 && given.every(Array.isArray)) {
		const bad = given.flat().find((cell) => !isPlain(cell) && !(isRecord(cell) && typeof cell['date'] === 'string'));
		return bad === undefined ? given : 'has a cell that is neither a plain value nor {"date": …}';
	}
	const read = readRows(given);
	return typeof read === 'string' ? read : [[...read.header], ...read.rows.map((row) => [...row])];
}

function sheetsOf(kind: 'book' | 'database', value: unknown): BroughtFile | Problem {
	const isNamed = isRecord(value) && !('rows' in value);
	const sheets = (isNamed ? Object.entries(value) : [['Sheet1', value] as const]).map(([name, rows]) => ({
		name,
		rows: rowsIn(rows),
	}));
	const bad = sheets.find(({ rows }) => typeof rows === 'string');
	if (bad) return `${bad.rows}, or such rows by the names of sheets`;
	const wrong = sheets.find(({ name }) => kind === 'book' && !/^[^\\/*?:[\]]{1,31}$/.test(name));
	if (wrong) return `has a sheet ${JSON.stringify(wrong.name.slice(0, 40))}, and Excel takes no such name`;
	const unnamed = kind === 'database' ? sheets.flatMap(({ rows }) => columnProblem(rows) ?? []) : [];
	return unnamed[0] ?? checked({ kind, sheets }, 'needs rows by the names of sheets, at most 2000 in each');
}

function parquetOf(value: unknown): BroughtFile | Problem {
	const rows = rowsIn(value);
	if (typeof rows === 'string') return rows;
	return columnProblem(rows) ?? mixedProblem(rows) ?? checked({ kind: 'parquet', rows }, 'needs at most 2000 rows');
}

/** Columns of a database and of a Parquet are known by their names. */
function columnProblem([header = []]: MadeRows | string): Problem | undefined {
	const names = [...header].map((name) => String(name ?? ''));
	const isGood = names.length > 0 && new Set(names).size === names.length && !names.includes('');
	return isGood ? undefined : 'must have a name of its own for each column in its first row';
}

/** A column of a Parquet is of one type. */
function mixedProblem([header = [], ...rows]: MadeRows): Problem | undefined {
	const mixed = header.findIndex((_, at) => new Set(rows.flatMap((row) => typeOf(row[at]))).size > 1);
	return mixed < 0 ? undefined : `must have values of one type in the column ${JSON.stringify(header[mixed])}`;
}

function typeOf(cell: MadeRows[number][number] | undefined): readonly string[] {
	return cell === null || cell === undefined ? [] : [typeof cell];
}

function imageOf(name: string, value: unknown): BroughtFile | Problem {
	if (endingOf(name) === 'svg') return 'must be its text';
	if (!isRecord(value)) return 'must be facts of it, such as {"width": 40, "height": 30}';
	const { width = 40, height = 30, color, colour = color } = value;
	if (colour !== undefined && !isColour(colour)) return 'needs a colour such as "red" or "#ff0000"';
	return checked(
		{ kind: 'image', width, height, ...(colour !== undefined && { colour }) },
		'needs a "width" and a "height" of at most 2000',
	);
}

const colours =
	'black white gray grey silver red green blue yellow orange purple pink brown cyan magenta navy teal olive maroon lime'.split(
		' ',
	);

function isColour(value: unknown): boolean {
	return typeof value === 'string' && (/^#(?:[\da-f]{3}){1,2}$/i.test(value) || colours.includes(value.toLowerCase()));
}

function documentOf(name: string, value: unknown): BroughtFile | Problem {
	const texts = [isRecord(value) ? (value['pages'] ?? value['text'] ?? []) : value].flat();
	if (endingOf(name) === 'pdf') return checked({ kind: 'pdf', pages: texts }, 'needs a text for each page');
	if (endingOf(name) === 'docx')
		return checked({ kind: 'docx', lines: texts.flatMap((text) => String(text).split('\n')) }, 'needs its text');
	return `cannot be made here: nobody has a .${endingOf(name)} for a test`;
}
