import { describe, expect, it } from 'vitest';
import type { Sources } from './architecture-rules.ts';
import { crowdedFolders, cyclesOf, graphOf, idleComments, longestChain } from './house-shape.ts';

describe('the shape of the house', () => {
	const three: Sources = new Map([
		['a.ts', "import { b } from './b.ts';\nimport type { C } from './c.ts';"],
		['b.ts', "export { type C } from './c.ts';\nconst c = await import('./c.ts');"],
		['c.ts', "import { type A } from './a.ts';\nimport type { B } from './b.ts';\nimport x from 'x';"],
	]);

	it('is drawn by values, or by types as well', () => {
		expect([...graphOf(three, 'values').values()]).toEqual([['b.ts'], ['c.ts'], []]);
		expect([...graphOf(three, 'types too').values()]).toEqual([
			['b.ts', 'c.ts'],
			['c.ts', 'c.ts'],
			['a.ts', 'b.ts'],
		]);
	});

	it('tells circles, and the longest chain', () => {
		expect(cyclesOf(graphOf(three, 'types too'))).toEqual([['a.ts', 'b.ts', 'c.ts']]);
		expect(cyclesOf(graphOf(three, 'values'))).toEqual([]);
		expect(longestChain(graphOf(three, 'values'))).toEqual(['a.ts', 'b.ts', 'c.ts']);
	});

	it('tells folders with too many files', () => {
		const many = ['a/1.ts', 'a/2.ts', 'a/b/1.ts', 'c/1.py', 'c/2.py'];
		expect(crowdedFolders(many, 1)).toEqual(['a (2)', 'c (2)']);
	});

	it('tells comments that begin with nothing, or hang on a neighbour', () => {
		const source = '/** What it is. */\nx;\n// The same for y.\ny; /** Why: the reason. */\n/**\n * What not.\n */';
		expect(idleComments(new Map([['a.ts', source]]))).toEqual([
			'a.ts: What it is. */',
			'a.ts: The same for y.',
			'a.ts: What not.',
		]);
	});
});
