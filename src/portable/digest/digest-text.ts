import { groupDigits } from '../../base/text/group-digits.ts';
import type { Counts, Tally } from './counts.ts';

/** For people, as Markdown that may be attached anywhere. Pure. */
export function digestText(counts: Counts, days: number): string {
	const { sessions, turns, failures, tries, tools, quarantined, thumbs, took } = counts;
	const span = days === 1 ? 'the last day' : `the last ${days} days`;
	return [
		`# Digest of ${span}`,
		'',
		'Counts alone: nobody’s words, names or files.',
		'',
		line('Sessions', groupDigits(sessions)),
		line('Turns', told(turns, 'none')),
		line('Failed turns, by class', told(failures, 'none')),
		line('Forging, tries by what came of them', told(tries, 'none')),
		line('Tools set aside, of all', `${groupDigits(quarantined)} of ${groupDigits(tools)}`),
		line('Thumbs', told(thumbs, 'none')),
		line('Seconds a finished turn took', timesText(took)),
		'',
	].join('\n');
}

/** One row a count, one JSON object a line, in the form of all of the project’s measurements. Pure. */
export function digestRows(counts: Counts): string {
	const { sessions, turns, failures, tries, tools, quarantined, thumbs, took } = counts;
	const rows = [
		row('sessions', sessions),
		...rowsOf('turns', turns),
		...rowsOf('failures', failures),
		...rowsOf('tries', tries),
		row('tools', tools),
		row('quarantined', quarantined),
		...rowsOf('thumbs', thumbs),
		...(took.length === 0
			? []
			: [row('turn p50', rank(took, 0.5) / 1000, 's'), row('turn p95', rank(took, 0.95) / 1000, 's')]),
	];
	return rows.map((one) => `${JSON.stringify(one)}\n`).join('');
}

function row(name: string, value: number, unit = '') {
	return { suite: 'digest', name, value, unit };
}

function rowsOf(name: string, tally: Tally) {
	return Object.entries(tally).map(([kind, count]) => row(`${name} ${kind}`, count));
}

function line(name: string, value: string): string {
	return `- ${name}: ${value}`;
}

/** Most first. */
function told(tally: Tally, none: string): string {
	const parts = Object.entries(tally).toSorted(([, one], [, other]) => other - one);
	return parts.length === 0 ? none : parts.map(([name, count]) => `${name} ${groupDigits(count)}`).join(', ');
}

function timesText(took: readonly number[]): string {
	if (took.length === 0) return 'none';
	const [middle, late] = [0.5, 0.95].map((share) => (rank(took, share) / 1000).toFixed(1));
	return `${middle} in the middle, ${late} at the 95th of 100`;
}

/** Of an unsorted list that is not empty. */
function rank(values: readonly number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
