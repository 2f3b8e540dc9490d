import { describe, expect, it } from 'vitest';
import { withMeaning } from '../../../../src/agent/tool-sources/search/with-meaning.ts';

const order = (scored: Parameters<typeof withMeaning>[0], likenesses: readonly (number | undefined)[]) =>
	withMeaning(scored, likenesses)
		.toSorted((one, other) => other.score - one.score)
		.map(({ at }) => at);

describe('withMeaning()', () => {
	it('leaves words alone where nothing, or nothing that differs, is known of meaning', () => {
		const scored = [{ at: 1, score: 2 }];
		for (const likenesses of [[], [0.5], [undefined, undefined], [0.5, 0.5, 0.5]])
			expect(withMeaning(scored, likenesses)).toEqual(scored);
	});

	it('adds what stands out by its meaning alone, however alike a model finds all', () => {
		expect(order([], [0.81, 0.8, 0.92, 0.8])).toEqual([2]);
		expect(order([], [0.1, 0.0, 0.7, 0.0])).toEqual([2]);
	});

	it('has the best by both first, and by words what has no vector yet', () => {
		const scored = [
			{ at: 0, score: 1 },
			{ at: 1, score: 0.9 },
		];
		expect(order(scored, [0.1, 0.6, 0.1])).toEqual([1, 0]);
		expect(order(scored, [undefined, 0.1, 0.5, 0.1])).toEqual([2, 0, 1]);
	});
});
