import { describe, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { areTelling, resultNames } from '../../../../src/agent/forge/proof/telling.ts';

type Expect = Extract<ToolCase['expect'], { kind: 'output' }>;

function example(input: ToolCase['input'], output: Expect['output'], holds?: Expect['holds']): ToolCase {
	const files = Object.keys(holds ?? {});
	return { name: 'e', from: 'example', input, files: {}, expect: { kind: 'output', output, files, holds } };
}

describe('areTelling()', () => {
	it.each<[boolean, string, readonly ToolCase[]]>([
		[true, 'different results', [example({ n: 1 }, { double: 2 }), example({ n: 2 }, { double: 4 })]],
		[false, 'the same result twice', [example({ n: 1 }, { ok: true }), example({ n: 2 }, { ok: true })]],
		[false, 'one example alone', [example({ n: 1 }, { double: 2 })]],
		[false, 'paths that the input says', [example({ to: 'a' }, { file: 'a' }), example({ to: 'b' }, { file: 'b' })]],
		[
			false,
			'pictures that are only there',
			[
				example({}, {}, { 'a.png': { kind: 'opens' } }),
				example({}, {}, { 'b.png': { kind: 'image', inOrder: false } }),
			],
		],
		[
			true,
			'what pictures show',
			['A', 'B'].map((title) => example({}, {}, { 'a.png': { kind: 'image', title, inOrder: false } })),
		],
		[
			true,
			'what tables hold',
			[1, 2].map((n) =>
				example(
					{},
					{},
					{ 'a.csv': { kind: 'tables', tables: [{ rows: [[n]], rowsInOrder: true, columnsInOrder: true }] } },
				),
			),
		],
	])('is %j of %s', (told, _, cases) => {
		expect(areTelling(cases)).toBe(told);
	});
});

describe('resultNames()', () => {
	it('takes a name of the tool for one of the order only where it holds the same in all examples, and that changes', () => {
		const pairs = [
			{ expected: { total: 3, ok: true }, given: { sum: 3, rows: 2, ok: true } },
			{ expected: { total: 5, ok: true }, given: { sum: 5, rows: 5, ok: true } },
		];
		expect([...(resultNames(pairs) ?? [])]).toEqual([
			['total', 'sum'],
			['ok', 'ok'],
		]);
		expect(resultNames(pairs.map(({ given }) => ({ expected: { fine: true }, given })))).toBeUndefined();
		expect(resultNames(pairs.map(({ given }) => ({ expected: { total: 9 }, given })))).toBeUndefined();
	});

	it('takes no name of the tool for two of the order', () => {
		const pairs = [1, 2].map((n) => ({ expected: { a: n, b: n }, given: { c: n } }));
		expect(resultNames(pairs)).toBeUndefined();
	});
});
