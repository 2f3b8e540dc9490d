import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, mirrorOf } from './mirror-of.ts';
import { openProgram, readStaged, type WorkRoot, workRoot } from './work-folder-of.ts';

const files: Files = {
	'.gitignore': 'dist/\nnode_modules/\n*.log\n',
	'.gitattributes': '*.bat text eol=crlf\n*.id ident\n*.big filter=lfs diff=lfs\n* text=auto\n',
	'a.txt': 'one\n',
	'dist/kept.js': 'tracked, though ignored\n',
	'run.sh': { bytes: '#!/bin/sh\n', mode: '100755' },
	'w.bat': 'one\r\ntwo\n',
	'x.id': '$Id$\n',
	'x.big': 'version https://git-lfs.github.com/spec/v1\n',
	link: { link: 'a.txt' },
	'src/deep/ü.ts': 'ü\n',
};

async function opened(): Promise<WorkRoot & { readonly mirror: Awaited<ReturnType<typeof mirrorOf>> }> {
	const [mirror, work] = [await mirrorOf(files), await workRoot()];
	expect(await work.open(mirror, mirror.base)).toMatchObject({ branch: 'work', files: 10, conflicts: [] });
	return {
		...work,
		mirror,
		async [Symbol.asyncDispose]() {
			await mirror[Symbol.asyncDispose]();
			await work[Symbol.asyncDispose]();
		},
	};
}

const nothing = { end: true, ignored: [], ignoredMore: 0, submodules: [], left: [], leftMore: 0 };

test('what nobody has touched comes back as the base has it, whatever attributes say', async () => {
	await using work = await opened();
	expect(work.run('git', 'status', '--porcelain')).toBe('');
	const tree = await work.stage();
	expect(readStaged(tree).end).toEqual(nothing);
	expect(await work.mirror.take(tree)).toMatchObject({ commit: work.mirror.base, changes: [] });
});

test('what was written comes back as one commit; what .gitignore excludes does not, but for files of the base', async () => {
	await using work = await opened();
	await work.write({ 'a.txt': 'two\n', 'new/b.txt': 'b\n', 'dist/kept.js': 'changed\n', 'dist/made.js': 'made\n' });
	await work.write({ 'node_modules/x/index.js': 'x', 'debug.log': 'x', '.agent-1/base': 'x', 'w.bat': 'one\r\n' });
	await chmod(join(work.root, 'app/new/b.txt'), 0o700);
	await rm(join(work.root, 'app/x.id'));
	const tree = await work.stage();
	expect(readStaged(tree).end).toEqual({ ...nothing, ignored: ['debug.log', 'dist/made.js', 'node_modules/'] });
	const taken = await work.mirror.take(tree);
	expect(taken).toMatchObject({
		changes: [
			{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 },
			{ path: 'dist/kept.js', kind: 'changed', added: 1, removed: 1 },
			{ path: 'new/b.txt', kind: 'created', added: 1, removed: 0 },
			{ path: 'w.bat', kind: 'changed', added: 0, removed: 1 },
			{ path: 'x.id', kind: 'deleted', added: 0, removed: 1 },
		],
		ignored: ['debug.log', 'dist/made.js', 'node_modules/'],
	});
});

test('commits, branches, a staged index and another .git make no difference', async () => {
	await using work = await opened();
	await work.write({ 'a.txt': 'two\n' });
	const before = await work.stage();
	work.run('git', 'checkout', '-q', '-b', 'other');
	work.run('git', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qam', 'mine');
	work.run('git', 'rm', '-q', '--cached', 'run.sh', 'dist/kept.js');
	expect(await work.stage()).toEqual(before);
	await rm(join(work.root, 'app/.git'), { recursive: true });
	expect(await work.stage()).toEqual(before);
	await writeFile(join(work.root, 'app/.git'), 'gitdir: /nonexistent\n');
	expect(await work.stage()).toEqual(before);
});

test('nothing that .git says is run or believed', async () => {
	await using work = await opened();
	await work.write({ 'a.txt': 'two\n', 'evil.sh': '#!/bin/sh\ntouch ../ran\n' });
	const before = await work.stage();
	await chmod(join(work.root, 'app/evil.sh'), 0o755);
	for (const key of ['core.fsmonitor', 'filter.lfs.clean', 'filter.lfs.process', 'core.sshCommand', 'alias.ls-files'])
		work.run('git', 'config', key, './evil.sh');
	work.run('git', 'config', 'core.excludesFile', '/dev/stdin');
	await writeFile(join(work.root, 'app/.git/info/exclude'), '*\n');
	expect(readStaged(await work.stage()).files).toEqual({
		...readStaged(before).files,
		'evil.sh': '100755 #!/bin/sh\ntouch ../ran\n',
	});
	expect(() => work.run('ls', '../ran')).toThrow();
});

test('what is no file, and repositories within, are left out and named', async () => {
	await using work = await opened();
	const app = join(work.root, 'app');
	work.run('mkfifo', 'src/pipe', 'src/deep/pipe');
	await rm(join(app, 'a.txt'));
	work.run('mkfifo', 'a.txt');
	await mkdir(join(app, 'inner'));
	work.run('git', 'init', '-q', 'inner');
	await work.write({ 'inner/x': 'x', 'src/.git': 'gitdir: ../..\n', 'src/new': 'new\n' });
	await writeFile(Buffer.concat([Buffer.from(`${app}/b`), Buffer.of(0xff)]), 'x');
	const { files: found, end } = readStaged(await work.stage());
	expect(end).toMatchObject({
		left: [
			{ path: 'a.txt', why: 'is a pipe' },
			{ path: 'b\ufffd', why: 'has a name that is no text' },
			{ path: 'inner/', why: 'is a repository of its own' },
			{ path: 'src/.git', why: 'belongs to a repository of its own' },
			{ path: 'src/pipe', why: 'is a pipe' },
			{ path: 'src/deep/pipe', why: 'is a pipe' },
		],
	});
	expect(Object.keys(found)).toContain('src/new');
	expect(Object.keys(found)).not.toContain('inner/x');
});

test('files of the base in a folder that has become a repository of its own are not lost', async () => {
	await using work = await opened();
	work.run('git', 'init', '-q', 'src');
	await work.write({ 'src/deep/ü.ts': 'changed\n' });
	expect(readStaged(await work.stage()).files).toMatchObject({ 'src/deep/ü.ts': '100644 changed\n' });
});

test('links are told as links, and a link in a folder’s place hides what was below', async () => {
	await using work = await opened();
	const app = join(work.root, 'app');
	await rename(join(app, 'src'), join(work.root, 'elsewhere'));
	await symlink('../elsewhere', join(app, 'src'));
	await symlink('/etc', join(app, 'etc'));
	const { files: found } = readStaged(await work.stage());
	expect(found).toMatchObject({ src: '120000 ../elsewhere', etc: '120000 /etc', link: '120000 a.txt' });
	expect(Object.keys(found)).not.toContain('src/deep/ü.ts');
});

test('submodules are named, and nothing of them is told', async () => {
	await using work = await opened();
	const base = join(work.root, '.threadsmith/app.base');
	const list = work.run('cat', base);
	await writeFile(base, `${list}160000 commit ${'1'.repeat(40)}\tlib\0`);
	await work.write({ 'lib/x': 'x' });
	const { files: found, end } = readStaged(await work.stage());
	expect(end).toMatchObject({ submodules: ['lib'] });
	expect(Object.keys(found).filter((path) => path.startsWith('lib'))).toEqual([]);
});

test('too much, too large, and a folder of which nothing is known are told in one line', async () => {
	await using work = await opened();
	await work.write({ large: Buffer.alloc(2_000_000) });
	const says = async (most: object) => readStaged(await work.stage({ most })).end;
	expect(await says({ files: 5 })).toEqual({ problem: 'it is more than 5 files' });
	expect(await says({ bytes: 1_000_000 })).toEqual({ problem: 'it is more than 200000 files or 1 MB' });
	expect(await says({ file: 1_000_000 })).toMatchObject({ left: [{ path: 'large', why: 'is larger than 1 MB' }] });
	expect(await says({ seconds: 0.000_001 })).toEqual({ problem: 'git took too long' });
	expect(await says({ files: 'x' })).toEqual({ problem: 'it is in a form that is not understood' });
	await rm(join(work.root, '.threadsmith'), { recursive: true });
	expect(await says({})).toEqual({ problem: 'what is known of its base is gone: open the repository anew' });
	await rm(join(work.root, 'app'), { recursive: true });
	expect(await says({})).toMatchObject({ problem: expect.any(String) });
});

test('a large file goes through in pieces', async () => {
	await using work = await opened();
	const large = Buffer.alloc(20_000_000, 'large');
	await work.write({ large });
	const taken = await work.mirror.take(await work.stage());
	expect(taken).toMatchObject({ kind: 'committed', changes: [{ path: 'large', kind: 'created' }] });
	if (taken.kind === 'committed')
		expect(work.mirror.git(['cat-file', '-s', `${taken.commit}:large`])).toBe('20000000\n');
});

test('a file that is changed while it is read makes the whole of it a refusal', async () => {
	await using work = await opened();
	await work.write({ large: Buffer.alloc(20_000_000, 'large') });
	await using program = openProgram('stage_tree', { root: join(work.root, 'app') });
	program.stream.end();
	const printed = program.stream[Symbol.asyncIterator]();
	const chunks: Buffer[] = [];
	// Whoever reads no further holds the program up, within a file that no pipe has room for.
	for (let size = 0; size < 1_000_000; size += chunks.at(-1)?.length ?? 0) chunks.push((await printed.next()).value);
	await writeFile(join(work.root, 'app/large'), 'short');
	for await (const chunk of { [Symbol.asyncIterator]: () => printed }) chunks.push(chunk);
	expect(await work.mirror.take(Buffer.concat(chunks))).toEqual({
		kind: 'refused',
		why: 'The folder was not taken as a commit: large was changed while it was read: wait until it is done.',
	});
});

test.each(['sha1', 'sha256'] as const)('what is as the base has it is said without its bytes (%s)', async (format) => {
	const large = 'large'.repeat(2_000_000);
	await using mirror = await mirrorOf({ ...files, large, 'large too': large }, format);
	await using work = await workRoot();
	await work.open(mirror, mirror.base);
	const whole = await work.stage({ same: true });
	expect(whole.length).toBeLessThan(2_000);
	expect(await mirror.take(whole)).toMatchObject({ commit: mirror.base, changes: [] });
	await work.write({ 'a.txt': 'two\n', 'large too': large.replace('large', 'lArge') });
	await chmod(join(work.root, 'app/w.bat'), 0o755);
	const staged = await work.stage({ same: true });
	const taken = await mirror.take(staged);
	expect(taken).toMatchObject({ changes: ['a.txt', 'large too', 'w.bat'].map((path) => ({ path, kind: 'changed' })) });
	expect(taken).toEqual(await mirror.take(await work.stage()));
	expect(staged.length).toBeLessThan(large.length + 2_000);
});
