import { describe, expect, it } from 'vitest';
import { comment, openPull } from './open-pull.ts';

const day = 86_400_000;
type Open = Awaited<ReturnType<typeof openPull>>;

/** Looks as often as it is due, for so long. */
async function lookFor(at: Open, ms: number): Promise<void> {
	const end = at.clock.now() + ms;
	for (let next = await at.pull(); (next?.at ?? end) < end; next = await at.pull()) await at.next();
}

const ways: readonly (readonly [string, (at: Open) => void, string])[] = [
	[
		'its credential is damaged',
		({ all }) => {
			const [own] = all.splice(0);
			if (own) all.push({ repository: own.repository, lacks: 'The credential c-1 cannot be read' });
		},
		'The credential c-1 cannot be read.',
	],
	[
		'its credential has gone',
		({ all }) => {
			const [own] = all.splice(0);
			if (own) all.push({ repository: own.repository });
		},
		'its repository has no credential.',
	],
];

describe('a pull request of which nothing can be learnt', () => {
	it.each(ways)('as %s is watched again once that is mended, and was told of once', async (_name, spoil, words) => {
		const at = await openPull();
		const before = [...at.all];
		spoil(at);
		await lookFor(at, 3 * day);
		expect(at.told).toEqual([
			`Pull request #1 of acme/app could not be looked at for a day: ${words} It is tried again by itself.`,
		]);
		expect(await at.pull()).toMatchObject({ state: 'open' });
		at.all.splice(0, 9, ...before);
		at.world.pulls[0]?.items.push(comment);
		await at.next();
		expect(at.told[1]).toContain('Comment by Eve');
		expect(await at.pull()).toMatchObject({ fails: 0 });
		expect((await at.pull())?.failing).toBeUndefined();
	});

	it('is not told of where that is mended within a day, however often it happens', async () => {
		let isAway = true;
		const mishap = (deed: string) => (deed === 'news' && isAway ? 'It is away' : undefined);
		// A repository that is not shown to the credential is no pull request that has gone.
		const at = await openPull({ mishap, refusal: { gone: true } });
		for (let time = 0; time < 4; time += 1) {
			isAway = true;
			await lookFor(at, day / 2);
			isAway = false;
			await at.next();
		}
		expect(at.told).toEqual([]);
		expect(await at.pull()).toMatchObject({ state: 'open', fails: 0 });
	});

	it('is told of once, whenever the process dies', async () => {
		const broken = async () => {
			const at = await openPull();
			ways[0]?.[1](at);
			await lookFor(at, day - 1);
			await at.clock.advance(day / 2);
			return at;
		};
		let points = 0;
		const count = await broken();
		count.meet(() => {
			points += 1;
			return undefined;
		});
		await count.next();
		expect(points).toBeGreaterThan(4);
		for (let die = 1; die <= points; die += 1) {
			const at = await broken();
			let left = die;
			at.meet((deed, when) => {
				left -= 1;
				if (left === 0) throw new Error(`Died ${when} ${deed}`);
				return undefined;
			});
			await at.next().catch(() => undefined);
			at.meet(() => undefined);
			await lookFor(at, 3 * day);
			expect(at.told).toHaveLength(1);
		}
	});

	it('and that is still to be opened stays so', async () => {
		let isAway = true;
		const at = await openPull({ mishap: (deed) => (deed === 'open' && isAway ? 'It is limited' : undefined) });
		await lookFor(at, 2 * day);
		expect(at.told).toHaveLength(1);
		expect(at.told[0]).toContain('could not be looked at for a day: It is limited.');
		expect(await at.pull()).toMatchObject({ state: 'opening' });
		isAway = false;
		await at.next();
		expect(at.world.pulls).toHaveLength(1);
	});
});
