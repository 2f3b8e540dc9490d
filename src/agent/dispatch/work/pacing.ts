/** How often is tried again what could not be done. Milliseconds. */
export interface Pacing {
	/** Between two probes of a platform that is away: at least, at most. */
	readonly probeMs: readonly [least: number, most: number];
	/** Before a session is tried again, doubled each time: at least, at most. */
	readonly retryMs: readonly [least: number, most: number];
	/** After so long people are told that something is unfinished. */
	readonly tellMs: number;
	/** After so long it is tried no more, until something comes in or the next start. */
	readonly parkMs: number;
	/** So many sessions are gone on with at a time; one counts for `slotMs` at most. */
	readonly slots: number;
	readonly slotMs: number;
}

export const usualPacing: Pacing = {
	probeMs: [10_000, 30_000],
	retryMs: [1_000, 300_000],
	tellMs: 3_600_000,
	parkMs: 86_400_000,
	slots: 16,
	slotMs: 3_000,
};
