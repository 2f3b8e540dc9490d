import { describe, expect, it } from 'vitest';
import { createHoldBack } from '../../../../src/adapters/discord/connect/hold-back.ts';
import { createWaitingAsks, inChannel, type Missed } from '../../../../src/adapters/discord/connect/waiting-asks.ts';
import { createInOrder } from '../../../../src/base/in-order.ts';

function open(left: readonly Missed[] = []) {
	const gate = createHoldBack();
	const inOrder = createInOrder();
	const leaving = new AbortController();
	const asks = createWaitingAsks(left, { gate, inOrder, signal: leaving.signal });
	const done: string[] = [];
	const ask = (id: string, channel = 'c') => asks.inTurn({ id, channel }, async () => void done.push(`ask ${id}`));
	const say = (id: string, channel = 'c') =>
		gate.pass(() => void inOrder(inChannel(channel), async () => void done.push(`message ${id}`)));
	return { gate, asks, done, ask, say, leaving };
}

const message = (id: string, channel_id = 'c') => ({ id, channel_id });

describe('an ask', () => {
	it('comes in at once while nothing is held back, after what was said before it in its channel', async () => {
		const { done, ask, say } = open();
		say('1');
		await ask('2');
		expect(done).toEqual(['message 1', 'ask 2']);
	});

	it('waits with what is held back in its channel, in the order in which it came', async () => {
		const { gate, done, ask, say } = open();
		gate.close();
		say('1');
		const asked = ask('2');
		say('3');
		expect(done).toEqual([]);
		gate.open();
		await asked;
		await ask('4');
		expect(done).toEqual(['message 1', 'ask 2', 'message 3', 'ask 4']);
	});

	it('is given out before a later message of its channel that was missed, and is not done again', async () => {
		const { gate, asks, done, ask } = open();
		gate.close();
		const [early, late, elsewhere] = [ask('10'), ask('30'), ask('10', 'd')];
		const found = asks.before([message('20'), message('5', 'd')]);
		expect(found.map(({ id, channel }) => [id, channel])).toEqual([['10', 'c']]);
		for (const { work } of found) await work();
		await early;
		expect(done).toEqual(['ask 10']);
		gate.open();
		await Promise.all([late, elsewhere]);
		expect(done.toSorted()).toEqual(['ask 10', 'ask 10', 'ask 30']);
	});

	it('that an earlier process has left is given out whatever was missed, once', () => {
		const left = { id: '99', channel: 'c', work: async () => {} };
		const { asks } = open([left]);
		expect(asks.before([])).toEqual([left]);
		expect(asks.before([])).toEqual([]);
	});

	it('is called off when we leave', async () => {
		const { gate, ask, leaving } = open();
		gate.close();
		const asked = ask('1');
		leaving.abort(new Error('leaving'));
		await expect(asked).rejects.toThrow('leaving');
	});
});
