import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesOf, DeathError, type Fate, openByHand, wish } from './call-by-hand.ts';

type Hand = ReturnType<typeof openByHand>;

const opens = (at: Hand) => at.call('open_repository', { repository: 'acme/app' }, 'c1');

/** Counts what is done, and dies at the point of that number, or has it refused there. */
function fateAt(point: number, how: 'dies' | 'refused'): { readonly fate: Fate; readonly points: () => number } {
	let points = 0;
	return {
		points: () => points,
		fate: (deed, when) => {
			points += 1;
			if (points !== point) return undefined;
			if (how === 'dies' || deed === 'write') throw new DeathError(`Died ${when} ${deed}`);
			return 'its host is away';
		},
	};
}

/** Calls as often as the process dies. */
async function callOn(at: Hand, fates: Fate[], answer?: unknown, id = 'c2') {
	for (;;) {
		at.meet(fates.shift() ?? (() => undefined));
		try {
			return await at.call('propose_changes', wish, id, answer);
		} catch (error) {
			if (!(error instanceof DeathError)) throw error;
		}
	}
}

const pushes = ({ world }: Hand) => world.arrived.filter((line) => line.startsWith('push '));

describe('a process that dies at any point of a proposal', () => {
	async function wholeWay(before: Fate[], after: Fate[], value: string | null = 'Open pull request') {
		const at = openByHand();
		await opens(at);
		at.guest.folders.set('app', 'mended');
		const asked = await callOn(at, before);
		expect(choicesOf(asked)).toEqual(['Open pull request', 'Go on', 'Drop']);
		expect(at.world.arrived).toEqual([]);
		const shown = (await at.repos()).proposals[0]?.commit;
		// Nothing of what is changed while it waits is pushed.
		at.guest.folders.set('app', 'changed meanwhile');
		const result = await callOn(at, after, value);
		return { at, shown, result };
	}

	it('comes to one branch at exactly what was shown, and one pull request', async () => {
		const counts = { before: fateAt(0, 'dies'), after: fateAt(0, 'dies') };
		await wholeWay([counts.before.fate], [counts.after.fate]);
		expect(counts.before.points()).toBeGreaterThan(6);
		expect(counts.after.points()).toBeGreaterThan(8);
		const deaths = [
			...Array.from({ length: counts.before.points() }, (_, point) => ({
				before: [fateAt(point + 1, 'dies').fate],
				after: [],
			})),
			...Array.from({ length: counts.after.points() }, (_, point) => ({
				before: [],
				after: [fateAt(point + 1, 'dies').fate],
			})),
		];
		for (const { before, after } of deaths) {
			const { at, shown, result } = await wholeWay(before, after);
			expect(result).toMatchObject({ ok: true, text: expect.stringContaining('pull request #1') });
			const { pull } = (await at.repos()).opened[0] ?? {};
			expect(pushes(at)).toEqual([`push ${pull?.branch} ${shown}`]);
			expect(at.world.pulls).toHaveLength(1);
			expect(pull).toMatchObject({ state: 'open', number: 1, head: shown });
			// Since the push it has been looked at by then at the latest: a look that comes early sets the next one.
			expect(pull?.at).toBeGreaterThanOrEqual(at.due.get('local-hand') ?? Number.POSITIVE_INFINITY);
		}
	});

	it.each([
		['Drop', 'dropped'],
		['Go on', 'wants more work'],
		[null, 'Nobody answered in time'],
	] as const)('pushes nothing and keeps nothing after %s', async (value, words) => {
		const count = fateAt(0, 'dies');
		await wholeWay([], [count.fate], value);
		for (let point = 1; point <= count.points(); point += 1) {
			const { at, result } = await wholeWay([], [fateAt(point, 'dies').fate], value);
			expect(result).toMatchObject({ text: expect.stringContaining(words) });
			expect(at.world.arrived).toEqual([]);
			expect(at.world.kept).toEqual({});
			expect(at.guest.folders.get('app')).toBe('changed meanwhile');
		}
	});
});

interface Mishap {
	readonly point: number;
	readonly how: 'dies' | 'refused';
}

interface Played {
	readonly tree: string;
	readonly before: readonly Mishap[];
	readonly answer: string | null;
	readonly after: readonly Mishap[];
}

describe('any sequence of answers, crashes and failures', () => {
	const mishaps = fc.array(
		fc.record({ point: fc.integer({ min: 1, max: 20 }), how: fc.constantFrom('dies' as const, 'refused' as const) }),
		{ maxLength: 6 },
	);
	const proposal: fc.Arbitrary<Played> = fc.record({
		tree: fc.constantFrom('one', 'two', 'three'),
		before: mishaps,
		answer: fc.constantFrom('yes', 'Go on', 'Drop', null),
		after: mishaps,
	});

	it('makes at most one branch and one pull request of a proposal, nothing before a yes, and only what was shown', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(proposal, { minLength: 1, maxLength: 3 }), async (proposals) => {
				const at = openByHand();
				await opens(at);
				for (const [index, played] of proposals.entries()) await play(at, `p${index}`, played);
				const heads = at.world.pulls.map(({ head }) => head);
				expect(new Set(heads).size).toBe(heads.length);
				expect(pushes(at).length).toBeLessThanOrEqual(proposals.filter(({ answer }) => answer === 'yes').length);
			}),
			{ numRuns: 150 },
		);
	});

	async function play(at: Hand, id: string, { tree, before, answer, after }: Played): Promise<void> {
		at.guest.folders.set('app', `${at.guest.folders.get('app')} ${tree}`);
		const arrived = [...at.world.arrived];
		const outcome = await callOn(at, fatesOf(before), undefined, id);
		expect(at.world.arrived).toEqual(arrived);
		const [yes] = choicesOf(outcome) ?? [];
		if (yes === undefined) return;
		const shown = (await at.repos()).proposals.at(-1)?.commit;
		at.guest.folders.set('app', `${at.guest.folders.get('app')} meanwhile`);
		await callOn(at, fatesOf(after), answer === 'yes' ? yes : answer, id);
		const news = at.world.arrived.slice(arrived.length).filter((line) => line.startsWith('push '));
		expect(news.length).toBeLessThanOrEqual(answer === 'yes' ? 1 : 0);
		for (const line of news) expect(line.split(' ')[2]).toBe(shown);
	}

	const fatesOf = (plan: readonly Mishap[]) => plan.map(({ point, how }) => fateAt(point, how).fate);
});
