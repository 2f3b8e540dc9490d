import { expect, it } from 'vitest';
import { describeEvent } from '../../../../src/adapters/terminal/render/describe-event.ts';
import { plainStyle } from '../../../../src/adapters/terminal/render/style.ts';

it('shows heads of what we say as heads, and its tables without the marks around them, and closes up no columns', () => {
	const facts = { call: undefined, saved: undefined, usage: undefined, ms: undefined };
	const text = '**Yours**, version 1:\n> a **b**\nModels     Brain\n```\nday    tokens\n  1        20\n```';
	const notice = { type: 'notice', key: 't/1/notice', text } as const;
	expect(describeEvent(notice, facts, plainStyle, 80).lines).toEqual([
		'  Yours, version 1:',
		'  > a **b**',
		'  Models     Brain',
		'  day    tokens',
		'    1        20',
	]);
});
