import { type ModelLimits, wholeCall } from './model-limits.ts';
import { WireError, type WireProblem } from './wire/wire-problem.ts';

/** How long a call is waited for. Its signal fires with the `WireError` that says which wait was in vain. */
export interface Patience {
	readonly signal: AbortSignal;
	/** Bytes came, or a chunk was taken. */
	alive(): void;
	/** Something of an answer came. */
	progress(): void;
	/** The answer is whole: only a short while more, whatever comes. */
	finished(): void;
	stop(): void;
}

// How long to wait for usage and the end mark after the reason to end; some servers keep the connection open for ever.
const graceMs = 3_000;

/** Starts all waits: for a byte, for something of an answer, for the whole of it. */
export function startPatience({ silenceMs, callMs }: Omit<ModelLimits, 'answerBytes'>): Patience {
	const controller = new AbortController();
	const wait = (ms: number, problem: WireProblem) =>
		setTimeout(() => controller.abort(new WireError(problem)), Math.min(ms, 2 ** 31 - 1));
	const silence = wait(silenceMs, { kind: 'silent' });
	const stall = wait(callMs, { kind: 'stalled', ms: callMs });
	const timers = [silence, stall, wait(callMs * wholeCall, { kind: 'endless', ms: callMs * wholeCall })];
	let ending = false;
	return {
		signal: controller.signal,
		alive: () => void silence.refresh(),
		progress: () => void stall.refresh(),
		finished() {
			if (ending) return;
			ending = true;
			timers.push(wait(Math.min(graceMs, silenceMs), { kind: 'silent' }));
		},
		stop: () => timers.forEach(clearTimeout),
	};
}
