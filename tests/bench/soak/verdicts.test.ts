import { describe, expect, it } from 'vitest';
import { fileGivenWith, fileMadeFor } from '../../../bench/soak/conversation.ts';
import { makePlan, messagesOf, type PlannedMessage } from '../../../bench/soak/plan.ts';
import type { SeenThread } from '../../../bench/soak/soak-platform.ts';
import { judge, type Outcome } from '../../../bench/soak/verdicts.ts';

const planned = (number: number, kind: PlannedMessage['kind'] = 'plain'): PlannedMessage => ({
	...{ number, kind, thread: 0 },
	...{ duplicate: false, disconnect: false, chance: 0 },
});

const free: SeenThread['state'] = { repeated: [], unfinished: [], marks: [], underWay: undefined, pings: [] };

/** One thread with three messages, the last of which brings a file; `changes` of what is seen of it. */
function outcome(changes: Partial<SeenThread> = {}, inputs = [fileGivenWith(3)]): Outcome {
	const answers = [1, 2, 3].map((number) => ({ number, digest: undefined }));
	const thread = { platform: 'slack', id: 'T1-C1-1.0' } as const;
	return {
		plan: { threads: [[planned(1), planned(2), planned(3, 'file')]], killAt: [] },
		seen: [{ thread, answers, files: [], state: free, ...changes }],
		inputs: [new Map(inputs.map(({ name, bytes }) => [name, bytes]))],
		untaken: [],
	};
}

const broken = (given: Outcome) => judge(given).flatMap(({ name, offenders }) => (offenders.length > 0 ? [name] : []));
const answersOf = (...numbers: readonly number[]) => numbers.map((number) => ({ number, digest: undefined }));

describe('judge()', () => {
	it('finds nothing where every message was answered once, in order, and no file is missing', () => {
		expect(broken(outcome())).toEqual([]);
	});

	it.each([
		['a message without an answer', { answers: answersOf(1, 3) }, 'messages-unanswered'],
		['a message with two answers', { answers: answersOf(1, 2, 2, 3) }, 'messages-answered-twice'],
		['answers in another order', { answers: answersOf(2, 1, 3) }, 'answers-out-of-order'],
		['a file that was handed over twice', { files: [fileMadeFor(9), fileMadeFor(9)] }, 'posted-twice'],
		['something shown twice', { state: { ...free, repeated: ['k'] } }, 'posted-twice'],
		['a message that is still written', { state: { ...free, unfinished: ['m'] } }, 'live-messages-unfinished'],
		['a session under way', { state: { ...free, underWay: 'is "processing"' } }, 'sessions-under-way'],
		['somebody who was notified', { state: { ...free, pings: ['@everyone by 1.2'] } }, 'pings'],
	])('finds %s', (_what, changes, name) => {
		expect(broken(outcome(changes))).toEqual([name]);
	});

	it('finds a file that is missing, and one with other bytes', () => {
		const { name } = fileGivenWith(3);
		expect(broken(outcome({}, []))).toEqual(['files-in-lost']);
		expect(broken(outcome({}, [{ name, bytes: new Uint8Array(3) }]))).toEqual(['files-in-lost']);
	});

	it('finds that a tool saw other bytes, and that what it made was not handed over', () => {
		const seen = outcome();
		const plan = { threads: [[planned(1), planned(2), planned(3, 'tool')]], killAt: [] };
		expect(broken({ ...seen, plan })).toEqual(['files-in-lost', 'files-out-lost']);
	});

	it('names the thread and the message', () => {
		const { offenders = [] } = judge(outcome({ answers: answersOf(1, 3) }))[1] ?? {};
		expect(offenders).toEqual(['T1-C1-1.0: no 2 (plain)']);
	});
});

describe('makePlan()', () => {
	it('is the same for the same seed, and gives every thread its messages in ascending order', () => {
		const wish = { threads: 20, messages: 200, seed: 3 };
		const plan = makePlan(wish);
		expect(makePlan(wish)).toEqual(plan);
		expect(messagesOf(plan)).toHaveLength(200);
		for (const messages of plan.threads) {
			expect(messages.length).toBeGreaterThan(0);
			const numbers = messages.map(({ number }) => number);
			expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
		}
	});
});
