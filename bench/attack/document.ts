import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { families } from './families.ts';
import { groundName } from './ground.ts';
import type { Result } from './run-attacks.ts';
import { verdicts } from './verdict.ts';

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

/** The words on a run, a list of what is not as it should be and why, and a table a family, each row with its verdict on each runtime and mode. Pure. */
export function documentOf(results: readonly Result[], { day, machine }: RunFacts): string {
	const grounds = Map.groupBy(results, ({ ground }) => groundName(ground));
	const tables = families.map(({ title, attacks }) => {
		const rows = attacks.map(({ name, tried, holds }) => [
			`\`${name}\``,
			tried,
			holds,
			...[...grounds.values()].map((of) => of.find(({ attack }) => attack.name === name)?.verdict ?? 'not run'),
		]);
		return `### ${title}\n\n${markdownTable([['row', 'tried', 'must hold', ...grounds.keys()], ...rows])}`;
	});
	const counts = [...grounds].map(([name, of]) => [name, ...countsOf(of).map(String)]);
	const whys = [...grounds].flatMap(([name, of]) => whysOf(of).map((why) => `- ${name}: ${why}`));
	return [
		`Run on ${day} (${machine}):`,
		markdownTable([['runs on', ...verdicts], ...counts]),
		whys.join('\n'),
		...tables,
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

function countsOf(results: readonly Result[]): readonly number[] {
	return verdicts.map((verdict) => results.filter((one) => one.verdict === verdict).length);
}

/** What is neither held nor failed, by its reason. */
function whysOf(results: readonly Result[]): readonly string[] {
	const open = results.filter(({ verdict }) => verdict !== 'held' && verdict !== 'failed');
	const groups = Map.groupBy(open, ({ verdict, seen, control, why }) => {
		const reason = why ?? (verdict === 'unproved' ? `the control said ${control}` : seen);
		return `_${verdict}_, ${reason}`;
	});
	return [...groups].map(([why, of]) => `${why}: ${of.map(({ attack }) => `\`${attack.name}\``).join(', ')}`);
}

function markdownTable(rows: readonly (readonly string[])[]): string {
	const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [lines[0], rule, ...lines.slice(1)].join('\n');
}
