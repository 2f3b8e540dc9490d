import { describe, expect, it } from 'vitest';
import { createDraw, neverBefallen } from '../../../bench/chaos/draw.ts';
import { troubles } from '../../../bench/chaos/troubles.ts';
import { createRandom } from '../../../bench/soak/random.ts';

const names = troubles.map(({ name }) => name);
const drawn = (seed: number, times: number) => {
	const draw = createDraw(troubles, createRandom(seed));
	return Array.from({ length: times }, () => draw.next().name);
};

describe('troubles', () => {
	it('are the same again with the same seed, and each comes up before any comes twice', () => {
		expect(drawn(3, 40)).toEqual(drawn(3, 40));
		expect(drawn(3, 40)).not.toEqual(drawn(4, 40));
		expect(drawn(3, troubles.length).toSorted()).toEqual(names.toSorted());
	});

	it('come as often as they weigh', () => {
		const all = troubles.reduce((sum, { weight }) => sum + weight, 0);
		const counts = Map.groupBy(drawn(5, all), (name) => name);
		expect(troubles.map(({ name }) => counts.get(name)?.length)).toEqual(troubles.map(({ weight }) => weight));
	});

	it('that are aimed at come twice in a round', () => {
		const draw = createDraw(troubles, createRandom(1), ['agent-killed']);
		const round = Array.from({ length: troubles.length + 1 }, () => draw.next().name);
		expect(round.toSorted()).toEqual([...names, 'agent-killed'].toSorted());
	});

	it('that had nothing to befall come once more in the next round', () => {
		const draw = createDraw(troubles, createRandom(1));
		const first = Array.from(troubles, () => draw.next());
		const rare = first.find(({ weight }) => weight === 1);
		if (rare) draw.again(rare);
		const second = troubles.filter(({ weight }) => weight > 1);
		const next = Array.from({ length: second.length + 1 }, () => draw.next().name);
		expect(next).toContain(rare?.name);
	});
});

describe('a kind of trouble that befell nothing', () => {
	const counts = new Map(names.filter((name) => name !== 'agent-killed').map((name) => [name, 1]));

	it('is a promise that was not kept', () => {
		expect(neverBefallen(troubles, counts, 'shared')).toEqual(['agent-killed']);
		expect(neverBefallen(troubles, new Map(), 'shared')).toEqual(names);
	});

	it('is none where sandboxes have a kernel of their own and it is of a process inside', () => {
		expect(neverBefallen(troubles, counts, 'own')).toEqual([]);
		expect(neverBefallen(troubles, new Map(), 'own')).toContain('bot-killed');
	});
});
