import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

export interface WatchdogOptions {
	/** Asks whether the other side is well; never rejects. False: the question could not be put, and only the time tells more. */
	readonly ping: () => Promise<boolean>;
	/** Pause between two pings, ms. */
	readonly everyMs: number;
	/** No answer for this long, ms, is death. */
	readonly withinMs: number;
	/** Called once, when a ping was not answered. */
	readonly onSilence: () => void;
}

/** Pings while something is in flight. Nothing runs while nothing is. */
export interface Watchdog {
	/** Watches as long as `work` is not settled, and answers what it came to. */
	during<T>(work: () => Promise<T>): Promise<T>;
	readonly inFlight: () => number;
	/** Ends watching for good. */
	stop(): void;
}

export function createWatchdog(options: WatchdogOptions): Watchdog {
	const { everyMs, onSilence } = options;
	let inFlight = 0;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	function stop(): void {
		stopped = true;
		clearTimeout(timer);
	}

	function schedule(): void {
		clearTimeout(timer);
		if (inFlight > 0 && !stopped) timer = setTimeout(() => void look(), everyMs);
	}

	async function look(): Promise<void> {
		if ((await isWell(options)) || stopped) return schedule();
		stop();
		onSilence();
	}

	return {
		async during(work) {
			inFlight += 1;
			if (inFlight === 1) schedule();
			try {
				return await work();
			} finally {
				inFlight -= 1;
				if (inFlight === 0) clearTimeout(timer);
			}
		},
		inFlight: () => inFlight,
		stop,
	};
}

/** How much later than asked for a timer may fire before it was us who were asleep, ms. */
const ownLagMs = 500;

/** A silence counts only if this process was awake to hear an answer: a suspended or blocked host proves nothing. */
async function isWell({ ping, withinMs }: WatchdogOptions): Promise<boolean> {
	for (;;) {
		const start = performance.now();
		const answered = await answeredWithin(ping(), withinMs);
		if (answered || performance.now() - start < withinMs + ownLagMs) return answered;
	}
}

/** A line that broke answers false at once, but why it broke is told by its end, a moment later: until then it is no silence. */
async function answeredWithin(answer: Promise<boolean>, withinMs: number): Promise<boolean> {
	const over = new AbortController();
	const silence = delay(withinMs, undefined, { signal: over.signal }).then(
		// A line that has arrived meanwhile is still to be read
		() => nextTurn(false),
		() => false,
	);
	try {
		return await Promise.race([answer.then((well) => well || silence), silence]);
	} finally {
		over.abort();
	}
}
