import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { createAdmission, type Lack, type Standing } from '../../../src/base/queue/admission.ts';
import { memoryLack } from '../../../src/base/queue/machine-room.ts';
import { waitText } from '../../../src/base/queue/wait-text.ts';

const never = new AbortController().signal;
const asker = (id: string, person = id) => ({ id, place: 'p', person, since: 0 });

/** A second passes when it is told to. */
function handClock(): Clock & { pass(): void; readonly pending: () => number } {
	const waiting = new Set<() => void>();
	return {
		now: () => 0,
		after(_ms, then) {
			waiting.add(then);
			return () => void waiting.delete(then);
		},
		pass() {
			const due = [...waiting];
			waiting.clear();
			for (const then of due) then();
		},
		pending: () => waiting.size,
	};
}

function door(most: number, lack: Lack = () => undefined) {
	const clock = handClock();
	return { clock, line: createAdmission({ what: 'turns', most, lack, clock }) };
}

async function isIn(entering: Promise<unknown>): Promise<boolean> {
	const waits = Symbol('waits');
	await new Promise((resolve) => setImmediate(resolve));
	return (await Promise.race([entering, Promise.resolve(waits)])) !== waits;
}

describe('an admission', () => {
	it('lets in as many as may be, and the next when one goes', async () => {
		const { line } = door(2);
		const first = await line.enter(asker('a'), never);
		await line.enter(asker('b'), never);
		const third = line.enter(asker('c'), never);
		expect(await isIn(third)).toBe(false);
		expect(line.now()).toEqual({ inside: 2, waiting: 1, most: 2 });
		first[Symbol.dispose]();
		first[Symbol.dispose]();
		expect(await isIn(third)).toBe(true);
		expect(line.now()).toEqual({ inside: 2, waiting: 0, most: 2 });
	});

	it('takes whoever is called off out of the line', async () => {
		const { line } = door(1);
		const first = await line.enter(asker('a'), never);
		const stop = new AbortController();
		const second = line.enter(asker('b'), stop.signal);
		const third = line.enter(asker('c'), never);
		stop.abort(new Error('stopped'));
		await expect(second).rejects.toThrow('stopped');
		expect(line.now().waiting).toBe(1);
		first[Symbol.dispose]();
		expect(await isIn(third)).toBe(true);
		await expect(line.enter(asker('d'), stop.signal)).rejects.toThrow('stopped');
	});

	it('has those who ask under one name share a place', async () => {
		const { line } = door(1);
		const one = await line.enter(asker('a'), never);
		const same = await line.enter(asker('a'), never);
		const other = line.enter(asker('b'), never);
		const otherToo = line.enter(asker('b'), never);
		one[Symbol.dispose]();
		expect(await isIn(other)).toBe(false);
		same[Symbol.dispose]();
		expect(await Promise.all([isIn(other), isIn(otherToo)])).toEqual([true, true]);
		expect(line.now()).toEqual({ inside: 1, waiting: 0, most: 1 });
	});

	it('keeps a place in the line for the rest when one of them is called off', async () => {
		const { line } = door(1);
		const first = await line.enter(asker('a'), never);
		const stop = new AbortController();
		const gone = line.enter(asker('b'), stop.signal);
		const stays = line.enter(asker('b'), never);
		stop.abort(new Error('stopped'));
		await expect(gone).rejects.toThrow('stopped');
		first[Symbol.dispose]();
		expect(await isIn(stays)).toBe(true);
	});

	it('waits for what the machine lacks, but always lets one in', async () => {
		let why: string | undefined = 'no memory';
		const { line, clock } = door(9, () => why);
		await line.enter(asker('a'), never);
		const second = line.enter(asker('b'), never);
		expect(await isIn(second)).toBe(false);
		why = undefined;
		clock.pass();
		expect(await isIn(second)).toBe(true);
		clock.pass();
		expect(clock.pending()).toBe(0);
	});

	it('tells where one stands and why, when that changes, and when it is over', async () => {
		const { line, clock } = door(1);
		const first = await line.enter(asker('a'), never);
		const told: (Standing | undefined)[] = [];
		using _watch = line.watch('c', (standing) => told.push(standing));
		const second = line.enter(asker('b'), never);
		const third = line.enter(asker('c'), never);
		clock.pass();
		clock.pass();
		first[Symbol.dispose]();
		(await second)[Symbol.dispose]();
		await third;
		const why = '1 of 1 turns run';
		expect(told).toEqual([{ place: 2, of: 2, why }, undefined]);
		expect(line.standing('c')).toBeUndefined();
	});

	it('asks for room as long as somebody waits', async () => {
		const { line, clock } = door(1);
		let asked = 0;
		line.whenFull(() => {
			asked += 1;
		});
		const first = await line.enter(asker('a'), never);
		const second = line.enter(asker('b'), never);
		clock.pass();
		expect(asked).toBe(2);
		first[Symbol.dispose]();
		await second;
		clock.pass();
		expect(asked).toBe(2);
	});
});

describe('waitText()', () => {
	it.each([
		[{ place: 1, of: 1 }, 'next in line; why'],
		[{ place: 2, of: 3 }, '2nd of 3 in line; why'],
		[{ place: 13, of: 21 }, '13th of 21 in line; why'],
		[{ place: 21, of: 21 }, '21st of 21 in line; why'],
	])('says %j', (standing, text) => {
		expect(waitText({ ...standing, why: 'why' })).toBe(text);
	});
});

describe('memoryLack()', () => {
	it('says what is there and what is needed', () => {
		expect(memoryLack('a turn', 2 ** 26, () => 2 ** 25)(0)).toBe(
			'the machine has 32 MB of memory free, and a turn needs 64 MB',
		);
		expect(memoryLack('a turn', 2 ** 26, () => 2 ** 26)(0)).toBeUndefined();
	});

	it('keeps as much for each that was let in moments ago, for as long as it is inside', async () => {
		const { line } = door(
			100,
			memoryLack('a turn', 2 ** 26, () => 2 ** 28),
		);
		const first = await line.enter(asker('0'), never);
		const others = Array.from({ length: 9 }, (_, at) => line.enter(asker(`${at + 1}`), never));
		expect(line.now()).toMatchObject({ inside: 4, waiting: 6 });
		first[Symbol.dispose]();
		await Promise.all(others.slice(0, 4));
		expect(line.now()).toMatchObject({ inside: 4, waiting: 5 });
	});
});
