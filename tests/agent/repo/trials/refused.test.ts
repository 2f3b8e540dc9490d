import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { openTrials, session } from './open-trials.ts';

const lock = { 'package-lock.json': '{"a":1}', '.gitignore': 'made\n' };

describe('A set-up', () => {
	it('that cannot be kept says so without a path of this host', async () => {
		const layers = {
			find: async () => undefined,
			async *read() {},
			put: async () => {
				throw new ProblemError('Cannot keep it: the disk of "/srv/data/layers" is full', 'Make room on it', {
					file: '/srv/data/layers',
				});
			},
		};
		await using place = await openTrials({ setup: 'true' }, { layers });
		const refused = await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch);
		expect(refused).toEqual({
			kind: 'refused',
			why: 'Cannot set acme/app up: what it made cannot be kept: Cannot keep it: the disk of "…" is full. Make room on it',
		});
	});

	it('is refused where its files cannot be listed any more', async () => {
		const packageFiles = async () => {
			throw new Error('the mirror is gone');
		};
		await using place = await openTrials({ setup: 'true', test: 'true' }, { packageFiles });
		const order = { at: await place.made.commit(lock), session };
		const refused = { kind: 'refused', why: 'Cannot set acme/app up: the mirror is gone' };
		expect(await place.trials.setUp(order, place.watch)).toEqual(refused);
		expect(await place.trials.test(order, place.watch)).toEqual(refused);
	});
});
