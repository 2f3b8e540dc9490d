import type { ToolEntry } from './registry.ts';

/** Shares, 0 to 1. */
export interface ReuseRates {
	readonly trr1: number;
	readonly trr5: number;
}

/** The tool reuse rates TRR@1 and TRR@5 of Test-Time Tool Evolution (arXiv 2601.07641): the share of tools called so often. Pure. */
export function reuseRates(tools: readonly ToolEntry[]): ReuseRates {
	const share = (times: number) =>
		tools.length === 0 ? 0 : tools.filter((tool) => callsOf(tool) >= times).length / tools.length;
	return { trr1: share(1), trr5: share(5) };
}

/** How often any version of a tool was called. Pure. */
export function callsOf({ versions }: ToolEntry): number {
	return versions.reduce((sum, { use }) => sum + use.calls, 0);
}
