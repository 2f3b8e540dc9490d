import { type Clock, quietClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { CpuWeight } from '../container/cpu-weight.ts';

/** How much a sandbox has computed lately: seconds of processor time, of which half are forgotten in `halfLife` seconds. */
export type Work = number;

const halfLife = 120;

/** Pure. `used`, `passed`: seconds of processor time, and of any time, since then. */
export function workAfter(before: Work, used: number, passed: number): Work {
	return before * 0.5 ** (Math.max(0, passed) / halfLife) + Math.max(0, used);
}

/** So much takes a first command, with whatever it starts: nobody yields for it. */
const freeSeconds = 5;
const leastWeight = 1 / 32;

/**
 * The part of the usual weight that a sandbox has that has computed so much: all of it at first, half after ten seconds, a sixteenth after
 * minutes on a processor of its own. Whoever has just begun then goes before it. Pure.
 */
export function weightAfter(work: Work): number {
	return work <= freeSeconds ? 1 : Math.max(leastWeight, freeSeconds / work);
}

/** Between two looks at one that computes, and at one that does not, ms. */
const busyMs = 2_000;
const calmMs = 10_000;
/** Changes that are smaller are not made. */
const worthwhile = 0.1;

/**
 * Has a sandbox yield the more the longer it computes. Its weight is read back each time it is set; where it does not hold that is logged, and
 * the sandbox goes on without. Ends when it is gone, or disposed of.
 */
export function yieldWhileBusy(weight: CpuWeight, log: Logger, clock: Clock = quietClock): Disposable {
	let callOff = () => {};
	let isOver = false;
	let state = { work: 0, used: 0, at: clock.now(), part: 1 };

	async function look(): Promise<void> {
		const used = await weight.used();
		if (used === undefined || isOver) return;
		const now = clock.now();
		const work = workAfter(state.work, used - state.used, (now - state.at) / 1000);
		const isCalm = used - state.used < 0.01;
		state = { ...state, work, used, at: now };
		if (await follow(weightAfter(work))) later(isCalm && state.part === 1 ? calmMs : busyMs);
	}

	/** False where it does not hold. */
	async function follow(wanted: number): Promise<boolean> {
		const isClose = Math.abs(wanted - state.part) < worthwhile * state.part && (wanted < 1 || state.part === 1);
		if (isClose) return true;
		const held = await weight.set(wanted);
		if (held === undefined) {
			if ((await weight.used()) !== undefined) log.warn('The processor weight of a sandbox cannot be set here');
			return false;
		}
		state = { ...state, part: wanted };
		return true;
	}

	function later(ms: number): void {
		if (isOver) return;
		callOff = clock.after(ms, () => {
			look().catch((error: unknown) => log.warn('A sandbox does not yield', { why: messageOf(error) }));
		});
	}

	later(busyMs);
	return {
		[Symbol.dispose]() {
			isOver = true;
			callOff();
		},
	};
}
