import { expect, it } from 'vitest';
import { judgeLong, type TurnFacts } from '../../../bench/soak/long/long-verdicts.ts';
import { runLong } from '../../../bench/soak/long/run-long.ts';

it('a thread goes on past the window of its model: no turn fails, and what was to be kept is known', async () => {
	const { verdicts, counts } = await runLong({ turns: 30 }, { signal: new AbortController().signal, say: () => {} });
	const promised = verdicts.filter(({ name }) => name !== 'turns-slower' && name !== 'memory-grown');
	expect(promised.flatMap(({ name, offenders }) => offenders.map((one) => `${name}: ${one}`))).toEqual([]);
	expect(counts.find(({ name }) => name === 'results-cleared')?.value).toBeGreaterThan(1);
});

it('a talk that fails, forgets, slows down or grows is found', () => {
	const turn = (nth: number): TurnFacts => ({
		...{ turn: nth, ended: nth === 7 ? 'ended failed' : 'ended done', answered: nth !== 8, longest: 1 },
		...{ ms: nth > 180 ? 100 : 10, heap: nth % 50 === 0 ? nth : undefined },
	});
	const turns = Array.from({ length: 200 }, (_, nth) => turn(nth + 1));
	const found = judgeLong({ turns, entries: [], lost: ['a fact'] }).map(({ name, offenders }) => [name, offenders[0]]);
	expect(Object.fromEntries(found)).toEqual({
		...{ 'turns-failed': 'turn 7: ended failed', 'turns-unanswered': 'turn 8: ended done', 'facts-lost': 'a fact' },
		...{ 'compactions-missing': '0 of 2', 'turns-slower': 'from 10 to 100 ms', 'memory-grown': 'from 100 to 200 MB' },
	});
});
