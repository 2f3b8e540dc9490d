import { describe, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { hasUnnamedFiles } from '../../../../src/agent/forge/files/unnamed-files.ts';

function caseOf(input: ToolCase['input'], names: readonly string[], more: Partial<ToolCase> = {}): ToolCase {
	const files = Object.fromEntries(names.map((name) => [name, 'x']));
	return { name: 'e', from: 'example', input, files, expect: { kind: 'output', output: {}, files: [] }, ...more };
}

const prepare = 'from openpyxl import Workbook\nbook = Workbook()\nbook.save("book.xlsx")\n';

describe('hasUnnamedFiles()', () => {
	it.each<[boolean, string, ToolCase]>([
		[false, 'no file at all', caseOf({ n: 1 }, [])],
		[false, 'a file that is named', caseOf({ path: 'a.csv' }, ['a.csv'])],
		[false, 'files in a folder that is named', caseOf({ folder: 'in' }, ['in/a.csv', 'in/deep/b.csv'])],
		[false, 'files by a pattern below a folder', caseOf({ files: 'in/*.csv' }, ['in/a.csv'])],
		[
			false,
			'whole paths, in lists and as keys',
			caseOf({ all: ['./a.csv', { '/workspace/b.csv': 1 }] }, ['a.csv', 'b.csv']),
		],
		[true, 'a file beside the one that is named', caseOf({ path: 'a.shp' }, ['a.shp', 'a.dbf'])],
		[true, 'a file whose name begins alike', caseOf({ path: 'a.csv' }, ['a.csv.old'])],
		[true, 'a pattern in the folder that a tool runs in', caseOf({ files: '*.csv' }, ['a.csv'])],
		[true, 'the folder by a dot', caseOf({ folder: '.' }, ['a.csv'])],
		[true, 'files and no word of them', caseOf({}, ['a.csv'])],
		[
			true,
			'a made file that is not named',
			caseOf({ n: 1 }, [], { made: { 'a.xlsx': { kind: 'xlsx', sheets: {} } as never } }),
		],
		[false, 'a prepared file that is named', caseOf({ path: 'book.xlsx' }, [], { prepare })],
		[true, 'a prepared file that is not', caseOf({ path: 'other.xlsx' }, [], { prepare })],
		[true, 'prepared files of unknown names', caseOf({}, [], { prepare: 'for n in range(3): open(f"{n}", "w")' })],
		[false, 'a refusal', caseOf({ path: 'none.csv' }, ['a.csv'], { expect: { kind: 'error' } })],
	])('is %s for %s', (expected, _, test) => {
		expect(hasUnnamedFiles(test)).toBe(expected);
	});

	it('takes time by the length of what code prepares', () => {
		const long = `"${'a'.repeat(199)}`.repeat(2000);
		expect(hasUnnamedFiles(caseOf({ path: 'b' }, [], { prepare: long }))).toBe(false);
	});
});
