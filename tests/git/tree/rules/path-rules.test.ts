import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathProblem } from '../../../../src/git/tree/rules/path-rules.ts';

const git = 'has a name that git keeps for itself';
const windows = 'has characters in its name that Windows cannot hold';
const dropped = 'has a name that ends in a dot or a blank, which Windows drops';
const device = 'has a name that is a device on Windows';
const control = 'has control characters in its name';
const hidden = 'has invisible characters in its name';

describe('A path is refused, whether the base has it or not,', () => {
	it.each([
		['.git in another case (CVE-2014-9390)', '.GIT/config', git],
		['.git below a folder', 'a/b/.gIt/hooks/post-checkout', git],
		['.git with a character that HFS+ does not see (CVE-2014-9390)', '.g\u200cit/config', git],
		['.git with a mark of byte order, which HFS+ does not see', '.git\ufeff/config', git],
		['.git with a soft hyphen', '.gi\u00adt/config', git],
		['.git in wide letters', '．ｇｉｔ/config', git],
		['NTFS’s short name of .git (CVE-2014-9390, CVE-2019-1353)', 'git~1/config', git],
		['another short name of .git', 'GIT~23/config', git],
		['.git with a stream of NTFS (CVE-2019-1352)', '.git::$INDEX_ALLOCATION/config', git],
		['a short name of .git with a stream', 'git~1:x', git],
		['.git with a dot that Windows drops (CVE-2014-9390)', '.git./config', git],
		['.git with blanks that Windows drops', '.git  . /config', git],
		['.git behind a backslash (CVE-2019-1354)', 'a\\.git\\config', git],
		['.git as a file, which leads git elsewhere', 'sub/.git', git],
		['an absolute path', '/etc/passwd', 'has an absolute path'],
		['a way up', '../x', 'has a path that leads elsewhere'],
		['a way up within', 'a/../../x', 'has a path that leads elsewhere'],
		['a dot', 'a/./x', 'has a path that leads elsewhere'],
		['an empty part', 'a//x', 'has a path with an empty part'],
		['an end that is none', 'a/', 'has a path with an empty part'],
		['nothing', '', 'has a path with an empty part'],
		['a NUL', 'a\0b', control],
		['a line’s end', 'a\nb', control],
		['a carriage return at its end (CVE-2025-48384)', 'sub\r', control],
		['an escape', 'a\u001b[31m', control],
		['half a character', 'a\ud800', 'has a name that is no text'],
		['more than any system holds', 'a/'.repeat(3_000), 'has a name that is too long'],
	])('for %s', (_what, path, problem) => {
		expect(pathProblem(path, true)).toBe(problem);
		expect(pathProblem(path, false)).toBe(problem);
	});
});

describe('A new path is refused, and one that the base has is not,', () => {
	it.each<readonly [what: string, path: string, problem: string]>([
		...['con', 'NUL', 'aux.c', 'Com1.txt', 'lpt9', 'prn .x', 'COM¹', 'CONIN$', 'a/nul/b'].map(
			(path) => ['a device of Windows', path, device] as const,
		),
		...['a:b', 'x?', 'a*b', 'a"b', '<a>', 'a|b', 'a\\b'].map((path) => ['a character', path, windows] as const),
		...['a.', 'a ', 'dir./x', 'dir /x', '...'].map((path) => ['what Windows drops', path, dropped] as const),
		['a mark of direction', 'exe\u202ecod.js', hidden],
		['a blank without width', 'a\u200bb', hidden],
		['a part of 256 bytes', 'é'.repeat(128), 'has a name that is too long for some systems'],
		['a path of 1,001 bytes', `${'abcdefghi/'.repeat(100)}x`, 'has a name that is too long for some systems'],
		['51 parts', `${'d/'.repeat(50)}x`, 'is nested too deeply'],
		['.gitmodules in another case', '.GitModules', 'has a name that some systems take for .gitmodules'],
		['NTFS’s short name of .gitmodules', 'gitmod~1', 'has a name that some systems take for .gitmodules'],
		['NTFS’s hashed name of .gitattributes', 'gi7d29~1', 'has a name that some systems take for .gitattributes'],
		['NTFS’s hashed name of .gitignore', 'GI250A~1', 'has a name that some systems take for .gitignore'],
		['NTFS’s short name of .mailmap', 'a/MAILMA~1', 'has a name that some systems take for .mailmap'],
	])('for %s: %s', (_what, path, problem) => {
		expect(pathProblem(path, false)).toBe(problem);
		expect(pathProblem(path, true)).toBeUndefined();
	});

	it.each([
		...[
			'a',
			'.gitignore',
			'.gitmodules',
			'sub/.gitattributes',
			'.mailmap',
			'.github/workflows/x.yml',
			'.gitlab-ci.yml',
		],
		...[
			'gitk',
			'git',
			'git~',
			'digit~1',
			'console.log',
			'com10',
			'lpt',
			'nullable.ts',
			'a b',
			'-rf',
			'--',
			'漢字.md',
			'e\u0301',
		],
		...['👨‍👩‍👧.png', '...a', 'é'.repeat(127), '[id].tsx', '(a)', '@x', '$', '%41', '#', ';', '~', 'a~1'],
	])('but not for %s', (path) => {
		expect(pathProblem(path, false)).toBeUndefined();
	});
});

const dotGit = fc
	.tuple(
		fc.constantFrom('.git', '.GIT', '.Git', 'git~1', 'GIT~1'),
		fc.array(fc.tuple(fc.nat(10), fc.constantFrom('\u200c', '\u200d', '\u200e', '\u202a', '\u206a', '\ufeff')), {
			maxLength: 4,
		}),
		fc.constantFrom('', '.', ' ', ' . .', ':x', '::$INDEX_ALLOCATION', '. :a'),
	)
	.map(([name, marks, tail]) => {
		const dressed = marks.reduce<string>((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), name);
		return dressed + tail;
	});

describe('No path that git would take for its own', () => {
	it('passes in any disguise, at any depth', () => {
		fc.assert(
			fc.property(
				dotGit,
				fc.array(fc.constantFrom('a', 'b c', '漢'), { maxLength: 3 }),
				fc.boolean(),
				(name, above, old) => {
					expect(pathProblem([...above, name, 'config'].join('/'), old)).toBe(git);
					expect(pathProblem([...above, name].join('/'), old)).toBe(git);
				},
			),
		);
	});

	it('and any text at all gets an answer, without a failure', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (path, old) => {
				const problem = pathProblem(path, old);
				if (problem === undefined)
					expect(path.split('/').some((part) => ['', '.', '..'].includes(part) || /\p{Cc}/u.test(part))).toBe(false);
			}),
			{ numRuns: 2_000 },
		);
	});
});
