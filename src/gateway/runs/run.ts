import { Refusal } from '../call/refusal.ts';
import type { RunLedger, RunOrder } from '../gateway.ts';
import { type Calls, createCalls } from './calls.ts';
import { createPromptClock, type PromptClock } from './prompt-clock.ts';
import { createPurse, type Purse } from './purse.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { createTally } from './tally.ts';

/** One run behind the gateway. Disposing ends its calls, and resolves when all are settled. */
export interface Run extends AsyncDisposable {
	readonly order: RunOrder;
	readonly parts: { readonly calls: Calls; readonly purse: Purse; readonly record: RunRecord };
	/** A prompt is under way. */
	isOpen(): boolean;
	prompt(): Disposable;
	ledger(): RunLedger;
}

export interface RunDeps {
	/** Milliseconds of a clock that only goes forward. */
	readonly now: () => number;
	/** Told where a budget of the mind cannot be settled. */
	readonly onLost: (error: unknown) => void;
}

const minuteMs = 60_000;

export function createRun(order: RunOrder, { now, onLost }: RunDeps): Run {
	const { limits, budget, onNotice } = order;
	const record = createRunRecord(onNotice);
	const calls = createCalls(limits, now);
	const tally = createTally(limits.tokens);
	const purse = createPurse({ tally, limit: limits.tokens, budget, record, onLost });
	const outOfTime = `The time of this run, ${limits.minutes} minutes of work, is used up`;
	const clock: PromptClock = createPromptClock({
		mostMs: limits.minutes * minuteMs,
		onShut: () => calls.endAll(new Refusal(401, 'The prompt of this call has ended', { isOver: true })),
		onUsedUp() {
			record.exhaust(outOfTime);
			calls.endAll(new Refusal(402, outOfTime));
		},
		now,
	});
	return {
		order,
		parts: { calls, purse, record },
		isOpen: clock.isOpen,
		prompt() {
			record.begin();
			if (clock.elapsed() >= limits.minutes * minuteMs) record.exhaust(outOfTime);
			return clock.begin();
		},
		ledger: () => ({ ...tally.facts(), ...record.facts(), promptMs: clock.elapsed() }),
		async [Symbol.asyncDispose]() {
			clock[Symbol.dispose]();
			await calls[Symbol.asyncDispose]();
		},
	};
}
