import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { families } from './families.ts';
import type { Result } from './run-attacks.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'security.md');
const marks = {
	begin: '<!-- npm run attack -- --write: begin -->',
	end: '<!-- npm run attack -- --write: end -->',
} as const;

/** Where and when a run was made, in words. */
export interface RunFacts {
	/** ISO 8601. */
	readonly day: string;
	/** Such as `Linux 6.18 (x64), Podman 4.3.1`. */
	readonly machine: string;
}

/** Puts the table of a whole run between its marks in docs/security.md. Rejects when these are missing. */
export async function writeDocument(results: readonly Result[], facts: RunFacts): Promise<void> {
	const text = await readFile(path, 'utf8');
	const [before, rest] = text.split(marks.begin);
	const after = rest?.split(marks.end)[1];
	if (before === undefined || after === undefined) throw new Error(`"${path}" lacks the marks of the table`);
	await writeFile(path, `${before}${marks.begin}\n\n${documentOf(results, facts)}\n\n${marks.end}${after}`);
}

/** The words on a run, and a table a family, each row with its verdict on each runtime. Pure. */
export function documentOf(results: readonly Result[], { day, machine }: RunFacts): string {
	const runtimes = [...new Set(results.map(({ runtime }) => runtime))];
	const tables = families.map(({ title, attacks }) => {
		const rows = attacks.map(({ name, tried, holds }) => [
			`\`${name}\``,
			tried,
			holds,
			...runtimes.map((runtime) => verdictIn(results, name, runtime)),
		]);
		return `### ${title}\n\n${markdownTable([['row', 'tried', 'must hold', ...runtimes], ...rows])}`;
	});
	const said = `Run on ${day} (${machine}): ${runtimes.map((runtime) => `${countsOf(results, runtime)} on ${runtime}`).join('; ')}.`;
	return [said, ...tables].join('\n\n');
}

function verdictIn(results: readonly Result[], name: string, runtime: string): string {
	return results.find((one) => one.attack.name === name && one.runtime === runtime)?.verdict ?? 'not run';
}

function countsOf(results: readonly Result[], runtime: string): string {
	const counts = new Map<string, number>();
	for (const { verdict, runtime: on } of results)
		if (on === runtime) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
	return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
}

function markdownTable(rows: readonly (readonly string[])[]): string {
	const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [lines[0], rule, ...lines.slice(1)].join('\n');
}
