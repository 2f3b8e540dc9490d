import { describe, expect, it } from 'vitest';
import { DeathError, type Fate, wish } from './call-by-hand.ts';
import { openPull } from './open-pull.ts';

type Open = Awaited<ReturnType<typeof openPull>>;

const yes = 'Push to pull request #1';
const renewals = ({ world }: Open) => world.arrived.filter((line) => /^(?:renew|comment) /.test(line));

/** More work is proposed on top of what is open. */
async function propose(at: Open, id = 'c3', tree = 'mended more'): Promise<void> {
	at.guest.folders.set('app', tree);
	await at.call('propose_changes', { ...wish, description: 'Mended more.' }, id);
}

/** Answers as often as the process dies. */
async function answer(at: Open, fates: Fate[], id = 'c3') {
	for (;;) {
		at.meet(fates.shift() ?? (() => undefined));
		try {
			return await at.call('propose_changes', wish, id, yes);
		} catch (error) {
			if (!(error instanceof DeathError)) throw error;
		}
	}
}

describe('a push on top of a pull request', () => {
	it('has its text say what was pushed, and keeps no words afterwards', async () => {
		const at = await openPull();
		await propose(at);
		expect(renewals(at)).toEqual([]);
		expect(await answer(at, [])).toMatchObject({ ok: true, text: expect.stringMatching(/#1 \(\S+\)\. What is said/) });
		const { head } = (await at.pull()) ?? {};
		expect(at.world.pulls[0]?.body).toMatch(
			new RegExp(`^It is mended\\.\\n<!-- threadsmith -->\\n\\n${head}: Mended more\\.\\nnpm test: passed\\n\\n<!-- `),
		);
		await propose(at, 'c4', 'mended most');
		await answer(at, [], 'c4');
		expect(renewals(at)).toEqual(['renew #1', 'renew #1']);
		expect(JSON.stringify(await at.repos())).not.toContain('Mended more');
	});

	it('comments where somebody has changed that text, and says so', async () => {
		const at = await openPull();
		const [pull] = at.world.pulls;
		if (pull) pull.body = 'Ada has her own words for it.';
		await propose(at);
		expect(await answer(at, [])).toMatchObject({ text: expect.stringContaining('what is new stands in a comment') });
		expect([pull?.body, pull?.comments.length]).toEqual(['Ada has her own words for it.', 1]);
	});

	it.each(['text', 'comment'])('comes to one %s, wherever the process dies', async (as) => {
		const begin = async () => {
			const at = await openPull();
			const [pull] = at.world.pulls;
			if (pull && as === 'comment') pull.body = 'Ada has her own words for it.';
			await propose(at);
			return at;
		};
		let points = 0;
		const count = await begin();
		await answer(count, [
			() => {
				points += 1;
				return undefined;
			},
		]);
		expect(points).toBeGreaterThan(8);
		for (let die = 1; die <= points; die += 1) {
			const at = await begin();
			let left = die;
			const fate: Fate = (deed, when) => {
				left -= 1;
				if (left === 0) throw new DeathError(`Died ${when} ${deed}`);
				return undefined;
			};
			expect(await answer(at, [fate])).toMatchObject({ ok: true });
			await at.next();
			expect(renewals(at)).toEqual([as === 'text' ? 'renew #1' : 'comment #1']);
			expect((await at.pull())?.renewal).toBeUndefined();
		}
	});

	it.each(['before', 'after'] as const)('is told by the next look where its host is away %s it', async (when) => {
		const at = await openPull();
		await propose(at);
		const away: Fate = (deed, then) => (deed === 'renew' && then === when ? 'It is away' : undefined);
		expect(await answer(at, [away])).toMatchObject({ text: expect.stringContaining('not renewed yet') });
		at.meet(() => undefined);
		await at.next();
		expect(renewals(at)).toEqual(['renew #1']);
		expect((await at.pull())?.renewal).toBeUndefined();
	});

	it('is not tried again where its host does not let us', async () => {
		const at = await openPull({ refusal: { gone: true }, mishap: (deed) => (deed === 'renew' ? 'No' : undefined) });
		await propose(at);
		expect(await answer(at, [])).toMatchObject({
			ok: true,
			text: expect.stringContaining('Its text could not be renewed: No.'),
		});
		expect((await at.pull())?.renewal).toBeUndefined();
	});
});
