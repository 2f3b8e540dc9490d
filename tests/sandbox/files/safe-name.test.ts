import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, safeName, uniqueName } from '../../../src/sandbox/files/safe-name.ts';

const nasty = fc.constantFrom(
	...['/', '\\', '..', '.', '-', ' ', '\n', '\r', '\0', '\u001b[31m', '\u202e', '\u2066', '\u200b', '\u200d', '\ufeff'],
	...[
		'\u0301',
		'e\u0301',
		'\ud800',
		'\udfff',
		'\ufffe',
		'\u{e0041}',
		'\u3164',
		'\u00ad',
		'\u2028',
		'\ufffd',
		'👨‍👩‍👧',
		'ﷺ',
	],
	...[
		'con',
		'NUL',
		'a',
		'報',
		'.csv',
		'.tar.gz',
		':',
		'*',
		'?',
		'"',
		'<',
		'|',
		'x'.repeat(130),
		'漢'.repeat(90),
		'😀'.repeat(60),
	],
);
const rawName = fc.oneof(
	fc
		.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 8 })
		.map((parts) => parts.join('')),
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ maxLength: 40 }),
);
const runs = { numRuns: 3000 };
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe('safeName', () => {
	it.each([
		['report.csv', 'report.csv'],
		['Umsätze 2026 (final).xlsx', 'Umsätze 2026 (final).xlsx'],
		['../../etc/passwd', 'passwd'],
		['/abs/path/a.txt', 'a.txt'],
		['C:\\Users\\ann\\a.txt', 'a.txt'],
		['..', 'file'],
		['../..', 'file'],
		['', 'file'],
		['   ', 'file'],
		['folder/', 'folder'],
		['.bashrc', 'bashrc'],
		['-rf', 'rf'],
		['a\nb.csv', 'a b.csv'],
		['a\0.csv', 'a.csv'],
		['a\u202evsc.exe', 'avsc.exe'],
		['a\u200bb.csv', 'ab.csv'],
		['cafe\u0301.csv', 'café.csv'],
		['e\u200b\u0301.csv', 'é.csv'],
		['a.csv. . ', 'a.csv'],
		['con', '_con'],
		['NUL.txt', '_NUL.txt'],
		['constant.txt', 'constant.txt'],
		['what?.csv', 'what_.csv'],
		['\ud800.csv', '_.csv'],
		[`${'a'.repeat(300)}.csv`, `${'a'.repeat(116)}.csv`],
		[`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(113)}.tar.gz`],
		[`${'漢'.repeat(100)}.csv`, `${'漢'.repeat(65)}.csv`],
	])('makes %j into %j', (raw, safe) => {
		expect(safeName(raw)).toBe(safe);
	});

	it('never gives a name that a platform, a shell option or a terminal would take otherwise', () => {
		fc.assert(
			fc.property(rawName, (raw) => {
				const name = safeName(raw);
				expect(name).not.toBe('');
				expect(name).not.toMatch(/[/\\<>:"|?*]/u);
				expect(name).not.toMatch(hidden);
				expect(name).not.toMatch(/^[\s.-]|[\s.]$/u);
				expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu);
				expect(name.isWellFormed()).toBe(true);
				expect(name.normalize('NFC')).toBe(name);
				expect([...name].length).toBeLessThanOrEqual(120);
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
			}),
			runs,
		);
	});

	it('leaves a safe name as it is', () => {
		fc.assert(
			fc.property(rawName, (raw) => {
				expect(safeName(safeName(raw))).toBe(safeName(raw));
			}),
			runs,
		);
	});

	it('keeps the extension however long the name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (stem) => {
				expect(safeName(`a${stem.replaceAll(/[/\\]/gu, '')}.csv`)).toMatch(/\.csv$/u);
			}),
			runs,
		);
	});
});

describe('uniqueName', () => {
	it('numbers from 2 before the extension', () => {
		expect(uniqueName('a.csv', new Set())).toBe('a.csv');
		expect(uniqueName('a.csv', new Set(['a.csv']))).toBe('a-2.csv');
		expect(uniqueName('a.csv', new Set(['a.csv', 'a-2.csv']))).toBe('a-3.csv');
		expect(uniqueName('a.tar.gz', new Set(['a.tar.gz']))).toBe('a-2.tar.gz');
		expect(uniqueName('Makefile', new Set(['Makefile']))).toBe('Makefile-2');
	});

	it('gives names that are not taken and still safe, also where the limits leave no room', () => {
		fc.assert(
			fc.property(rawName, fc.integer({ min: 1, max: 30 }), (raw, count) => {
				const taken = new Set<string>();
				for (let number = 0; number < count; number += 1) taken.add(uniqueName(safeName(raw), taken));
				expect(taken.size).toBe(count);
				for (const name of taken) expect(safeName(name)).toBe(name);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('printable', () => {
	it.each([
		['a.csv', 'a.csv'],
		['../a', '../a'],
		['a\nb', 'a b'],
		['a\u001b[31mb', 'a\ufffd[31mb'],
		['a\u202eb', 'a\ufffdb'],
		['', '(no name)'],
		[' \n ', '(no name)'],
		['\0', '\ufffd'],
	])('shows %j as %j', (raw, shown) => {
		expect(printable(raw)).toBe(shown);
	});

	it('is one line within the limit that hides and reorders nothing', () => {
		fc.assert(
			fc.property(rawName, fc.integer({ min: 10, max: 300 }), (raw, limit) => {
				const text = printable(raw, limit);
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(hidden);
				expect([...text].length).toBeLessThanOrEqual(limit);
				expect(text.trim()).not.toBe('');
			}),
			runs,
		);
	});
});
