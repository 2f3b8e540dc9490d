import { expect, it } from 'vitest';
import { budget, budgetOrOff } from '../../../src/base/settings/budget-kind.ts';

it.each([
	['2M tokens', { tokens: 2_000_000 }],
	['500k tokens', { tokens: 500_000 }],
	['1.5 m Tokens', { tokens: 1_500_000 }],
	['750 tokens', { tokens: 750 }],
	['5 USD', { microUsd: 5_000_000 }],
	['0.25usd', { microUsd: 250_000 }],
	['$12', { microUsd: 12_000_000 }],
	['2M tokens, 5 USD', { tokens: 2_000_000, microUsd: 5_000_000 }],
])('an amount a day may be written as %s', (text, amounts) => {
	expect(budget.parse(text)).toEqual(amounts);
	expect(budgetOrOff.parse(text)).toEqual(amounts);
});

it.each([
	'',
	'5',
	'2M',
	'many tokens',
	'-1 tokens',
	'0 tokens',
	'5 EUR',
	'1M tokens, 2M tokens',
	'1M tokens,',
	'9e9 tokens',
	`${'9'.repeat(30)} tokens`,
	`${' '.repeat(1e6)}x`,
])('%.40s is none', (text) => {
	const { error } = budget.safeParse(text);
	expect(error?.issues[0]?.message).toContain('must be an amount a day such as 2M tokens');
	expect(budgetOrOff.safeParse(text).error?.issues[0]?.message).toContain('or off');
});

it('off is no amount at all, where that may be said', () => {
	expect(budgetOrOff.parse('off')).toEqual({});
	expect(budget.safeParse('off').success).toBe(false);
});
