/** Measures the time in which prompts of a run are under way. */
export interface PromptClock extends Disposable {
	/** A prompt begins; it ends when this is disposed, which does no more the second time. */
	begin(): Disposable;
	isOpen(): boolean;
	/** Of all prompts together, ms, up to now. */
	elapsed(): number;
}

export interface PromptClockOptions {
	/** Milliseconds of prompts in all. */
	readonly mostMs: number;
	/** Called when the last prompt under way ends. */
	readonly onShut: () => void;
	/** Called once, when prompts have been under way for `mostMs`. */
	readonly onUsedUp: () => void;
	/** Milliseconds of a clock that only goes forward. */
	readonly now: () => number;
}

/** Prompts that overlap count once. */
export function createPromptClock({ mostMs, onShut, onUsedUp, now }: PromptClockOptions): PromptClock {
	let open = 0;
	let since = 0;
	let before = 0;
	let timer: NodeJS.Timeout | undefined;
	const elapsed = () => before + (open > 0 ? now() - since : 0);

	function start(): void {
		since = now();
		const left = mostMs - before;
		// A longer one would fire at once (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args)
		if (left > 0) timer = setTimeout(onUsedUp, Math.min(left, 2 ** 31 - 1)).unref();
	}

	function stop(): void {
		before = elapsed();
		open = 0;
		clearTimeout(timer);
		onShut();
	}

	return {
		elapsed,
		isOpen: () => open > 0,
		begin() {
			if (open === 0) start();
			open += 1;
			let ended = false;
			return {
				[Symbol.dispose]() {
					if (ended || open === 0) return;
					ended = true;
					if (open === 1) stop();
					else open -= 1;
				},
			};
		},
		[Symbol.dispose]() {
			if (open > 0) stop();
		},
	};
}
