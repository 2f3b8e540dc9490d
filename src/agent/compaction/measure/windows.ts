import { raceAbort } from '../../../base/race-abort.ts';
import {
	afterRefusal,
	afterTaken,
	isWorthKeeping,
	type LearnedWindow,
	learnedMs,
	takenToday,
	windowOf,
} from './learned-window.ts';

/** How large the windows of an endpoint's models are, in tokens, as far as that is known. */
export interface Windows {
	/** Of a model by its endpoint's name. Rejects only with the signal's reason. */
	of(model: string, signal: AbortSignal): Promise<number>;
	/** The server has refused a request of about `sent` tokens as too long, and named its limit, if it did. Never rejects. */
	refused(model: string, sent: number, limit: number | undefined): Promise<void>;
	/** The server has answered a request, of so many tokens as it counts. Never rejects. */
	took(model: string, counted: number): Promise<void>;
	/** Whether it has answered one of so many tokens today. Never rejects. */
	hasTaken(model: string, tokens: number): Promise<boolean>;
}

/** Keeps, over restarts, how large the windows of an endpoint's models were found to be. */
export interface WindowMemory {
	read(model: string): Promise<LearnedWindow | undefined>;
	keep(model: string, learned: LearnedWindow): Promise<void>;
}

export interface WindowSources {
	/** The operator's word for it. */
	readonly set?: number | undefined;
	/** By the names of the endpoint's models, as its list tells; rejects where there is none to be had. */
	readonly list?: (() => Promise<ReadonlyMap<string, number>>) | undefined;
	/** Default: it is known as long as the process runs. */
	readonly memory?: WindowMemory | undefined;
	readonly now?: () => number;
}

/** A list that could not be had is asked for again after so long, ms. */
const againMs = 600_000;

/**
 * Windows by the setting, or else the endpoint's own list, or else 32K; a refusal makes one smaller, and one that nobody has named is as large
 * as the refusal says. A refusal counts for a day, and then the list is asked for again.
 */
export function createWindows({ set, list, memory, now = Date.now }: WindowSources): Windows {
	const named = createList(list, now);
	const known = new Map<string, Promise<Known>>();
	const knownOf = (model: string): Promise<Known> => {
		const found = known.get(model) ?? readIn(memory, model);
		known.set(model, found);
		return found;
	};
	const learn = async (model: string, change: (before: LearnedWindow) => LearnedWindow): Promise<void> => {
		const next = knownOf(model).then(({ learned, kept }) => keepIn(memory, model, { learned: change(learned), kept }));
		known.set(model, next);
		await next;
	};
	return {
		async of(model, signal) {
			const size = set ?? (await named(signal)).get(model);
			return windowOf((await knownOf(model)).learned, size, now()).tokens;
		},
		refused: (model, sent, limit) => learn(model, (before) => afterRefusal(before, { sent, limit }, now())),
		took: (model, counted) => learn(model, (before) => afterTaken(before, counted, now())),
		hasTaken: async (model, tokens) => tokens <= takenToday((await knownOf(model)).learned, now()),
	};
}

/** All that is known of a model, and as much of it as was written down. */
interface Known {
	readonly learned: LearnedWindow;
	readonly kept: LearnedWindow;
}

async function readIn(memory: WindowMemory | undefined, model: string): Promise<Known> {
	const learned = (await memory?.read(model).catch(() => undefined)) ?? {};
	return { learned, kept: learned };
}

/** Never rejects: it is learned again where it cannot be kept. */
async function keepIn(memory: WindowMemory | undefined, model: string, { learned, kept }: Known): Promise<Known> {
	if (!memory || !isWorthKeeping(kept, learned)) return { learned, kept };
	const isKept = await memory.keep(model, learned).then(
		() => true,
		() => false,
	);
	return { learned, kept: isKept ? learned : kept };
}

/** The list, asked for once a day; where it cannot be had, the one before stands. */
function createList(list: WindowSources['list'], now: () => number) {
	let listed: Promise<ReadonlyMap<string, number>> | undefined;
	let before: ReadonlyMap<string, number> = new Map();
	let againAt = Number.NEGATIVE_INFINITY;
	return async (signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
		if (!list || now() < againAt) return before;
		listed ??= list();
		try {
			before = await raceAbort(listed, signal);
			againAt = now() + learnedMs;
		} catch {
			signal.throwIfAborted();
			againAt = now() + againMs;
		}
		listed = undefined;
		return before;
	};
}
