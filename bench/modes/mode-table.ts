import { markdownTable } from '../parts/markdown-table.ts';
import type { MeasuredRow, ModeRows } from './measure-mode.ts';
import { nameOf, told } from './modes.ts';

const none = '–';

/** The rows of all modes side by side, `value (control)`, and below why some have none. Modes without any row are told of alone. Pure. */
export function modeTable(all: readonly ModeRows[]): string {
	const shown = all.filter(({ rows }) => rows.size > 0);
	const lines = Object.entries(told).map(([name, words]) => [
		words,
		...shown.map(({ rows }) => cellOf(rows.get(name))),
	]);
	const table = markdownTable([['median (control)', ...shown.map(({ mode }) => nameOf(mode))], ...lines]);
	const notes = all.flatMap(notesOn);
	return notes.length === 0 ? table : `${table}\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

function cellOf(row: MeasuredRow | undefined): string {
	if (row === undefined) return none;
	return row.control === undefined ? figure(row.value) : `${figure(row.value)} (${figure(row.control)})`;
}

/** Two digits are more than a second run would confirm, or all before the point. */
function figure(value: number): string {
	return Math.abs(value) >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}

/** Each reason once, with the benchmarks that it keeps from being measured; the first alone where nothing could be. */
function notesOn({ mode, rows, whyNot }: ModeRows): readonly string[] {
	const byReason = [...Map.groupBy(whyNot, ([, why]) => why)];
	return byReason.slice(0, rows.size === 0 ? 1 : undefined).map(([why, entries]) => {
		const what = rows.size === 0 ? 'none of it' : entries.map(([bench]) => `\`${bench}\``).join(', ');
		return `Not on ${nameOf(mode)}: ${what}: ${why}`;
	});
}
