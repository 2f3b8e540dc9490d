import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Committed, Finding } from '../../../src/git/git.ts';
import { scanFile } from '../../../src/git/scan/scan-file.ts';
import { treeLimits } from '../../../src/git/tree/limits.ts';
import type { TreeScan } from '../../../src/git/tree/scan.ts';
import { type Files, type Mirror, mirrorOf, noScan, treeOf } from './mirror-of.ts';

async function committed(taken: ReturnType<Mirror['take']>): Promise<Committed> {
	const found = await taken;
	if (found.kind === 'refused') throw new Error(found.why);
	return found;
}

/** Attributes by which git would run programs, hide what is changed, or write other bytes than it was given. */
const hostile = [
	'* diff=evil -diff filter=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16 export-subst',
	'* -diff',
	'[attr]binary -diff -merge -text',
	'*.ts binary',
	'* linguist-generated whitespace=trailing-space',
].join('\n');

const files: Files = { 'a.ts': 'one\ntwo\n', 'b.ts': '$Id$ $Format:%H$\n' };

test('attributes of a tree and its base change nothing of what is committed and told', async () => {
	const changed: Files = { 'a.ts': 'one\n2\r\n', 'b.ts': '$Id$ $Format:%H$\nmore\n' };
	const plainly = await (async () => {
		await using mirror = await mirrorOf(files);
		return await committed(mirror.take(treeOf(changed)));
	})();
	for (const [base, tree] of [
		[{ ...files, '.gitattributes': hostile }, changed],
		[
			{ ...files, '.gitattributes': hostile },
			{ ...changed, '.gitattributes': hostile },
		],
		[files, { ...changed, '.gitattributes': hostile, 'sub/.gitattributes': hostile }],
	] satisfies [Files, Files][]) {
		await using mirror = await mirrorOf(base);
		const { commit, diff, changes } = await committed(mirror.take(treeOf(tree)));
		expect(mirror.filesOf(commit)).toEqual(Object.fromEntries(Object.entries(tree)));
		expect(diff).toContain(plainly.diff);
		for (const change of plainly.changes) expect(changes).toContainEqual(change);
	}
});

test('nothing that lies in a mirror makes git run a program or read other attributes', async () => {
	await using mirror = await mirrorOf({ ...files, '.gitattributes': '* diff=evil filter=evil\n' });
	const proof = join(mirror.dir, '../ran');
	const program = join(mirror.dir, '../evil');
	await writeFile(program, `#!/bin/sh\necho "$0 $*" >>${proof}\n`);
	await chmod(program, 0o755);
	await mkdir(join(mirror.dir, 'hooks'));
	await mkdir(join(mirror.dir, 'info'), { recursive: true });
	await writeFile(join(mirror.dir, 'info/attributes'), '* -diff diff=evil\n');
	for (const name of ['reference-transaction', 'post-index-change', 'pre-commit', 'post-commit'])
		await symlink(program, join(mirror.dir, 'hooks', name));
	const keys = ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean', 'core.fsmonitor'];
	for (const key of [...keys, 'core.pager', 'core.alternateRefsCommand']) mirror.git(['config', key, program]);
	const { diff } = await committed(mirror.take(treeOf({ ...files, 'a.ts': 'one\n2\n' })));
	expect(diff).toContain('-two\n+2\n');
	await expect(readFile(proof)).rejects.toThrow('ENOENT');
});

/** Finds the word in lines that are new. */
const wordScan: TreeScan = {
	scanFile: (path, text, isAdded) =>
		text.split('\n').flatMap((line, at): Finding[] => {
			if (!line.includes('SECRET') || !isAdded(at + 1)) return [];
			return [{ severity: 'blocks', path, line: at + 1, why: 'holds the word' }];
		}),
	protectedFindings: (changes, globs) =>
		changes
			.filter(({ path }) => globs.includes(path))
			.map(({ path }): Finding => ({ severity: 'admin', path, why: 'is protected' })),
	binaryFinding: (path, size) => ({ severity: 'tells', path, why: `is no text, of ${size} bytes` }),
};

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`);

test('what is looked for is found in new lines alone, by the numbers of the file', async () => {
	const old = lines(2_000);
	old[10] = 'an old SECRET\n';
	await using mirror = await mirrorOf({ a: old.join(''), gone: 'SECRET\n', bin: { bytes: Buffer.of(0, 1) } });
	const changed = [...old];
	changed[11] = 'a new SECRET\n';
	changed.splice(1_500, 0, '++ SECRET\n', '@@ -1,1 +1,1 @@ SECRET\n', 'diff --git a/x b/x SECRET\n');
	const tree = {
		a: changed.join(''),
		bin: { bytes: Buffer.of(0, 1, 2) },
		new: '\r\n\r\nSECRET',
		l: { link: 'SECRET' },
	};
	const { findings } = await committed(
		mirror.take(treeOf(tree), { protectedGlobs: ['gone', 'new', 'nowhere'] }, wordScan),
	);
	expect(findings).toEqual([
		...[12, 1_501, 1_502, 1_503].map((line) => ({ severity: 'blocks', path: 'a', line, why: 'holds the word' })),
		{ severity: 'blocks', path: 'l', line: 1, why: 'holds the word' },
		{ severity: 'blocks', path: 'new', line: 3, why: 'holds the word' },
		{ severity: 'admin', path: 'gone', why: 'is protected' },
		{ severity: 'admin', path: 'new', why: 'is protected' },
		{ severity: 'tells', path: 'bin', why: 'is no text, of 3 bytes' },
	]);
});

test('a secret is found in a file that a zero byte makes none of text, and in one of UTF-16', async () => {
	const key = 'key = "AKIAQ3EHZ7LTW5XKMB2D"\n';
	const utf16 = Buffer.from(`\ufeff${key}`, 'utf16le');
	const old = Buffer.from(`\0${key}`);
	const large = Buffer.concat([Buffer.alloc(1_048_577), Buffer.from(key)]);
	await using mirror = await mirrorOf({
		'old.db': { bytes: old },
		'gone.db': { bytes: old },
		'same.db': { bytes: old },
	});
	const tree: Files = {
		'large.db': { bytes: large },
		'old.db': { bytes: Buffer.concat([old, old]) },
		'be.reg': { bytes: Buffer.from(utf16).swap16() },
		'harmless.bin': { bytes: Buffer.from('\0password = "hR4x9Qz81LmKp2Wv"\n') },
		'le.reg': { bytes: utf16 },
		'same.db': { bytes: old },
		'zero.ts': { bytes: Buffer.from(`a\0${key}`) },
	};
	const { findings } = await committed(mirror.take(treeOf(tree), {}, { ...noScan, scanFile }));
	const why = 'looks like an access key of AWS';
	expect(findings).toEqual([
		...['be.reg', 'le.reg', 'zero.ts'].map((path) => ({ severity: 'blocks', path, why })),
		{ severity: 'admin', path: 'old.db', why },
	]);
});

test('the marks of a conflict that was not settled are told', async () => {
	await using mirror = await mirrorOf({ a: 'a\n', b: '<<<<<<< HEAD\n' });
	const tree = treeOf({ a: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> 1234\n', b: '<<<<<<< HEAD\nx <<<<<<< y\n' });
	const { findings } = await committed(mirror.take(tree));
	const why = 'has the mark of a conflict that was not settled';
	expect(findings).toEqual([1, 5].map((line) => ({ severity: 'tells', path: 'a', line, why })));
});

test('a carriage return hides no new line, and moves no number', async () => {
	// As a scan does that takes each of these for a line's end.
	const scanFile: TreeScan['scanFile'] = (path, text, isAdded) =>
		wordScan.scanFile(path, text.replaceAll(/\r\n?/g, '\n'), isAdded);
	const old = 'one\rtwo\r\nthree\r\r\n';
	await using mirror = await mirrorOf({ a: `${old}SECRET\n` });
	const { findings } = await committed(
		mirror.take(treeOf({ a: `${old}SECRET\nx\rSECRET\ry\r\n` }), {}, { ...wordScan, scanFile }),
	);
	expect(findings).toEqual([{ severity: 'blocks', path: 'a', line: 4, why: 'holds the word' }]);
});

test('a file that is found by its name is found though no line of it is seen', async () => {
	const scanFile: TreeScan['scanFile'] = (path) =>
		path.endsWith('.p12') ? [{ severity: 'blocks', path, why: 'is a key' }] : [];
	await using mirror = await mirrorOf({ 'old.p12': { bytes: Buffer.of(0) }, 'gone.p12': { bytes: Buffer.of(0) } });
	const tree: Files = { 'old.p12': { bytes: Buffer.of(0, 1) }, 'new.p12': { bytes: Buffer.of(0) }, 'empty.p12': '' };
	const { findings } = await committed(mirror.take(treeOf(tree), {}, { ...noScan, scanFile }));
	expect(findings.map(({ path }) => path)).toEqual(['empty.p12', 'new.p12', 'old.p12']);
});

test('what is looked for is found wherever it stands in a large file, in a long line too, and in all that is not shown', async () => {
	await using mirror = await mirrorOf({ a: 'a\n' });
	const long = `${'x'.repeat(65_534)}SECRET${'y'.repeat(3_000_000)}SECRET\n`;
	const many = `${'a short line\n'.repeat(300_000)}SECRET\n`;
	const limits = { ...treeLimits, diff: 1_000_000 };
	const tree = treeOf({ a: 'a\n', long, many });
	const { findings, diff, cut } = await committed(mirror.take(tree, { limits }, wordScan));
	expect(findings).toEqual([
		{ severity: 'blocks', path: 'long', line: 1, why: 'holds the word' },
		{ severity: 'blocks', path: 'many', line: 300_001, why: 'holds the word' },
	]);
	expect(diff).toBe(
		'"long" has changed (+1 −0): too much to show\n"many" has changed (+300001 −0): too much to show\n',
	);
	expect(cut?.map(({ path, characters }) => [path, Math.round(characters / 1e6)])).toEqual([
		['many', 4],
		['long', 3],
	]);
});

test('where submodules come from needs an admin’s yes, and what was left out is told', async () => {
	await using mirror = await mirrorOf(files);
	const gitmodules = '[submodule "x"]\n\tpath = x\n\turl = https://example.org/x\n';
	const end = { left: [{ path: 'p', why: 'is a pipe' }], leftMore: 2 };
	const { findings } = await committed(mirror.take(treeOf({ ...files, '.gitmodules': gitmodules }, end)));
	expect(findings).toEqual([
		{ severity: 'admin', path: '.gitmodules', why: 'says from where submodules are fetched' },
		{ severity: 'tells', path: 'p', why: 'was left out: is a pipe' },
		{ severity: 'tells', path: '.', why: '2 more files were left out' },
	]);
});

test('more findings than people can be told are cut, and none that blocks for one that tells', async () => {
	const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}`, { bytes: Buffer.of(0) }]));
	await using mirror = await mirrorOf(files);
	const tree = treeOf({ ...files, ...many, zz: 'SECRET\n' });
	const { findings } = await committed(mirror.take(tree, {}, wordScan));
	expect(findings).toHaveLength(300);
	expect(findings[0]).toMatchObject({ severity: 'blocks', path: 'zz' });
});

test('a diff is harmless text: nothing in it acts on a terminal, hides, or makes a line of its own', async () => {
	await using mirror = await mirrorOf({ a: 'a\n' });
	const text = 'a\r+++ b/evil\r\n\u001b[31m\u202eevil\u200b';
	const { diff } = await committed(mirror.take(treeOf({ a: text, 'ü x.txt': 'ü\n' })));
	expect(diff).toContain('diff --git a/ü x.txt b/ü x.txt\n');
	expect(diff).toContain('+a\\r+++ b/evil\\r\n+\\x1b[31m\\u202eevil\\u200b\n\\ No newline at end of file\n');
	expect(diff).not.toMatch(/[\p{Cc}--[\t\n]]|\u202e/v);
});

test('a diff is cut between files, with a line for each that has no room', async () => {
	await using mirror = await mirrorOf({ a: 'a\n' });
	const some = Object.fromEntries(
		Array.from({ length: 30 }, (_, at) => [`f${10 + at}`, `${at}\n${'x'.repeat(49_999)}\n`]),
	);
	const tree = treeOf({ a: 'a\n', ...some, last: 'last\n' });
	const limits = { ...treeLimits, diff: 1_000_000 };
	const { diff, cut } = await committed(mirror.take(tree, { limits }, noScan));
	// Those whose number has two digits are the longest.
	expect(cut?.map(({ path }) => path)).toEqual(['f20', 'f21', 'f22', 'f23', 'f24']);
	expect(diff.length).toBeGreaterThan(900_000);
	expect(diff.length).toBeLessThanOrEqual(1_000_000);
	expect(diff.split('\ndiff --git ')).toHaveLength(20);
	expect(diff).toContain('"f35" has changed (+2 −0): too much to show\n');
	expect(diff).toContain('+last\n');
	const whole = await committed(mirror.take(tree));
	expect([whole.cut, whole.diff.length > 1_500_000, whole.diff.includes('too much to show')]).toEqual([
		undefined,
		true,
		false,
	]);
});
