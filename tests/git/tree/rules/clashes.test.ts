import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClashes } from '../../../../src/git/tree/rules/clashes.ts';
import { foldName } from '../../../../src/git/tree/rules/fold-name.ts';

const alike = 'has a name that some systems cannot tell from';
const sameName = 'cannot stand beside a file or folder of the same name';

function first(paths: readonly string[], old: readonly string[] = []) {
	const clashes = createClashes((path) => old.includes(path));
	return paths.map((path) => clashes.add(path)).find(Boolean);
}

describe('Two paths clash', () => {
	it.each([
		['in another case', 'README', 'readme'],
		['as folders in another case (CVE-2021-21300)', 'A/x', 'a/y'],
		['as a link and a folder in another case (CVE-2021-21300, CVE-2024-32002)', 'A', 'a/post-checkout'],
		['in two forms of Unicode', 'caf\u00e9', 'cafe\u0301'],
		['by full case folding', 'straße', 'STRASSE'],
		['by a sigma at the end of a word', 'ΟΔΟΣ', 'οδος'],
		['by the sign of a kelvin', 'K', 'k'],
		['by the old long s', 'ſ', 'S'],
		['by a ligature', 'ﬁle', 'FILE'],
		['by what HFS+ does not see', 'a\u200cb', 'ab'],
	])('%s', (_what, one, other) => {
		expect(first([one, other])).toMatchObject({ path: other, half: alike });
		expect(first([other, one])).toMatchObject({ path: one, half: alike });
		expect(first([one, other], [one])).toMatchObject({ half: alike });
		const folders = (path: string) => path.split('/').slice(0, -1);
		expect(first([one, other], [one, other, ...folders(one), ...folders(other)])).toBeUndefined();
	});

	it.each([[['a', 'a/b']], [['a/b', 'a']], [['a', 'a']], [['a/b/c', 'x', 'a/b']]])(
		'where one of them cannot be below or beside the other: %j',
		(paths) => {
			expect(first(paths)).toEqual({ path: paths.at(-1), half: sameName });
			expect(first(paths, paths)).toEqual({ path: paths.at(-1), half: sameName });
		},
	);

	it('though the base has two folders of the same name, when a third comes', () => {
		const old = ['A', 'a', 'A/x', 'a/y'];
		expect(first(['A/x', 'a/y', 'a/new'], old)).toBeUndefined();
		expect(first(['A/x', 'a/y', 'a/X'], old)).toMatchObject({ path: 'a/X', half: alike, other: 'A/x' });
	});

	it('and others do not', () => {
		expect(first(['a', 'b', 'c/a', 'c/b', 'ab', 'a.b', 'é', 'e', 'ı', 'i.', 'a b'])).toBeUndefined();
	});
});

describe('Folding a name', () => {
	const name = fc.string({ unit: 'grapheme', maxLength: 12 });

	it('again changes nothing more, and neither do its case and Unicode’s forms before it', () => {
		fc.assert(
			fc.property(name, (text) => {
				const folded = foldName(text);
				expect(foldName(folded)).toBe(folded);
				for (const form of ['NFC', 'NFD'] as const) expect(foldName(text.normalize(form))).toBe(folded);
				expect(foldName(text.toUpperCase())).toBe(folded);
			}),
			{ numRuns: 3_000 },
		);
	});

	it('makes one of each pair of Unicode’s simple case mappings', () => {
		const odd = [];
		for (let code = 0; code <= 0x1ffff; code += 1) {
			if (code >= 0xd800 && code <= 0xdfff) continue;
			const letter = String.fromCodePoint(code);
			if (foldName(letter.toUpperCase()) !== foldName(letter)) odd.push(letter);
		}
		expect(odd).toEqual([]);
	});
});
