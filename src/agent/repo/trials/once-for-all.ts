import { raceAbort } from '../../../base/race-abort.ts';
import type { TrialWatch } from '../trials.ts';

/**
 * Does something once for all who ask for it at the same time, by a key. All hear what it prints from when they came; it is called off when nobody
 * waits any more.
 */
export interface OnceForAll<Result> {
	/** Rejects with the watch's reason, and as `act` does. */
	run(key: string, watch: TrialWatch, act: (watch: TrialWatch) => Promise<Result>): Promise<Result>;
}

/** One of its own for each that waits, as a watch may come twice. */
interface Watcher {
	readonly watch: TrialWatch;
}

interface Underway<Result> {
	readonly result: Promise<Result>;
	readonly watches: Set<Watcher>;
	readonly off: AbortController;
}

export function createOnceForAll<Result>(): OnceForAll<Result> {
	const underway = new Map<string, Underway<Result>>();

	function begin(key: string, act: (watch: TrialWatch) => Promise<Result>): Underway<Result> {
		const watches = new Set<Watcher>();
		const off = new AbortController();
		const onOutput = (text: string): void => {
			for (const { watch } of watches) watch.onOutput(text);
		};
		const result = act({ signal: off.signal, onOutput }).finally(() => leave(key, begun));
		const begun = { result, watches, off };
		result.catch(() => {});
		underway.set(key, begun);
		return begun;
	}

	/** Whoever comes from now on begins anew. */
	function leave(key: string, begun: Underway<Result>): void {
		if (underway.get(key) === begun) underway.delete(key);
	}

	return {
		async run(key, watch, act) {
			watch.signal.throwIfAborted();
			const one = underway.get(key) ?? begin(key, act);
			const mine = { watch };
			one.watches.add(mine);
			try {
				return await raceAbort(one.result, watch.signal);
			} finally {
				one.watches.delete(mine);
				if (one.watches.size === 0) {
					leave(key, one);
					one.off.abort(watch.signal.reason ?? new Error('nobody waits for it any more'));
				}
			}
		},
	};
}
