import { expect, it } from 'vitest';
import { treeLimits } from '../../../src/git/tree/limits.ts';
import { takeTree } from '../../../src/git/tree/take-tree.ts';
import { type Files, type Given, mirrorOf, noScan, pieces, treeOf } from './mirror-of.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
const files: Files = {
	'README.md': 'one\n',
	'src/a.ts': 'a\n',
	'src/odd.txt': 'odd\n',
	'big.bin': pointer,
	link: { link: 'src/a.ts' },
	'old/way': { link: '../src/deep/../a.ts' },
};
const all: readonly (readonly [string, Given])[] = Object.entries(files);
const link = (target: string): Given => ({ link: target });
const with_ = (...more: readonly (readonly [string, Given])[]) => treeOf([...all, ...more]);
const without = (name: string, ...more: readonly (readonly [string, Given])[]) =>
	treeOf([...all.filter(([path]) => path !== name), ...more]);
const gitmodules = (lines: string) => `[submodule "x"]\n\t${lines}\n`;

/** Each is a tree, and why it is not taken. */
const trees: readonly (readonly [what: string, tree: Buffer, why: string])[] = [
	[
		'a hook of .git',
		with_(['.git/hooks/post-checkout', 'evil']),
		'".git/hooks/post-checkout" has a name that git keeps for itself',
	],
	[
		'a .git file below (CVE-2022-24765, a repository where none is looked for)',
		with_(['sub/.git', 'gitdir: /etc']),
		'"sub/.git" has a name that git keeps for itself',
	],
	['a way out', with_(['../../evil', 'x']), '"../../evil" has a path that leads elsewhere'],
	[
		'a link out (CVE-2023-25652 writes through one)',
		with_(['evil', link('/etc')]),
		'"evil" is a link that leads out of the folder',
	],
	['a link out of a folder', with_(['src/evil', link('../../x')]), '"src/evil" is a link that leads out of the folder'],
	[
		'a file behind a link',
		with_(['to', link('src')], ['to/evil', 'x']),
		'"to/evil" cannot stand beside a file or folder of the same name',
	],
	[
		'a file behind a link that comes later',
		with_(['to/evil', 'x'], ['to', link('src')]),
		'"to" cannot stand beside a file or folder of the same name',
	],
	[
		'a link beside a folder in another case (CVE-2021-21300, CVE-2024-32002)',
		with_(['A/modules/x', 'x'], ['a', link('src')]),
		'"a" has a name that some systems cannot tell from "A"',
	],
	[
		'a link through a link, and up',
		with_(['src/up', link('..')], ['evil', link('src/up/../x')]),
		'"evil" is a link that leads through another link',
	],
	[
		'an old link that a new one on its way would turn',
		without('src/odd.txt', ['src/deep', link('.')]),
		'"old/way" is a link that leads through another link',
	],
	[
		'.gitmodules as a link (CVE-2018-11235)',
		with_(['.gitmodules', link('README.md')]),
		'".gitmodules" is a link in the place of .gitmodules',
	],
	[
		'.gitattributes as a link',
		with_(['src/.gitattributes', link('a.ts')]),
		'"src/.gitattributes" is a link in the place of .gitattributes',
	],
	['two cases', with_(['readme.MD', 'x']), '"readme.MD" has a name that some systems cannot tell from "README.md"'],
	[
		'two forms of Unicode',
		with_(['caf\u00e9', 'x'], ['cafe\u0301', 'y']),
		'"cafe\u0301" has a name that some systems cannot tell from "caf\u00e9"',
	],
	['a file twice', with_(['src/a.ts', 'other']), '"src/a.ts" comes twice'],
	['a file that is a folder', with_(['src', 'x']), '"src" cannot stand beside a file or folder of the same name'],
	['a device of Windows', with_(['src/aux.ts', 'x']), '"src/aux.ts" has a name that is a device on Windows'],
	[
		'a name that people cannot see',
		with_(['a\u202etxt.exe', 'x']),
		'"a\\u202etxt.exe" has invisible characters in its name',
	],
	[
		'a carriage return at its end (CVE-2025-48384)',
		with_(['sub\r', 'x']),
		'"sub\\r" has control characters in its name',
	],
	[
		'a pointer of LFS that was changed',
		without('big.bin', ['big.bin', pointer.replace('12345', '1')]),
		'"big.bin" is kept by LFS, and cannot be changed from here',
	],
	[
		'a pointer of LFS whose file was put in its place',
		without('big.bin', ['big.bin', { bytes: Buffer.of(0, 1, 2) }]),
		'"big.bin" is kept by LFS, and cannot be changed from here',
	],
	['no end', with_().subarray(0, -20), 'it broke off before its end'],
	['more behind its end', Buffer.concat([with_(), Buffer.from('x')]), 'there is more after its end'],
	['a problem of its own', Buffer.from('{"problem":"it took too long"}\n'), 'it took too long'],
];

it('A file that is not what the base has there, though that is said of it, is refused', async () => {
	await using mirror = await mirrorOf(files);
	const before = await mirror.snapshot();
	const idOf = (path: string) => mirror.git(['rev-parse', `${mirror.base}:${path}`]).trim();
	const sames = [
		['src/a.ts', idOf('README.md')],
		['src/new.ts', idOf('src/a.ts')],
		['link', idOf('link')],
		['src', idOf('src')],
		['src/a.ts', '0'.repeat(40)],
	] as const;
	for (const [path, same] of sames) {
		const tree = Buffer.concat([Buffer.from(`${JSON.stringify({ path, same })}\n`), treeOf({})]);
		const why = `The folder was not taken as a commit: "${path}" is not what its base has: open the repository anew.`;
		expect(await mirror.take(tree)).toEqual({ kind: 'refused', why });
		expect(await mirror.snapshot()).toEqual(before);
	}
	const twice = Buffer.from(`${JSON.stringify({ path: 'src/a.ts', same: idOf('src/a.ts') })}\n`);
	expect(await mirror.take(Buffer.concat([twice, treeOf(files)]))).toMatchObject({
		why: 'The folder was not taken as a commit: "src/a.ts" comes twice.',
	});
});

it('A tree is refused, in one sentence, and leaves nothing in the mirror', async () => {
	await using mirror = await mirrorOf(files);
	const before = await mirror.snapshot();
	for (const [what, tree, why] of trees) {
		const taken = await mirror.take(tree);
		expect(taken, what).toEqual({ kind: 'refused', why: `The folder was not taken as a commit: ${why}.` });
		expect(await mirror.snapshot(), what).toEqual(before);
	}
});

/** Git itself finds fault with these, after all rules of ours. */
const faulty: readonly (readonly [what: string, tree: Buffer, why: RegExp])[] = [
	[
		'an address that is an option (CVE-2018-17456)',
		with_(['.gitmodules', gitmodules('path = x\n\turl = -u./evil')]),
		/gitmodulesUrl/,
	],
	[
		'a path that is an option (CVE-2018-17456)',
		with_(['.gitmodules', gitmodules('path = -x\n\turl = https://example.org/x')]),
		/gitmodulesPath/,
	],
	[
		'a name that leads out (CVE-2018-11235)',
		with_(['.gitmodules', '[submodule "../../x"]\n\tpath = x\n\turl = https://example.org/x\n']),
		/gitmodulesName/,
	],
	[
		'an update that is a command (CVE-2019-19604)',
		with_(['.gitmodules', gitmodules('path = x\n\turl = https://example.org/x\n\tupdate = !evil')]),
		/gitmodulesUpdate/,
	],
	[
		'a line of attributes of a megabyte (CVE-2022-23521)',
		with_(['.gitattributes', `* ${'a'.repeat(1_000_000)}\n`]),
		/gitattributesLineLength/,
	],
];

it('What git finds fault with is refused, in one sentence, and leaves nothing in the mirror', async () => {
	await using mirror = await mirrorOf(files);
	const before = await mirror.snapshot();
	for (const [what, tree, why] of faulty) {
		const taken = await mirror.take(tree);
		expect(taken, what).toEqual({ kind: 'refused', why: expect.stringMatching(why) });
		expect(taken.kind === 'refused' ? taken.why : '', what).toMatch(
			/^The folder was not taken as a commit: git index-pack finds fault with it: [^\n]{1,300}\.$/,
		);
		expect(await mirror.snapshot(), what).toEqual(before);
	}
});

it('A tree that is too large is refused before it has all come', async () => {
	await using mirror = await mirrorOf(files);
	const before = await mirror.snapshot();
	const endless = async function* () {
		for (let at = 0; ; at += 1) yield treeOf({ [`n/${at}`]: 'x' }).subarray(0, -13);
	};
	const huge = async function* () {
		yield Buffer.from('{"path":"a","mode":"100644","size":1000000000000}\n');
		for (;;) yield Buffer.alloc(65_536);
	};
	for (const [limits, tree, why] of [
		[{ files: 100 }, endless(), 'it has more than 100 files'],
		[{ bytes: 100 }, endless(), 'it is larger than 100 bytes'],
		[{}, huge(), '"a" is larger than 100 MB'],
		[{ files: 3 }, pieces(with_()), 'its base has more than 3 files'],
		[{ links: 1 }, pieces(with_(['k', link('a')], ['l', link('a')])), 'it has more than 1 new links'],
	] as const) {
		const taken = await mirror.take(tree, { limits: { ...treeLimits, ...limits } });
		expect(taken).toEqual({ kind: 'refused', why: `The folder was not taken as a commit: ${why}.` });
		expect(await mirror.snapshot()).toEqual(before);
	}
});

it('A message that git cannot hold is refused', async () => {
	await using mirror = await mirrorOf(files);
	for (const message of ['a\0b', 'x'.repeat(65_537)])
		expect(await mirror.take(with_(), { message })).toEqual({
			kind: 'refused',
			why: 'The folder was not taken as a commit: its message cannot be one.',
		});
});

it('A base that the mirror keeps no longer is a sentence', async () => {
	await using mirror = await mirrorOf(files);
	expect(await mirror.take(with_(), { base: 'b'.repeat(40) })).toEqual({
		kind: 'refused',
		why: 'The folder was not taken as a commit: the commit that it was made of is not kept here any more: open the repository again.',
	});
});

it('Calling it off while a tree comes rejects with the reason, and leaves nothing in the mirror', async () => {
	await using mirror = await mirrorOf(files);
	const before = await mirror.snapshot();
	const off = new AbortController();
	const hanging = async function* () {
		yield with_().subarray(0, 100);
		off.abort(new Error('Called off'));
		await new Promise(() => {});
	};
	const order = {
		dir: mirror.dir,
		base: mirror.base,
		name: 's/1',
		tree: hanging(),
		message: 'x',
		date: 1,
		protectedGlobs: [],
	};
	await expect(takeTree(order, { git: mirror.runner, scan: noScan }, { signal: off.signal })).rejects.toThrow(
		'Called off',
	);
	expect(await mirror.snapshot()).toEqual(before);
});
