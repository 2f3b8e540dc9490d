import { describe, expect, it } from 'vitest';
import { createSeen, type Seen } from '../../../../src/adapters/discord/connect/seen.ts';
import { idAt, timeOf } from '../../../../src/adapters/discord/ids.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { Records } from '../../../../src/store/records.ts';
import { createHandClock, type HandClock } from '../../../support/jumping-clock.ts';
import { memoryRecords } from '../../memory-records.ts';

const start = Date.UTC(2026, 0, 1);

function open(records: Records, clock: HandClock, shard = 0, count = 1): Seen {
	return createSeen({ shard, count, records, clock, log: silentLogger });
}

/** An id made so many milliseconds after the start. */
function at(ms: number): string {
	return idAt(start + ms);
}

describe('how far messages were taken in', () => {
	it('is not known at the very first start, and then is that start', async () => {
		const [records, clock] = [memoryRecords(), createHandClock(start)];
		expect(await open(records, clock).leftOff()).toBeUndefined();
		const left = await open(records, clock).leftOff();
		expect(timeOf(left?.after ?? '0')).toBeLessThanOrEqual(start);
	});

	it('never goes beyond a message that is not taken in', async () => {
		const [records, clock] = [memoryRecords(), createHandClock(start)];
		const seen = open(records, clock);
		await seen.leftOff();
		seen.begin(at(100_000));
		seen.begin(at(200_000))();
		await seen[Symbol.asyncDispose]();
		const left = await open(records, clock).leftOff();
		expect(BigInt(left?.after ?? 0)).toBeLessThan(BigInt(at(100_000)));
		expect(left?.taken).toEqual([at(200_000)]);
	});

	it('is a little behind the newest, and names what was taken in since', async () => {
		const [records, clock] = [memoryRecords(), createHandClock(start)];
		const seen = open(records, clock);
		await seen.leftOff();
		for (const ms of [50_000, 95_000, 100_000]) seen.begin(at(ms))();
		await seen[Symbol.asyncDispose]();
		const left = await open(records, clock).leftOff();
		expect(left).toMatchObject({ after: at(90_000), taken: [at(95_000), at(100_000)] });
	});

	it('is written at most every two seconds', async () => {
		const [records, clock] = [memoryRecords(), createHandClock(start)];
		let written = 0;
		const counting: Records = {
			...records,
			put: async (...args) => {
				written += 1;
				await records.put(...args);
			},
		};
		const seen = open(counting, clock);
		await seen.leftOff();
		for (let ms = 0; ms < 4000; ms += 10) {
			seen.begin(at(ms))();
			await clock.advance(10);
		}
		expect(written).toBeLessThanOrEqual(3);
	});

	it('is that of the shard that was behind when there are more or fewer of them now', async () => {
		const [records, clock] = [memoryRecords(), createHandClock(start)];
		for (const [shard, ms] of [
			[0, 500_000],
			[1, 300_000],
		] as const) {
			const seen = open(records, clock, shard, 2);
			await seen.leftOff();
			seen.begin(at(ms))();
			await seen[Symbol.asyncDispose]();
		}
		const left = await open(records, clock, 0, 1).leftOff();
		expect(left?.after).toBe(at(290_000));
		expect(left?.taken).toContain(at(500_000));
	});
});
