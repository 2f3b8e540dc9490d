import { describe, expect, it } from 'vitest';
import { findMutants } from '../../../bench/mutate/find-mutants.ts';

/** Each as `before -> after`. */
function changes(source: string): string[] {
	return findMutants('a.ts', source).map(({ before, after }) => `${before} -> ${after}`);
}

describe('the changes of a source', () => {
	it.each<readonly [string, string, readonly string[]]>([
		['a comparison', 'f(a < b);', ['f(a < b); -> ', 'a < b -> a <= b']],
		['an equality', 'f(a === b);', ['f(a === b); -> ', 'a === b -> a !== b']],
		['what decides', 'if (a === b) c = d;', ['a === b -> true', 'a === b -> false', 'c = d; -> ']],
		['what ends a loop', 'while (a) b();', ['a -> false', 'b(); -> ']],
		['two conditions', 'const c = a && b;', ['a && b -> a', 'a && b -> b']],
		['a value in place of none', 'const c = a ?? b;', ['a ?? b -> a', 'a ?? b -> b']],
		['a negation', 'const c = !a;', ['!a -> Boolean(a)']],
		['a small number', 'const c = 3;', ['3 -> 4']],
		['a large number', 'const c = 30_000;', ['30_000 -> 60000']],
		['a flag', 'const c = { once: true };', ['true -> false']],
		['a sum of numbers', 'const c = a + b;', ['a + b -> a - b']],
		['a case', "switch (a) { case 'x': b(); }", ["'x' -> undefined", 'b(); -> ']],
		['a table of words', "const c = ['x', 'y'];", ["'x' -> ''", "'y' -> ''"]],
		['a wait', 'await a();', ['await a(); -> ', 'await a(); -> a();']],
		['an error', 'throw a;', ['throw a; -> ']],
		['a quantifier', 'const c = a.some(b);', ['a.some(b) -> a.every(b)']],
		['a filter', 'const c = a.filter(b);', ['a.filter(b) -> a']],
	])('are of %s', (_, source, expected) => {
		expect(changes(source)).toEqual(expected);
	});

	it.each([
		['types', "type A = 'x' | 3; const a: B<4> = c; function f(d: 5): 6 {}"],
		['names', "import { a } from './b.ts'; const c = { 'd': e, 7: f };"],
		['text that is put together', "const a = 'b' + c;"],
		['what is written in the log', "deps.log.warn('It failed', { reason });"],
	])('are none of %s', (_, source) => {
		expect(changes(source)).toEqual([]);
	});

	it('tell what is evaluated while the module loads from what runs later', () => {
		const found = findMutants('a.ts', 'const a = 3;\nconst f = () => 4;\nfunction g() { return 5; }');
		expect(found.map(({ before, line, isStatic }) => [before, line, isStatic])).toEqual([
			['3', 1, true],
			['4', 2, false],
			['5', 3, false],
		]);
	});

	it('are not looked for in what is no TypeScript', () => {
		expect(() => findMutants('a.ts', 'const = ;')).toThrow('Cannot read a.ts');
	});
});
