import type { Row } from './row.ts';

const heads = ['what', 'value', 'unit', 'control', 'ratio', 'goal', ''] as const;
/** Columns of numbers, set to the right. */
const right = new Set([1, 3, 4]);

/** The rows as aligned text for people, below a line of heads. */
export function table(rows: readonly Row[]): string {
	const cells = [[...heads], ...rows.map(cellsOf)];
	const widths = heads.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
	return cells
		.map((line) =>
			line
				.map((cell, at) => pad(cell, widths[at] ?? 0, right.has(at)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function pad(cell: string, width: number, toRight: boolean): string {
	return toRight ? cell.padStart(width) : cell.padEnd(width);
}

function cellsOf({ name, value, unit, control, ratio, goal, met }: Row): string[] {
	const verdict = met === undefined ? '' : met ? 'met' : 'not met';
	return [
		name,
		text(value),
		unit,
		text(control),
		text(ratio),
		goal?.replace('<=', '≤').replace('>=', '≥') ?? '',
		verdict,
	];
}

function text(value: number | undefined): string {
	return value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: 5 });
}
