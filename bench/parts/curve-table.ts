import { markdownTable } from './markdown-table.ts';

/** With so many sessions that have a sandbox: how many of the last ones a second began, how long `true` took beside all, and what each takes. */
export interface CurvePoint {
	readonly count: number;
	readonly perSecond: number;
	readonly trueMs: number;
	readonly megabytes: number;
}

/** The points for people. Pure. */
export function curveTable(points: readonly CurvePoint[]): string {
	const cells = points.map(({ count, perSecond, trueMs, megabytes }) => [
		String(count),
		perSecond.toFixed(1),
		`${trueMs.toFixed(1)} ms`,
		`${megabytes.toFixed(0)} MB`,
	]);
	return markdownTable([['sessions with a sandbox', 'started a second', '`true`, median', 'memory, each'], ...cells]);
}
