import { expect, it } from 'vitest';
import { createTroubles } from '../../../../src/agent/dispatch/trouble/troubles.ts';
import { usualPacing } from '../../../../src/agent/dispatch/work/pacing.ts';
import { createSchedule } from '../../../../src/agent/dispatch/work/schedule.ts';
import type { Workers } from '../../../../src/agent/dispatch/work/workers.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { Due } from '../../../../src/store/due.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';

const noDescriptors = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
const due: Due = {
	by: async () => {},
	put: async () => {},
	until: async () => [],
	earliest: async () => undefined,
	hasten: async () => {},
};

function open(working: Workers['working'] = () => undefined) {
	const begun: string[] = [];
	const clock = createHandClock();
	const schedule = createSchedule({
		due,
		clock,
		workers: { wake: () => {}, working, settled: async () => {}, [Symbol.asyncDispose]: async () => {} },
		slots: { put: (session) => void begun.push(session), has: () => false, settled: async () => {} },
		troubles: createTroubles(),
		pacing: { ...usualPacing, retryMs: [100_000, 100_000] },
		random: () => 0.5,
		log: silentLogger,
		expire: async () => undefined,
		review: () => {},
	});
	return { begun, clock, schedule, [Symbol.dispose]: () => schedule[Symbol.dispose]() };
}

it('a success wakes those first that failed longest ago, so that two that fail for good hold up no other', async () => {
	using opened = open();
	const { begun, clock, schedule } = opened;
	for (const session of ['a', 'b', 'c']) await schedule.failed(session, noDescriptors);
	await schedule.rested('x');
	await clock.advance(10_000);
	expect(begun).toEqual(['a', 'b']);
	for (const session of ['a', 'b']) await schedule.failed(session, noDescriptors);
	await schedule.rested('x');
	await clock.advance(10_000);
	expect(begun.slice(2).sort()).toEqual(['a', 'c']);
});

it('a session that is due while it is still told that it failed is tried again when that has been done', async () => {
	const told = Promise.withResolvers<void>();
	using opened = open(() => told.promise);
	const { begun, clock, schedule } = opened;
	await schedule.failed('a', noDescriptors);
	await clock.advance(110_000);
	expect(begun).toEqual([]);
	told.resolve();
	await clock.advance(0);
	expect(begun).toEqual(['a']);
});

it('a session that is due while it is worked on, and fails again, is not tried before its new time', async () => {
	const work = Promise.withResolvers<void>();
	using opened = open(() => work.promise);
	const { begun, clock, schedule } = opened;
	await schedule.failed('a', noDescriptors);
	await clock.advance(110_000);
	await schedule.failed('a', noDescriptors);
	work.resolve();
	await clock.advance(0);
	expect(begun).toEqual([]);
});
