import { describe, expect, it } from 'vitest';
import type { Stage } from '../../../bench/judge-eval/arena.ts';
import { disputeIn, placeOrder } from '../../../bench/judge-eval/place-order.ts';
import { knowingBrain } from '../../../bench/judge-eval/players/brain.ts';
import { scriptedCoder } from '../../../bench/judge-eval/players/coder.ts';
import { mender } from '../../../bench/judge-eval/players/mender.ts';
import { splitBill } from '../../../bench/judge-eval/problems/numbers/split-bill.ts';

/** A forge that says these things in turn; what it was called with is kept. */
function stageOf(...answers: readonly { readonly ok: boolean; readonly text: string }[]) {
	const given: unknown[] = [];
	const stage: Stage = {
		spec: { name: 'forge_tool', description: '', parameters: {} },
		forge: async (order) => {
			given.push(order);
			return answers[given.length - 1] ?? { ok: false, text: 'asked too often' };
		},
		use: () => Promise.reject(new Error('is not used')),
		get sandbox(): never {
			throw new Error('is not used');
		},
		ranFor: () => 0,
	};
	return { stage, given };
}

const coder = () => scriptedCoder({ drafts: ['x'], most: 1, tests: () => [] });
const made = { ok: true, text: '{"made":"numbers/split_bill","version":1}' };

describe('placeOrder()', () => {
	it('ends with the tool', async () => {
		const { stage, given } = stageOf(made);
		const course = await placeOrder({ a: 1 }, { stage, coder: coder(), orderer: knowingBrain(splitBill, 'right') });
		expect(course).toMatchObject({ made: true, trips: 1, disputes: 0 });
		expect(given).toEqual([{ a: 1 }]);
	});

	it('mends an order that is sent back, and counts the trips', async () => {
		const { stage, given } = stageOf({ ok: false, text: 'The order has 1 fault.\n- name: must be verb_target' }, made);
		const course = await placeOrder({ name: 'x' }, { stage, coder: coder(), orderer: mender({ name: 'a/b_c' }) });
		expect(course).toMatchObject({ made: true, trips: 2 });
		expect(given).toEqual([{ name: 'x' }, { name: 'a/b_c' }]);
	});

	it('answers a disputed input by what is right, and goes on with the same call', async () => {
		const text = 'for {"cents":11,"people":5} drafts disagree; forge_tool {"continue": "c1-7", "answer": …}';
		const { stage, given } = stageOf({ ok: false, text }, made);
		const course = await placeOrder(splitBill.order, {
			stage,
			coder: coder(),
			orderer: knowingBrain(splitBill, 'right'),
		});
		expect(course).toMatchObject({ made: true, trips: 1, disputes: 1 });
		expect(given[1]).toEqual({ continue: 'c1-7', answer: { shares: [3, 2, 2, 2, 2] } });
	});

	it('takes a tool that there is already for none', async () => {
		const { stage } = stageOf({ ok: true, text: '{"note":"This tool seems to do it","name":"a/b_c","version":1}' });
		const course = await placeOrder({}, { stage, coder: coder(), orderer: knowingBrain(splitBill, 'right') });
		expect(course.made).toBe(false);
	});

	it('ends, whatever the forge says', async () => {
		const { stage, given } = stageOf(...Array.from({ length: 99 }, () => ({ ok: false, text: '- name: wrong' })));
		await placeOrder({}, { stage, coder: coder(), orderer: mender({ name: 'a/b_c' }) });
		expect(given.length).toBeLessThan(10);
	});
});

describe('disputeIn()', () => {
	it('finds the id, and none where the form alone is shown', () => {
		expect(disputeIn('go on by {"continue":"c9","answer":1}')).toBe('c9');
		expect(disputeIn('go on by {"continue": "<id>"}')).toBeUndefined();
		expect(disputeIn('The tool was made')).toBeUndefined();
	});
});
