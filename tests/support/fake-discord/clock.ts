/** The fake's time: the machine's, plus what it was advanced by; where it does not pass by itself, only that. Rules interactions, links, nonces, slow-mode and rate windows. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	advance(ms: number): void;
	/** Calls back when `ms` have passed on this clock. What it answers calls it off. */
	after(ms: number, call: () => void): () => void;
	/** An id greater than every earlier one, made from the time: https://docs.discord.com/developers/reference#snowflakes */
	newId(): string;
	[Symbol.dispose](): void;
}

/** 2015 begins, in milliseconds: from then Discord counts. */
export const discordEpoch = 1_420_070_400_000;

/** When an id was made, in milliseconds since 1970. */
export function timeOf(id: string): number {
	return Number(BigInt(id) >> 22n) + discordEpoch;
}

/** When an id was made, as Discord writes times. */
export function timestampOf(id: string): string {
	return timestamp(timeOf(id));
}

/** As Discord writes times. */
export function timestamp(ms: number): string {
	return new Date(ms).toISOString().replace('Z', '000+00:00');
}

interface Alarm {
	readonly at: number;
	readonly call: () => void;
	timer: NodeJS.Timeout | undefined;
}

export function createClock(passes = true): Clock {
	const start = Date.now();
	let offset = 0;
	let last = 0n;
	const alarms = new Set<Alarm>();
	const now = () => (passes ? Date.now() : start) + offset;
	const arm = (alarm: Alarm) => {
		clearTimeout(alarm.timer);
		const left = alarm.at - now();
		if (left <= 0) ring(alarm);
		else if (passes) alarm.timer = setTimeout(() => arm(alarm), left).unref();
	};
	const ring = (alarm: Alarm) => {
		alarms.delete(alarm);
		alarm.call();
	};
	return {
		now,
		advance(ms) {
			offset += ms;
			for (const alarm of [...alarms].toSorted((one, other) => one.at - other.at)) arm(alarm);
		},
		after(ms, call) {
			const alarm: Alarm = { at: now() + ms, call, timer: undefined };
			alarms.add(alarm);
			arm(alarm);
			return () => {
				clearTimeout(alarm.timer);
				alarms.delete(alarm);
			};
		},
		newId() {
			const made = BigInt(now() - discordEpoch) << 22n;
			last = made > last ? made : last + 1n;
			return String(last);
		},
		[Symbol.dispose]() {
			// Who still waits for one does not wait for ever.
			for (const alarm of [...alarms]) {
				clearTimeout(alarm.timer);
				ring(alarm);
			}
		},
	};
}
