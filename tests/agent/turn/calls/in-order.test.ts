import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Touch } from '../../../../src/agent/tool.ts';
import { type CallEnd, inOrder } from '../../../../src/agent/turn/calls/in-order.ts';

const touches: readonly Touch[] = ['nothing', 'uses-tools', 'looks', 'changes', 'makes-tools'];

/** Pairs that must keep their order, the earlier one first; told apart from the table that the source has. */
const kept = new Set([
	'changes changes',
	'changes looks',
	'looks changes',
	'changes makes-tools',
	'makes-tools changes',
	'makes-tools looks',
	'looks makes-tools',
	'makes-tools uses-tools',
	'uses-tools makes-tools',
	'makes-tools makes-tools',
]);

type How = 'finishes' | 'asks' | 'fails';

interface Planned {
	readonly touch: Touch;
	/** What it touches depends on the tools there are, and is found out then. */
	readonly isLate: boolean;
	readonly how: How;
}

const how = fc.constantFrom<How>('finishes', 'finishes', 'finishes', 'asks', 'fails');
const planned: fc.Arbitrary<Planned> = fc.oneof(
	fc.record({ touch: fc.constantFrom(...touches), isLate: fc.constant(false), how }),
	fc.record({ touch: fc.constantFrom<Touch>('uses-tools', 'changes'), isLate: fc.constant(true), how }),
);

/** What may run now, by a rule that knows nothing of promises: whatever comes behind nothing that has not finished. */
function mayRun(calls: readonly Planned[], finished: ReadonlySet<number>): ReadonlySet<number> {
	const free = calls.flatMap((call, at) => {
		const waits = calls.slice(0, at).some((other, earlier) => !finished.has(earlier) && isBehind(call, other));
		return waits ? [] : [at];
	});
	return new Set(free);
}

function isBehind(later: Planned, earlier: Planned): boolean {
	return kept.has(`${earlier.touch} ${later.touch}`);
}

interface Watched {
	readonly started: ReadonlySet<number>;
	readonly finished: ReadonlySet<number>;
	readonly ends: Promise<readonly PromiseSettledResult<CallEnd>[]>;
	/** Ends one of those that run; false where none does. */
	endOne(pick: number): boolean;
}

/** Runs the calls, each until it is ended by hand. */
function watched(calls: readonly Planned[]): Watched {
	const running = new Map<number, () => void>();
	const [started, finished] = [new Set<number>(), new Set<number>()];
	const run = (call: Planned) => {
		const at = calls.indexOf(call);
		const { promise, resolve, reject } = Promise.withResolvers<CallEnd>();
		started.add(at);
		if (call.how === 'fails') running.set(at, () => reject(new Error('broken')));
		else running.set(at, () => resolve(call.how === 'asks' ? 'left' : 'finished'));
		return promise;
	};
	const touchOf = ({ touch, isLate }: Planned) => (isLate ? async () => touch : touch);
	const ends = Promise.allSettled(inOrder(calls, touchOf, run));
	const endOne = (pick: number) => {
		const [at, end] = [...running][pick % Math.max(1, running.size)] ?? [];
		if (at === undefined) return false;
		running.delete(at);
		if (calls[at]?.how === 'finishes') finished.add(at);
		end?.();
		return true;
	};
	return { started, finished, ends, endOne };
}

describe('calls of one message', () => {
	it('run as soon as nothing before them has to be waited for, in whatever order they end', async () => {
		const [some, order] = [fc.array(planned, { maxLength: 8 }), fc.infiniteStream(fc.nat(7))];
		const property = fc.asyncProperty(some, order, async (calls, picks) => {
			const { started, finished, ends, endOne } = watched(calls);
			do {
				await tick();
				expect(started).toEqual(mayRun(calls, finished));
			} while (endOne(picks.next().value ?? 0));
			const told = (await ends).map((end) => (end.status === 'rejected' ? 'fails' : end.value));
			expect(told).toEqual(calls.map((_, at) => endOf(calls, at)));
		});
		await fc.assert(property, { numRuns: 200 });
	});
});

/** How a call has ended when all is over: as the first one that it waited for and that did not finish, else in its own way. */
function endOf(calls: readonly Planned[], at: number): CallEnd | 'fails' {
	const call = calls[at];
	if (!call) throw new Error(`There is no call ${at}`);
	for (const [earlier, other] of calls.slice(0, at).entries()) {
		const end = isBehind(call, other) ? endOf(calls, earlier) : 'finished';
		if (end !== 'finished') return end;
	}
	if (call.how === 'fails') return 'fails';
	return call.how === 'asks' ? 'left' : 'finished';
}
