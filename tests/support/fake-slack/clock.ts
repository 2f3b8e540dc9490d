/** The fake's time: the machine's, plus what it was advanced by; where it does not pass by itself, only that. Rules streams, triggers, sessions, tokens and rate windows. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	advance(ms: number): void;
	/** A `ts` greater than every earlier one. */
	newTs(): string;
}

export function createClock(passes: boolean): Clock {
	const start = Date.now();
	let offset = 0;
	let last = 0;
	const now = () => (passes ? Date.now() : start) + offset;
	return {
		now,
		advance(ms) {
			offset += ms;
		},
		newTs() {
			last = Math.max(last + 1, now() * 1000);
			return `${Math.floor(last / 1_000_000)}.${String(last % 1_000_000).padStart(6, '0')}`;
		},
	};
}
