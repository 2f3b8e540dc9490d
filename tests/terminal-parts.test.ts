import { expect, it } from 'vitest';
import { canDraw, sizeOf } from '../src/terminal-parts.ts';

it('a terminal that does not know its size has 80 columns and 24 rows', () => {
	expect(sizeOf({})).toEqual({ columns: 80, rows: 24 });
	expect(sizeOf({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 });
	expect(sizeOf({ columns: 120, rows: 40 })).toEqual({ columns: 120, rows: 40 });
});

it('a terminal that is dumb, or says nothing of itself, is not drawn on', () => {
	expect([{ TERM: 'xterm-256color' }, { TERM: 'linux' }].map(canDraw)).toEqual([true, true]);
	expect([{}, { TERM: '' }, { TERM: 'dumb' }, { TERM: 'unknown' }].map(canDraw)).toEqual([false, false, false, false]);
});
