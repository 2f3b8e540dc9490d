import type { Figure, Look } from '../../../sandbox/file-shapes.ts';
import { differenceOf, shown } from '../try/compare.ts';
import { asksFigure, figureDifference } from './compare-figure.ts';
import { tableDifference } from './compare-table.ts';
import type { Holds } from './holds.ts';

/** A file as it was found after a run. */
export interface FoundFile {
	readonly look: Look;
	/** The figure that it was saved of, by Matplotlib. */
	readonly figure: Figure | undefined;
	/** Its tables have the types of a file that knows types. */
	readonly typed: boolean;
}

/** Where a file does not hold what it must, as half a sentence; undefined when it does. Pure. */
export function fileDifference(holds: Holds, found: FoundFile): string | undefined {
	const { look } = found;
	if (look.kind === 'broken') return look.why;
	if (look.kind === 'large') return `${look.why}, so that nobody can tell what it holds`;
	switch (holds.kind) {
		case 'opens':
			return blankProblem(found);
		case 'tables':
			return tablesProblem(holds, found);
		case 'json':
			return jsonProblem(holds.value, look);
		case 'text':
			return textProblem(holds, look);
		case 'image':
			return imageProblem(holds, found);
	}
}

/** A picture without anything on it is what comes of a plot that failed. */
function blankProblem({ look, figure }: FoundFile): string | undefined {
	if (look.kind !== 'image') return undefined;
	if (look.plain !== null) return `shows nothing: it is ${look.plain} all over`;
	return figure?.drawn === false ? 'shows nothing but empty axes' : undefined;
}

type Tables = Extract<Holds, { kind: 'tables' }>;

function tablesProblem({ tables, encoding }: Tables, { look, typed }: FoundFile): string | undefined {
	if (look.kind !== 'table') return notThat(look, 'a table');
	const wrong = typed ? undefined : encodingProblem(encoding, look.encoding);
	const problems = tables.map((table) => sheetProblem(table, look.sheets, typed));
	return wrong ?? problems.find((problem) => problem !== undefined);
}

type Sheets = Extract<Look, { kind: 'table' }>['sheets'];

function sheetProblem(table: Tables['tables'][number], sheets: Sheets, typed: boolean): string | undefined {
	const found = table.sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === table.sheet);
	if (!found) return `must have a sheet ${shown(table.sheet)}, and has ${shown(sheets.map(({ name }) => name))}`;
	const problem = tableDifference(table, { ...found, typed });
	return problem && (table.sheet === undefined ? problem : `on sheet ${shown(table.sheet)} ${problem}`);
}

/** UTF-8, unless something else is asked for; ASCII is that of most. */
function encodingProblem(asked = 'utf-8', found: string): string | undefined {
	const wanted = asked.toLowerCase().replaceAll('_', '-');
	if (wanted.includes('marked or not') && /^(ascii|utf-8|utf-8-sig)$/.test(found)) return undefined;
	const isUtf8 = ['utf-8', 'utf8', 'ascii'].includes(wanted);
	if (found === wanted || (found === 'ascii' && !/bom|sig|utf-?16/.test(wanted))) return undefined;
	if (isUtf8 && found === 'utf-8') return undefined;
	if (/sig|bom/.test(wanted) && found === 'utf-8-sig') return undefined;
	if (!isUtf8 && !/sig|bom|utf/.test(wanted) && found === 'not utf-8') return undefined;
	return `must be ${asked}, and ${found === 'utf-8-sig' ? 'begins with a byte order mark' : `is ${found}`}`;
}

function notThat(look: Look, wanted: string): string {
	return `must be ${wanted}, and is ${look.kind === 'other' ? 'of a kind that is not read' : `${look.kind}`}`;
}

function jsonProblem(value: unknown, look: Look): string | undefined {
	if (look.kind !== 'json') return notThat(look, 'JSON');
	if (look.cut) return 'holds too much to be compared';
	return encodingProblem('utf-8', look.encoding) ?? differenceOf(value, look.value, 'its value');
}

type TextHolds = Extract<Holds, { kind: 'text' }>;

function textProblem({ text, contains, encoding }: TextHolds, look: Look): string | undefined {
	if (look.kind !== 'text') return notThat(look, 'text');
	if (look.cut) return 'holds too much to be compared';
	const wrong = look.encoding === '' ? undefined : encodingProblem(encoding, look.encoding);
	if (wrong !== undefined) return wrong;
	const found = plainText(look.text);
	if (text !== undefined && plainText(text) !== found) return `must be ${shown(text)}, and is ${shown(look.text)}`;
	const missing = contains.find((part) => !found.includes(plainText(part)));
	return missing === undefined ? undefined : `must hold ${shown(missing)}, and is ${shown(look.text)}`;
}

/** Without what editors and systems do differently: ends of lines, and space before them and at the end. */
function plainText(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.map((line) => line.trimEnd())
		.join('\n')
		.trimEnd();
}

type ImageHolds = Extract<Holds, { kind: 'image' }>;

function imageProblem(holds: ImageHolds, found: FoundFile): string | undefined {
	const { look, figure } = found;
	if (look.kind !== 'image' && !figure) return notThat(look, 'a picture');
	const problem = sizeProblem(holds, look) ?? (holds.blank ? undefined : blankProblem(found));
	if (problem !== undefined || !asksFigure(holds)) return problem;
	if (!figure)
		return "is not what Matplotlib's savefig has written, so that nobody can tell its title, axes and series";
	return figureDifference(holds, figure);
}

function sizeProblem(holds: ImageHolds, look: Look): string | undefined {
	if (look.kind !== 'image') return undefined;
	const { width = look.width, height = look.height } = holds;
	if (width === look.width && height === look.height) return undefined;
	return `must have ${width} x ${height} pixels, and has ${look.width} x ${look.height}`;
}
