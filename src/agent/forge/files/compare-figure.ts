import type { Figure, Series } from '../../../sandbox/file-shapes.ts';
import { shown } from '../try/compare.ts';
import { isClose } from '../try/is-close.ts';
import type { Holds, Plain, SeriesHolds } from './holds.ts';

type ImageHolds = Extract<Holds, { kind: 'image' }>;

const texts = ['title', 'xlabel', 'ylabel'] as const;

/** Whether anything is asked of a picture that only its figure tells. Pure. */
export function asksFigure({ legend, series, ...holds }: ImageHolds): boolean {
	return legend !== undefined || series !== undefined || texts.some((name) => holds[name] !== undefined);
}

/** Where a figure does not show what it must, as half a sentence; undefined when it does. Pure. */
export function figureDifference(expected: ImageHolds, figure: Figure): string | undefined {
	if (figure.cut) return 'shows too much to be compared';
	return textProblem(expected, figure) ?? legendProblem(expected, figure) ?? seriesProblem(expected, figure);
}

function textProblem(expected: ImageHolds, figure: Figure): string | undefined {
	for (const name of texts) {
		const wanted = expected[name];
		const found = textsOf(figure, name);
		if (wanted !== undefined && !found.map(inOneLine).includes(inOneLine(wanted)))
			return `must have the ${name} ${shown(wanted)}, and has ${shown(found.filter(Boolean))}`;
	}
	return undefined;
}

function textsOf({ title, axes }: Figure, name: (typeof texts)[number]): readonly string[] {
	return [...(name === 'title' ? [title] : []), ...axes.map((one) => one[name])];
}

function inOneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

function legendProblem({ legend = [] }: ImageHolds, { axes }: Figure): string | undefined {
	const found = axes.flatMap((one) => one.legend.map(inOneLine));
	const missing = legend.find((text) => !found.includes(inOneLine(text)));
	return missing === undefined ? undefined : `must have ${shown(missing)} in its legend, and has ${shown(found)}`;
}

/** Each series that is expected has one of its own; others, such as a line at the mean, may be there. */
function seriesProblem({ series = [], inOrder }: ImageHolds, { axes }: Figure): string | undefined {
	const left = axes.flatMap((one) => one.series);
	for (const wanted of series) {
		const at = left.findIndex((found) => isSameSeries(wanted, found, inOrder));
		if (at < 0) return `must show the series ${shown(wanted)}, and shows ${shown(left.map(told))}`;
		left.splice(at, 1);
	}
	return undefined;
}

function told({ label, kind, x, y }: Series) {
	return { label, kind, x, y };
}

function isSameSeries(wanted: SeriesHolds, found: Series, inOrder: boolean): boolean {
	if (wanted.label !== undefined && inOneLine(wanted.label) !== inOneLine(found.label)) return false;
	if (wanted.kind !== undefined && found.kind !== plainKind(wanted.kind)) return false;
	const y = found.kind === 'pie' ? sharesOf(wanted.y) : wanted.y;
	return isSamePoints({ x: wanted.x, y }, found, inOrder);
}

/** Names that people have for the same. */
const kinds: Readonly<Record<string, string>> = {
	barh: 'bar',
	bars: 'bar',
	hist: 'bar',
	histogram: 'bar',
	column: 'bar',
	points: 'scatter',
	plot: 'line',
	lines: 'line',
	heatmap: 'image',
	imshow: 'image',
};

function plainKind(kind: string): string {
	const name = kind.toLowerCase();
	return Object.hasOwn(kinds, name) ? (kinds[name] ?? name) : name;
}

/** A pie shows shares, of whatever it was drawn. */
function sharesOf(values: readonly Plain[] | undefined): readonly Plain[] | undefined {
	const sum = values?.reduce((total: number, value) => total + Number(value), 0);
	return sum === undefined || sum === 0 ? values : values?.map((value) => Number(value) / sum);
}

interface Points {
	readonly x: readonly Plain[] | undefined;
	readonly y: readonly Plain[] | undefined;
}

/** With both of their coordinates points are known in any order. */
function isSamePoints({ x, y }: Points, found: Series, inOrder: boolean): boolean {
	const lists = [x, y].filter((list) => list !== undefined);
	if (lists.some((list) => list.length !== found.n)) return false;
	if (x === undefined || y === undefined || inOrder) {
		return isSameList(x, found.x) && isSameList(y, found.y);
	}
	const left = found.y.map((value, at) => [found.x[at] ?? null, value] as const);
	return x.every((place, at) => {
		const index = left.findIndex((point) => isSamePoint([place, y[at] ?? null], point));
		if (index >= 0) left.splice(index, 1);
		return index >= 0;
	});
}

type Point = readonly [Plain, Plain];

function isSamePoint(one: Point, other: Point): boolean {
	return isSameValue(one[0], other[0]) && isSameValue(one[1], other[1]);
}

/** Of more points than are told, the first ones. */
function isSameList(wanted: readonly Plain[] | undefined, found: readonly Plain[]): boolean {
	return found.every((value, at) => wanted === undefined || isSameValue(wanted[at] ?? null, value));
}

/** A number of an axis may be a category, and a category a number. */
function isSameValue(wanted: Plain, found: Plain): boolean {
	if (typeof wanted === 'number' && typeof found === 'number') return isClose(wanted, found);
	if (wanted === null || found === null) return wanted === found;
	return inOneLine(String(wanted)) === inOneLine(String(found));
}
