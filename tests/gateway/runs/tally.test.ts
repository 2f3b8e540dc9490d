import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTally, type Tally } from '../../../src/gateway/runs/tally.ts';

type Step = { readonly kind: 'hold'; readonly tokens: number } | { readonly kind: 'settle'; readonly part: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		fc.record({ kind: fc.constant('hold' as const), tokens: fc.nat(500) }),
		fc.record({ kind: fc.constant('settle' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
	),
	{ maxLength: 60 },
);

/** Takes one step on a tally and on a plain account of it. */
function take(step: Step, tally: Tally, account: { open: number[]; spent: number }): void {
	if (step.kind === 'hold') {
		if (tally.hold(step.tokens)) account.open.push(step.tokens);
		return;
	}
	const held = account.open.shift();
	if (held === undefined) return;
	const outputTokens = Math.floor(held * step.part);
	tally.settle(held, 'm', outputTokens === 0 ? undefined : { inputTokens: 0, outputTokens });
	account.spent += outputTokens;
}

it('never holds and spends more than the limit where calls keep to what they held', () => {
	fc.assert(
		fc.property(fc.nat(2_000), steps, (limit, all) => {
			const tally = createTally(limit);
			const account = { open: [], spent: 0 };
			for (const step of all) {
				take(step, tally, account);
				const held = account.open.reduce((sum, one) => sum + one, 0);
				expect(tally.facts()).toMatchObject({ held, spent: { outputTokens: account.spent } });
				expect(tally.left()).toBe(limit - held - account.spent);
				expect(tally.left()).toBeGreaterThanOrEqual(0);
			}
		}),
	);
});

it('sums by model, and has nothing left after a call that came to more than was held', () => {
	const tally = createTally(100);
	expect(tally.hold(101)).toBe(false);
	expect(tally.hold(100)).toBe(true);
	tally.settle(100, 'm1', { inputTokens: 90, outputTokens: 60, cachedTokens: 10 });
	expect(tally.left()).toBe(0);
	expect(tally.facts()).toEqual({
		...{ calls: 1, held: 0, spent: { inputTokens: 90, outputTokens: 60, cachedTokens: 10 } },
		byModel: { m1: { inputTokens: 90, outputTokens: 60, cachedTokens: 10 } },
	});
});
