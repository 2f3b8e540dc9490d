import { describe, expect, it } from 'vitest';
import { PlaceGoneError, PlatformAwayError } from '../../../src/base/errors.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { grace, hers, inDirect, open, postsIn, withGrace } from './open-with-admins.ts';

describe('a question for the admins of a place', () => {
	it('is asked of each admin who can be reached, whoever cannot be', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		platform.admins.unshift({ id: 'slack:T1/UB', name: 'Ida', traits: ['slack:T1/installer'] });
		const { directTo } = platform;
		platform.directTo = (person) => {
			if (person.id !== grace.id) throw new PlaceGoneError('T1-D8', 'It takes no messages');
			return directTo(person);
		};
		await using bench = open({ home: dir.path, platform });
		await bench.say(inDirect('go'));
		expect(postsIn(platform, hers)).toHaveLength(2);
		expect(bench.troubles.all()).toEqual([]);
		expect(platform.posts.join()).not.toContain('could be reached');
	});

	it('waits for the platform where it was away, and is asked when that is back', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const { directTo } = platform;
		let isAway = true;
		platform.directTo = (person) => {
			if (isAway) throw new PlatformAwayError('slack', 'It does not answer');
			return directTo(person);
		};
		const pacing = { probeMs: [1, 2], retryMs: [3_600_000, 3_600_000] } as const;
		await using bench = open({ home: dir.path, platform, timing: { pacing } });
		await bench.dispatch.recover();
		await bench.say(inDirect('go'));
		isAway = false;
		await waitFor(() => postsIn(platform, hers).length === 2, 'the question');
	});
});
