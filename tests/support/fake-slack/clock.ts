/** The fake's time: the machine's, or that at which it was made where it stands, plus what it was advanced by. Rules streams, triggers, sessions, tokens and rate windows. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	advance(ms: number): void;
	/** A `ts` greater than every earlier one. */
	newTs(): string;
}

export function createClock(standing = false): Clock {
	let offset = 0;
	let last = 0;
	const madeAt = Date.now();
	const now = () => (standing ? madeAt : Date.now()) + offset;
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
