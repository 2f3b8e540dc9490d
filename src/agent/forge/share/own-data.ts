import { isRecord } from '../../model/text/json-text.ts';
import type { ToolCase } from '../draft/cases.ts';
import { kindOf } from '../files/kinds.ts';

/** Values by which data of people is known again: rows, cells, texts and numbers that are more than a digit or two. */
export type OwnData = ReadonlySet<string>;

/** More than a file of tests, which has 1 MB at most, can hold. */
const mostValues = 1_000_000;

/** The values of tests, without names of columns and fields. Linear in them. Pure. */
export function ownDataOf(cases: readonly ToolCase[]): OwnData {
	const values = new Set<string>();
	const names = new Set<string>();
	for (const test of cases) collectCase(test, values, names);
	for (const name of names) values.delete(name);
	return values;
}

function collectCase({ input, files, made, expect }: ToolCase, values: Set<string>, names: Set<string>): void {
	for (const [name, text] of Object.entries(files)) {
		collectText(text, values, kindOf(name) === 'table' ? names : undefined);
		names.add(name);
	}
	const results = expect.kind === 'output' ? [expect.output, expect.holds] : [];
	collect([input, made ? withoutFirstRows(made) : [], results], values);
}

/** Which of these values stand in something that is made up. Pure. */
export function leaksIn(value: unknown, own: OwnData, besides: ReadonlySet<string> = new Set()): readonly string[] {
	const found = new Set<string>();
	collect(value, found);
	return [...found].filter((one) => own.has(one) && !besides.has(one));
}

function collect(value: unknown, values: Set<string>): void {
	if (values.size > mostValues) return;
	if (typeof value === 'string') collectText(value, values, undefined);
	else if (typeof value === 'number') keep(String(value), values);
	else if (Array.isArray(value)) for (const one of value) collect(one, values);
	else if (isRecord(value)) for (const one of Object.values(value)) collect(one, values);
}

/** A text itself, its lines, and what stands between separators in them; the first line of a table are names. */
function collectText(text: string, values: Set<string>, headers: Set<string> | undefined): void {
	keep(text.trim(), values);
	for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
		if (values.size > mostValues) return;
		const into = at === 0 && headers ? headers : values;
		keep(line.trim(), into);
		for (const cell of line.split(/[,;\t|:]/)) keep(bareCell(cell), into);
	}
}

function bareCell(cell: string): string {
	return cell.replace(/^[\s"'{[]+/, '').replace(/(?<![\s"'}\]])[\s"'}\]]+$/, '');
}

function keep(text: string, values: Set<string>): void {
	const isNumber = /^-?[\d.]+$/.test(text);
	if (text.length >= 3 && text.length <= 2_000 && !(isNumber && /^-?(?:\d{1,2}|\d{1,2}\.0+|\d\.\d)$/.test(text)))
		values.add(text);
}

/** The first rows of what is no text are names, too. */
function withoutFirstRows(made: NonNullable<ToolCase['made']>): unknown {
	return Object.values(made).map((one) => {
		if ('sheets' in one) return one.sheets.map(({ rows }) => rows.slice(1));
		return 'rows' in one ? one.rows.slice(1) : one;
	});
}

/** The texts and numbers that are written into code. Pure. */
export function constantsIn(code: string): ReadonlySet<string> {
	const found = [...code.matchAll(/'([^'\\\n]{1,500})'|"([^"\\\n]{1,500})"|\b(\d+(?:\.\d+)?)\b/g)];
	return new Set(found.flatMap(([, one, other, number]) => (one ?? other ?? number ?? '').trim()));
}
