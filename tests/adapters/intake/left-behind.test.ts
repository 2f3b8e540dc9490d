import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLeftBehind } from '../../../src/adapters/intake/left-behind.ts';
import { memoryRecords } from '../memory-records.ts';

describe('what a process leaves behind', () => {
	it('is found by the next one, until it is taken out', async () => {
		const records = memoryRecords();
		const first = createLeftBehind(records, 'things', z.string());
		const done = await first.keep('a');
		await first.keep('b');
		await done();
		await first.keep('c');
		const second = createLeftBehind(records, 'things', z.string());
		const left = await second.left();
		expect(left.map(({ value }) => value).toSorted()).toEqual(['b', 'c']);
		await second.keep('d');
		for (const one of left) await one.done();
		expect((await createLeftBehind(records, 'things', z.string()).left()).map(({ value }) => value)).toEqual(['d']);
	});

	it('takes no more room than was under way at once', async () => {
		const records = memoryRecords();
		const things = createLeftBehind(records, 'things', z.number());
		for (let count = 0; count < 100; count += 1) await (await things.keep(count))();
		expect(await records.list('adapter', 'things', z.unknown())).toHaveLength(1);
	});
});
