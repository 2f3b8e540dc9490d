import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHandClock } from '../../support/jumping-clock.ts';
import { DeathError, openByHand, wish } from './call-by-hand.ts';
import { comment, openPull } from './open-pull.ts';

describe('a pull request that was left', () => {
	it('keeps no words for its host once it is open there', async () => {
		const at = await openPull();
		expect(at.world.pulls).toHaveLength(1);
		expect(JSON.stringify(await at.repos())).not.toContain('It is mended.');
	});

	it('that was left, as nobody could be told of it, is watched again when something is pushed to it', async () => {
		const at = await openPull();
		await at.start().watches.leave('local-hand');
		expect((await at.pull())?.at).toBeUndefined();
		at.guest.folders.set('app', 'mended again');
		await at.call('propose_changes', wish, 'c3');
		await at.call('propose_changes', wish, 'c3', 'Push to pull request #1');
		at.world.pulls[0]?.items.push(comment);
		await at.next();
		expect(at.told).toEqual([expect.stringContaining('Comment by Eve')]);
	});

	it('is told of by the name of its repository as it is called', async () => {
		const at = await openPull();
		const name = 'acme/my_app';
		const repos = await at.repos();
		const opened = repos.opened.map((one) => ({ ...one, name }));
		await at.folder.documents.write('repos', { ...repos, opened });
		at.world.pulls[0]?.items.push(comment);
		await at.next();
		await at.clock.advance(366 * 86_400_000);
		await at.look();
		expect(at.told).toEqual([
			expect.stringMatching(/^Pull request #1 of acme\/my\\_app: /),
			expect.stringMatching(/^Pull request #1 of acme\/my\\_app is not looked at/),
		]);
	});

	it('that is looked at no more is not said to take what is proposed', async () => {
		const at = await openPull();
		const talk = async (id: string) =>
			z.object({ text: z.string() }).parse(await at.call('open_repository', { repository: 'acme/app' }, id)).text;
		expect(await talk('c3')).toContain('What you propose now is pushed to it.');
		await at.clock.advance(366 * 86_400_000);
		await at.look();
		expect(await talk('c4')).toContain('what you propose now becomes a new one.');
	});

	it('is opened by the watches where the turn that pushed its branch was stopped, and never goes on', async () => {
		const clock = createHandClock();
		const at = openByHand({ deps: { clock } });
		await at.call('open_repository', { repository: 'acme/app' }, 'c1');
		at.guest.folders.set('app', 'mended');
		await at.call('propose_changes', wish, 'c2');
		at.meet((deed) => {
			if (deed === 'open') throw new DeathError('stopped');
			return undefined;
		});
		await expect(at.call('propose_changes', wish, 'c2', 'Open pull request')).rejects.toThrow('stopped');
		at.meet(() => undefined);
		expect(at.due.get('local-hand')).toBe((await at.repos()).opened[0]?.pull?.at);
		const told: string[] = [];
		for (let minute = 0; minute < 30; minute += 1) {
			await clock.advance(60_000);
			const tell = async ({ text }: { readonly text: string }) => void told.push(text);
			await at.start().watches.look('local-hand', tell, new AbortController().signal);
		}
		expect(told).toEqual(['Pull request #1 of acme/app is open: https://git.example.org/acme/app/pull/1']);
		expect(at.world.pulls).toHaveLength(1);
	});
});

describe('proposals of a session', () => {
	it('beyond fifty are forgotten, in the mirror too, but for that which an open pull request ends with', async () => {
		const at = await openPull();
		const other = { ...(await at.repos()), proposals: [] };
		const [first] = (await at.repos()).proposals;
		if (!first?.commit) throw new Error('Nothing was proposed');
		for (let count = 2; count <= 60; count += 1) at.world.kept[`local-hand/${count}`] = first.commit;
		const ended = (count: number) => ({
			...first,
			count,
			call: `old${count}`,
			commit: count.toString(16).padStart(40, '0'),
		});
		const proposals = [first, ...Array.from({ length: 59 }, (_, index) => ended(index + 2))];
		await at.folder.documents.write('repos', { ...other, proposals });
		at.guest.folders.set('app', 'mended again');
		await at.call('propose_changes', wish, 'c3');
		const counts = (await at.repos()).proposals.map(({ count }) => count);
		expect(counts).toEqual([1, ...Array.from({ length: 50 }, (_, index) => index + 12)]);
		expect(Object.keys(at.world.kept).toSorted()).toEqual(counts.map((count) => `local-hand/${count}`).toSorted());
	});

	it('have a title that says something', async () => {
		const at = await openPull();
		at.guest.folders.set('app', 'mended again');
		expect(await at.call('propose_changes', { ...wish, title: ' \n\u00a0' }, 'c3')).toMatchObject({
			ok: false,
			text: expect.stringContaining('Wrong call of propose_changes: title'),
		});
	});
});
