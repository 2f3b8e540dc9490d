import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import type { PoolRules } from './pool-rules.ts';

/** One that waits, started, with nothing of anybody's. Disposing ends it, and nothing of it is left then. */
export interface Warm<Given> extends AsyncDisposable {
	/** Resolves when it has died. */
	readonly gone: Promise<unknown>;
	answers(withinMs: number): Promise<boolean>;
	/** For whoever claims it: it is theirs to end. */
	readonly given: Given;
}

/** Sandboxes that wait. Disposing ends them. */
export interface WarmPool<Given> extends AsyncDisposable {
	/** Takes one that answers out of the pool for good; undefined: none waits. Rejects with the signal's reason. */
	claim(signal: AbortSignal): Promise<Given | undefined>;
	/** Starts what is missing as soon as the machine is calm, in the background; at first it removes what a dead process has left. */
	refill(): void;
	/** Ends those that wait: others need their place. As soon as there is room again new ones are made. */
	drop(): Promise<void>;
	readonly waiting: () => number;
}

export interface WarmPoolOptions<Given> {
	readonly rules: Pick<PoolRules, 'size' | 'isCalm'>;
	/** Undefined where none can wait here. */
	readonly make: (signal: AbortSignal) => Promise<Warm<Given> | undefined>;
	/** Removes what a process which died has left. */
	readonly sweep: () => Promise<void>;
	readonly log: Logger;
	/** Between two looks at whether the machine is calm, ms. */
	readonly lookMs?: number;
}

/** Of a pool in which none ever waits. */
export const noPool = {
	rules: { size: 0, isCalm: async () => false },
	make: async () => undefined,
	sweep: async () => {},
} as const;

/** An answer takes about a millisecond, ms. */
const answerMs = 1_000;
const usualLookMs = 2_000;
/** Where none can be made it is tried again later and later, up to so many times `lookMs`: some nine minutes. */
const longestPause = 256;

export function createWarmPool<Given>(options: WarmPoolOptions<Given>): WarmPool<Given> {
	const { rules, make, sweep, log, lookMs = usualLookMs } = options;
	const ready: Warm<Given>[] = [];
	const ending = new Set<Promise<void>>();
	const disposed = new AbortController();
	let filling: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	/** Goes up when all that are being made are to be dropped, too. */
	let generation = 0;
	let isSwept = false;
	let pause = 1;

	function refill(): void {
		if (disposed.signal.aborted || filling || (isSwept && ready.length >= rules.size)) return;
		filling = fill().catch(note).finally(lookLater);
	}

	function note(error: unknown): void {
		if (disposed.signal.aborted) return;
		if (pause === 1) log.warn('No sandbox can be kept ready now', { why: messageOf(error) });
		pause = Math.min(longestPause, pause * 2);
	}

	/** As long as some are missing. */
	function lookLater(): void {
		filling = undefined;
		clearTimeout(timer);
		timer = undefined;
		if (ready.length >= rules.size || disposed.signal.aborted) return;
		timer = setTimeout(refill, lookMs * pause).unref();
	}

	/** Where nothing looks already. */
	function lookSoon(): void {
		if (!filling && !timer) lookLater();
	}

	async function fill(): Promise<void> {
		if (!isSwept) await sweep();
		isSwept = true;
		while (ready.length < rules.size && (await rules.isCalm())) {
			disposed.signal.throwIfAborted();
			if (!(await makeOne())) return;
		}
	}

	/** False where none can wait here. */
	async function makeOne(): Promise<boolean> {
		const born = generation;
		const warm = await make(disposed.signal);
		pause = warm ? 1 : longestPause;
		if (!warm) return false;
		if (born === generation && !disposed.signal.aborted) add(warm);
		else await endOf(warm);
		return true;
	}

	/** One that dies while it waits is nobody's any more. */
	function add(warm: Warm<Given>): void {
		ready.push(warm);
		void warm.gone.then(() => {
			if (!take(warm)) return;
			log.info('A waiting sandbox has ended');
			void endOf(warm);
			lookSoon();
		});
	}

	/** False where somebody else has it. */
	function take(warm: Warm<Given>): boolean {
		const at = ready.indexOf(warm);
		if (at !== -1) ready.splice(at, 1);
		return at !== -1;
	}

	function endOf(warm: Warm<Given>): Promise<void> {
		const ended: Promise<void> = Promise.resolve(warm[Symbol.asyncDispose]())
			.catch((error: unknown) => log.error('A waiting sandbox cannot be removed', { err: error }))
			.finally(() => ending.delete(ended));
		ending.add(ended);
		return ended;
	}

	async function drop(): Promise<void> {
		generation += 1;
		const dropped = ready.splice(0);
		lookSoon();
		await settleAll(dropped.map(endOf));
	}

	return {
		async claim(signal) {
			for (let warm = ready.shift(); warm; warm = ready.shift()) {
				const isWell = await warm.answers(answerMs);
				if (isWell && !signal.aborted) {
					// Not before the session has its first answer
					if (!filling) lookLater();
					return warm.given;
				}
				void endOf(warm);
				signal.throwIfAborted();
			}
			lookSoon();
			return undefined;
		},
		refill,
		drop,
		waiting: () => ready.length,
		async [Symbol.asyncDispose]() {
			disposed.abort(new Error('Cannot keep sandboxes ready: Threadsmith is ending'));
			clearTimeout(timer);
			await filling;
			await drop();
			await Promise.all(ending);
		},
	};
}
