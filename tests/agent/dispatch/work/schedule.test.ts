import { expect, it } from 'vitest';
import { createTroubles } from '../../../../src/agent/dispatch/trouble/troubles.ts';
import { usualPacing } from '../../../../src/agent/dispatch/work/pacing.ts';
import { createSchedule } from '../../../../src/agent/dispatch/work/schedule.ts';
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

it('a success wakes those first that failed longest ago, so that two that fail for good hold up no other', async () => {
	const begun: string[] = [];
	const clock = createHandClock();
	using schedule = createSchedule({
		due,
		clock,
		workers: {
			wake: () => {},
			working: () => undefined,
			settled: async () => {},
			[Symbol.asyncDispose]: async () => {},
		},
		slots: { put: (session) => void begun.push(session), has: () => false, settled: async () => {} },
		troubles: createTroubles(),
		pacing: { ...usualPacing, retryMs: [100_000, 100_000] },
		random: () => 0.5,
		log: silentLogger,
		expire: async () => undefined,
		review: () => {},
	});
	for (const session of ['a', 'b', 'c']) await schedule.failed(session, noDescriptors);
	await schedule.rested('x');
	await clock.advance(10_000);
	expect(begun).toEqual(['a', 'b']);
	for (const session of ['a', 'b']) await schedule.failed(session, noDescriptors);
	await schedule.rested('x');
	await clock.advance(10_000);
	expect(begun.slice(2).sort()).toEqual(['a', 'c']);
});
