import { expect, it } from 'vitest';
import { putBetween } from '../../../bench/parts/write-between.ts';

it('a text is put between its two comments, in place of what was there, and nowhere else', () => {
	const page = 'a\n<!-- run x: begin -->\n\nold\n\n<!-- run x: end -->\nb\n';
	expect(putBetween(page, 'run x', 'new')).toBe('a\n<!-- run x: begin -->\n\nnew\n\n<!-- run x: end -->\nb\n');
	expect(() => putBetween(page, 'run y', 'new')).toThrow('<!-- run y: begin -->');
});
