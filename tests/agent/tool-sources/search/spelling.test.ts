import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meantBy, slipsBetween } from '../../../../src/agent/tool-sources/search/spelling.ts';

describe('slipsBetween()', () => {
	it.each([
		['column', 'column', 0],
		['colunm', 'column', 1],
		['colum', 'column', 1],
		['columnn', 'column', 1],
		['colomn', 'column', 1],
		['kitten', 'sitting', 3],
		['', 'abc', 3],
	])('counts between %j and %j', (one, other, slips) => {
		expect([slipsBetween(one, other), slipsBetween(other, one)]).toEqual([slips, slips]);
	});

	it('is never more than all letters, nor less than the difference of their number', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
				const slips = slipsBetween(one, other);
				return slips <= Math.max(one.length, other.length) && slips >= Math.abs(one.length - other.length);
			}),
		);
	});
});

describe('meantBy()', () => {
	it.each([
		['colunm', ['column']],
		['duplciate', ['duplicate']],
		['chrat', ['chart']],
		['cat', []],
		['unrelated', []],
	])('takes %j for %j', (word, meant) => {
		expect(meantBy(word, ['column', 'count', 'duplicate', 'chart', 'cart', 'char'])).toEqual(meant);
	});

	it('knows a few where it cannot know which', () => {
		expect(meantBy('sork', ['sort', 'fork', 'work', 'sock'])).toEqual(['sort', 'sock']);
	});
});
