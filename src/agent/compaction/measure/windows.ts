import { raceAbort } from '../../../base/race-abort.ts';

/** How large the windows of an endpoint's models are, in tokens, as far as that is known. */
export interface Windows {
	/** Of a model by its endpoint's name. Rejects only with the signal's reason. */
	of(model: string, signal: AbortSignal): Promise<number>;
	/** The server has refused a request of about `sent` tokens as too long, and named its limit, if it did. */
	refused(model: string, sent: number, limit: number | undefined): void;
}

export interface WindowSources {
	/** The operator's word for it. */
	readonly set?: number | undefined;
	/** By the names of the endpoint's models, as its list tells; rejects where there is none to be had. */
	readonly list?: (() => Promise<ReadonlyMap<string, number>>) | undefined;
	readonly now?: () => number;
}

/** Where nobody knows better: what local servers are mostly started with, or more. */
export const usualWindow = 32_768;
/** Nothing goes with less: prompt and tools alone have about two thousand. */
const leastWindow = 1_024;
/** A list that could not be had is asked for again after so long, ms. */
const againMs = 600_000;

/**
 * Windows by the setting, or else the endpoint's own list, or else 32K; a refusal makes one smaller, and one that nobody has named is as large
 * as the refusal says. Known as long as the process runs.
 */
export function createWindows({ set, list, now = Date.now }: WindowSources): Windows {
	const refusals = new Map<string, number>();
	let listed: Promise<ReadonlyMap<string, number>> | undefined;
	let failedAt = Number.NEGATIVE_INFINITY;
	const look = async (signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
		if (!list || now() < failedAt + againMs) return new Map();
		listed ??= list();
		try {
			return await raceAbort(listed, signal);
		} catch {
			signal.throwIfAborted();
			listed = undefined;
			failedAt = now();
			return new Map();
		}
	};
	return {
		async of(model, signal) {
			const named = set ?? (await look(signal)).get(model);
			const refused = refusals.get(model);
			const window = named === undefined ? (refused ?? usualWindow) : Math.min(named, refused ?? named);
			return Math.max(window, leastWindow);
		},
		refused(model, sent, limit) {
			// Some name the limit of something else: it cannot lie far above what was refused.
			const isCredible = limit !== undefined && limit >= leastWindow && limit < 2 * sent;
			const learned = isCredible ? limit : Math.floor(0.9 * sent);
			refusals.set(model, Math.min(learned, refusals.get(model) ?? learned));
		},
	};
}
