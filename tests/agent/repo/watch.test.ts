import { describe, expect, it } from 'vitest';
import { PlatformAwayError } from '../../../src/base/errors.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, sessionId } from '../../support/workbench.ts';
import { comment, openPull } from './open-pull.ts';
import { openRepos, wholeWay } from './open-repos.ts';

describe('a pull request that is watched', () => {
	it('is told of once for each thing that is new, as words that do nothing', async () => {
		const at = await openPull();
		await at.next();
		expect(at.told).toEqual([]);
		at.world.pulls[0]?.items.push(comment);
		await at.next();
		await at.next();
		expect(at.told).toEqual([
			'Pull request #1 of acme/app: https://git.example.org/acme/app/pull/1\n\nComment by Eve:\n> \\<\\!channel\\> \\[click\\](http://evil) @ everyone\n> \\*\\*now\\*\\*',
		]);
	});

	it('is not asked before its time', async () => {
		let asked = 0;
		const at = await openPull({
			mishap: (deed) => {
				if (deed === 'news') asked += 1;
				return undefined;
			},
		});
		await at.look();
		expect(asked).toBe(0);
		expect(at.due.get('local-hand')).toBe((await at.pull())?.at);
	});

	it.each([
		['merged', 'Pull request #1 of acme/app was merged: '],
		['closed', 'Pull request #1 of acme/app was closed without being merged: '],
		['gone', 'Pull request #1 of acme/app is not there any more: '],
	] as const)('is told of when it is %s, and then forgotten in the mirror', async (state, text) => {
		const at = await openPull();
		const [pull] = at.world.pulls;
		if (pull) pull.state = state;
		await at.next();
		await at.look();
		expect(at.told).toEqual([expect.stringContaining(text)]);
		expect(await at.pull()).toMatchObject({ state });
		expect((await at.pull())?.at).toBeUndefined();
		expect(at.due.size).toBe(0);
		expect(at.world.kept).toEqual({});
	});

	it('is looked at less often while its host is away, and not before it says', async () => {
		let again = 0;
		const at = await openPull({
			mishap: (deed) => (deed === 'news' ? 'It is away' : undefined),
			refusal: {
				get againAt() {
					return again;
				},
			},
		});
		const pauses: number[] = [];
		for (const wait of [0, 0, 0, 86_400_000]) {
			again = at.clock.now() + wait;
			await at.next();
			pauses.push(((await at.pull())?.at ?? 0) - at.clock.now());
		}
		expect(at.told).toEqual([]);
		expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) * 1.5);
		expect(pauses[3]).toBeGreaterThan(80_000_000);
	});

	it('is left after a year, and when its repository is not opened there any more', async () => {
		const year = await openPull();
		await year.clock.advance(366 * 86_400_000);
		await year.look();
		expect(year.told).toEqual(['Pull request #1 of acme/app is not looked at any more: it is a year old.']);
		const at = await openPull();
		at.all.splice(0);
		await at.next();
		expect(at.told).toEqual([
			'Pull request #1 of acme/app is not looked at any more: the repository is not opened here any more.',
		]);
		expect(await at.pull()).toMatchObject({ state: 'left' });
		expect(at.due.size).toBe(0);
	});

	it('is opened later where its host had no room for it, and that is told', async () => {
		let isAway = true;
		const at = await openPull({ mishap: (deed) => (deed === 'open' && isAway ? 'It is limited' : undefined) });
		expect(at.world.pulls).toEqual([]);
		await at.next();
		isAway = false;
		await at.next();
		await at.next();
		expect(at.world.pulls).toHaveLength(1);
		expect(at.told).toEqual(['Pull request #1 of acme/app is open: https://git.example.org/acme/app/pull/1']);
		expect(await at.pull()).toMatchObject({ state: 'open', number: 1 });
	});

	it('is told of once, whenever the process dies', async () => {
		let points = 0;
		const count = await openPull();
		count.world.pulls[0]?.items.push(comment);
		count.meet(() => {
			points += 1;
			return undefined;
		});
		await count.next();
		expect(points).toBeGreaterThan(4);
		for (let die = 1; die <= points; die += 1) {
			const at = await openPull();
			at.world.pulls[0]?.items.push(comment);
			let left = die;
			at.meet((deed, when) => {
				left -= 1;
				if (left === 0) throw new Error(`Died ${when} ${deed}`);
				return undefined;
			});
			await at.next().catch(() => undefined);
			at.meet(() => undefined);
			// More comes before the next process looks: it comes behind.
			at.world.pulls[0]?.items.push({ kind: 'check', text: 'passed' });
			await at.next();
			await at.next();
			const all = at.told.join('\n');
			expect(all.match(/Comment by Eve/g)).toHaveLength(1);
			expect(all.match(/Check:/g)).toHaveLength(1);
		}
	});

	it('stays erased where the session was erased meanwhile', async () => {
		const at = await openPull({ mishap: (deed) => void (deed === 'news' && at?.kept.clear()) });
		at.world.pulls[0]?.items.push(comment);
		await at.next();
		expect(at.kept.size).toBe(0);
		expect(at.told).toEqual([]);
	});
});

describe('news in a conversation', () => {
	const poll = { pollMs: 1 };

	async function proposed(given: Parameters<typeof openRepos>[1] = {}) {
		const at = await openRepos(wholeWay, { deps: poll, ...given });
		await at.say();
		await at.answer('Open pull request');
		await at.bench.dispatch.recover();
		return at;
	}

	/** Has what is due looked at now. */
	const soon = (at: Awaited<ReturnType<typeof proposed>>) => at.bench.dispatch.recover();

	it('are told in its thread and begin no turn', async () => {
		await using at = await proposed();
		at.world.pulls[0]?.items.push(comment);
		const requests = at.brain.requests.length;
		await waitFor(async () => {
			await at.bench.store.due.hasten('review', Date.now());
			await soon(at);
			return at.platform.posts.some((post) => post.includes('Comment by Eve'));
		}, 'the comment to be told');
		await at.bench.dispatch.settled();
		expect(at.brain.requests).toHaveLength(requests);
		expect(at.platform.posts.filter((post) => post.includes('Comment by Eve'))).toHaveLength(1);
	});

	it('are told once the platform is back', async () => {
		await using at = await proposed({ bench: { timing: { pacing: { probeMs: [5, 10], retryMs: [5, 10] } } } });
		at.platform.away = new PlatformAwayError('terminal', 'It is away');
		at.world.pulls[0]?.items.push(comment);
		await waitFor(async () => {
			await at.bench.store.due.hasten('review', Date.now());
			await soon(at);
			return (await at.bench.store.inbox.waiting(sessionId)).length > 0;
		}, 'the words to be due');
		delete at.platform.away;
		await waitFor(() => at.platform.posts.some((post) => post.includes('Comment by Eve')), 'the comment to be told');
		await at.bench.dispatch.settled();
		expect(at.platform.posts.filter((post) => post.includes('Comment by Eve'))).toHaveLength(1);
	});

	it('end with the session: mirrors keep nothing of it, and nothing is due', async () => {
		await using at = await proposed();
		expect(Object.keys(at.world.kept)).toHaveLength(1);
		expect(Object.keys(at.world.held)).toHaveLength(1);
		const { thread, person, at: time } = inbound('opened', {});
		await at.bench.dispatch.erase(sessionId, {
			type: 'erase',
			key: 'erase/1',
			thread,
			person,
			at: time,
			what: { kind: 'session' },
		});
		await at.bench.dispatch.settled();
		expect([at.world.kept, at.world.held]).toEqual([{}, {}]);
		expect((await at.repos()).opened).toEqual([]);
		await waitFor(async () => {
			await soon(at);
			return (await at.bench.store.due.until(8.64e15, 9)).every(({ what }) => what !== 'review');
		}, 'nothing to be due');
	});
});
