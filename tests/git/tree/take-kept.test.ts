import { expect, test } from 'vitest';
import type { Committed } from '../../../src/git/git.ts';
import type { GitRunner } from '../../../src/git/host/run-git.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { type Files, type Mirror, mirrorOf, treeOf } from './mirror-of.ts';

const files: Files = { 'README.md': 'one\n', 'src/a.ts': 'a\n' };

async function committed(taken: ReturnType<Mirror['take']>): Promise<Committed> {
	const found = await taken;
	if (found.kind === 'refused') throw new Error(found.why);
	return found;
}

test('the same tree on the same base at the same time is the same commit, in another mirror too', async () => {
	await using one = await mirrorOf(files);
	await using other = await mirrorOf(files);
	const tree = treeOf({ ...files, 'src/b.ts': 'b\n' });
	const first = await committed(one.take(tree));
	expect(await committed(one.take(tree))).toEqual(first);
	expect(await committed(other.take(tree, { name: 'another' }))).toEqual(first);
	expect((await committed(one.take(tree, { date: 1_700_000_001 }))).commit).not.toBe(first.commit);
	expect(one.git(['cat-file', '-t', first.commit])).toBe('commit\n');
});

test('the order in which files come makes no difference', async () => {
	await using mirror = await mirrorOf(files);
	const entries = Object.entries({ ...files, z: 'z', 'src/b/c': 'c', 'src.x': 'x' });
	const { commit } = await committed(mirror.take(treeOf(entries)));
	expect((await committed(mirror.take(treeOf(entries.toReversed())))).commit).toBe(commit);
});

test('a tree in which nothing is changed is the base, kept under its name', async () => {
	await using mirror = await mirrorOf(files);
	expect(await mirror.take(treeOf(files))).toEqual({
		kind: 'committed',
		commit: mirror.base,
		changes: [],
		diff: '',
		ignored: [],
		findings: [],
	});
	expect(mirror.git(['rev-parse', 'refs/threadsmith/s=2f1']).trim()).toBe(mirror.base);
});

test('an empty tree deletes all', async () => {
	await using mirror = await mirrorOf(files);
	const { commit, changes } = await committed(mirror.take(treeOf({})));
	expect(mirror.filesOf(commit)).toEqual({});
	expect(changes.map(({ kind }) => kind)).toEqual(['deleted', 'deleted']);
});

test('modes are kept and told, and a file may become a link, a folder, or the other way round', async () => {
	await using mirror = await mirrorOf({ ...files, run: 'x\n', l: { link: 'run' }, d: 'd\n' });
	const tree: Files = { ...files, run: { bytes: 'x\n', mode: '100755' }, l: 'a file\n', 'd/e': { link: '../run' } };
	const { commit, changes, diff } = await committed(mirror.take(treeOf(tree)));
	expect(changes).toEqual([
		{ path: 'd', kind: 'deleted', added: 0, removed: 1 },
		{ path: 'd/e', kind: 'created', added: 1, removed: 0 },
		{ path: 'l', kind: 'changed', added: 1, removed: 1 },
		{ path: 'run', kind: 'changed', added: 0, removed: 0 },
	]);
	expect(diff).toContain('old mode 100644\nnew mode 100755\n');
	expect(diff).toContain('deleted file mode 120000\n');
	expect(
		mirror
			.git(['ls-tree', '-r', commit])
			.split('\n')
			.map((line) => line.slice(0, 6)),
	).toEqual(['100644', '120000', '100644', '100755', '100644', '']);
});

test('submodules, and names that are no UTF-8, stay as the base has them', async () => {
	await using mirror = await mirrorOf(files);
	const listed = `160000 ${'1'.repeat(40)}\tlib/x\0`;
	const odd = Buffer.concat([
		Buffer.from(`100644 ${mirror.git(['rev-parse', `${mirror.base}:README.md`]).trim()}\tb`),
		Buffer.of(0xff),
		Buffer.from('\0'),
	]);
	mirror.git(['read-tree', mirror.base]);
	mirror.git(['update-index', '-z', '--index-info'], Buffer.concat([Buffer.from(listed), odd]));
	const tree = mirror.git(['write-tree']).trim();
	const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
	const base = mirror.git([...who, 'commit-tree', tree, '-p', mirror.base, '-m', 'more']).trim();
	const { commit, changes } = await committed(mirror.take(treeOf({ ...files, new: 'x\n' }), { base }));
	expect(changes).toEqual([{ path: 'new', kind: 'created', added: 1, removed: 0 }]);
	expect(mirror.git(['ls-tree', '-r', commit])).toContain(`160000 commit ${'1'.repeat(40)}\tlib/x\n`);
	expect(mirror.git(['ls-tree', '-r', commit])).toContain('\t"b\\377"\n');
	for (const name of ['lib/x', 'lib/x/evil'])
		expect(await mirror.take(treeOf({ ...files, [name]: 'x' }), { base })).toEqual({
			kind: 'refused',
			why: `The folder was not taken as a commit: "${name}" cannot stand beside a file or folder of the same name.`,
		});
});

test('names that the base has are left alone, though no new file may have them', async () => {
	const old: Files = {
		...files,
		'aux.c': 'x\n',
		'A/x': 'x\n',
		'a/y': 'y\n',
		'what?': 'x',
		out: { link: '/usr/share' },
	};
	await using mirror = await mirrorOf(old);
	const { changes } = await committed(mirror.take(treeOf({ ...old, 'aux.c': 'y\n', 'a/z': 'z\n', 'A/w': 'w\n' })));
	expect(changes.map(({ path }) => path)).toEqual(['A/w', 'a/z', 'aux.c']);
	expect(await mirror.take(treeOf({ ...old, out: { link: '/etc' } }))).toMatchObject({
		why: expect.stringContaining('"out" is a link that leads out of the folder'),
	});
	expect(await mirror.take(treeOf({ ...old, 'b/aux.c': 'y\n' }))).toMatchObject({ kind: 'refused' });
});

test('a pointer of LFS may be moved and deleted', async () => {
	const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n';
	await using mirror = await mirrorOf({ ...files, 'a.bin': pointer });
	expect(await mirror.take(treeOf({ ...files, 'b.bin': pointer }))).toMatchObject({ kind: 'committed' });
	expect(await mirror.take(treeOf({ ...files, 'a.bin': pointer, c: 'x' }))).toMatchObject({ kind: 'committed' });
});

test('a later commit stands on the earlier one, and is told as against that', async () => {
	await using mirror = await mirrorOf(files);
	const first = await committed(mirror.take(treeOf({ ...files, b: 'b\n' })));
	const second = await committed(
		mirror.take(treeOf({ ...files, b: 'b\n', c: 'c\n' }), { onto: first.commit, name: 's/2' }),
	);
	expect(second.changes).toEqual([{ path: 'c', kind: 'created', added: 1, removed: 0 }]);
	expect(mirror.git(['rev-list', '--parents', '-1', second.commit]).trim()).toBe(`${second.commit} ${first.commit}`);
	const same = await committed(mirror.take(treeOf({ ...files, b: 'b\n' }), { onto: first.commit, name: 's/3' }));
	expect(same).toMatchObject({ commit: first.commit, changes: [] });
});

test('on a base that has moved on, a later commit has both as parents, and is told as against the base', async () => {
	await using mirror = await mirrorOf(files);
	const first = await committed(mirror.take(treeOf({ ...files, b: 'b\n' })));
	const base = (await committed(mirror.take(treeOf({ ...files, theirs: 't\n' }), { name: 'base', date: 1 }))).commit;
	const merged = await committed(
		mirror.take(treeOf({ ...files, b: 'b\n', theirs: 't\n' }), { base, onto: first.commit, name: 's/2' }),
	);
	expect(merged.changes).toEqual([{ path: 'b', kind: 'created', added: 1, removed: 0 }]);
	expect(mirror.git(['rev-list', '--parents', '-1', merged.commit]).trim()).toBe(
		`${merged.commit} ${first.commit} ${base}`,
	);
	const undone = await committed(
		mirror.take(treeOf({ ...files, theirs: 't\n' }), { base, onto: first.commit, name: 's/3' }),
	);
	expect(undone.changes).toEqual([]);
	expect(mirror.git(['rev-list', '--parents', '-1', undone.commit]).trim()).toBe(
		`${undone.commit} ${first.commit} ${base}`,
	);
});

test('a mirror of SHA-256 takes trees as well', async () => {
	await using mirror = await mirrorOf(files, 'sha256');
	const { commit, changes } = await committed(mirror.take(treeOf({ ...files, b: 'b\n' })));
	expect(commit).toMatch(/^[0-9a-f]{64}$/);
	expect(changes).toEqual([{ path: 'b', kind: 'created', added: 1, removed: 0 }]);
});

test('files of more than is held, of binary and of no bytes come through as they are', async () => {
	await using mirror = await mirrorOf(files);
	const large = Buffer.alloc(5_000_000, 'large\r\n\0');
	const tree = treeOf({ ...files, large: { bytes: large }, empty: '', twin: { bytes: large } });
	const { commit, changes } = await committed(mirror.take(tree));
	expect(mirror.git(['cat-file', '-s', `${commit}:large`]).trim()).toBe('5000000');
	expect(mirror.git(['rev-parse', `${commit}:large`])).toBe(mirror.git(['rev-parse', `${commit}:twin`]));
	expect(mirror.git(['hash-object', '--stdin'], large)).toBe(mirror.git(['rev-parse', `${commit}:large`]));
	expect(changes).toEqual([
		{ path: 'empty', kind: 'created', added: 0, removed: 0 },
		{ path: 'large', kind: 'created' },
		{ path: 'twin', kind: 'created' },
	]);
});

/** Counts the gits that it starts, by their first arguments. */
function counting(): { readonly runner: GitRunner; readonly started: string[] } {
	const { run, stream, isolation } = createGitRunner();
	const started: string[] = [];
	const note = ({ args }: { readonly args: readonly string[] }) => {
		started.push(args.find((word) => /^[a-z-]+$/.test(word) && !word.startsWith('-')) ?? '');
	};
	return {
		started,
		runner: {
			isolation,
			run: (order, signal) => {
				note(order);
				return run(order, signal);
			},
			stream: (order, signal) => {
				note(order);
				return stream(order, signal);
			},
		},
	};
}

const numbered = (count: number, text: (at: number) => string): Files =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at % 97}/f${at}`, text(at)]));

test.each([1, 1_000])('%s changed files take the same few gits', async (count) => {
	const { runner, started } = counting();
	await using mirror = await mirrorOf(
		numbered(count, (at) => `old ${at}\n`),
		'sha1',
		runner,
	);
	const { changes, diff } = await committed(mirror.take(treeOf(numbered(count, (at) => `new ${at}\n`))));
	expect(changes).toHaveLength(count);
	expect(diff.split('\n+new ')).toHaveLength(count + 1);
	expect(started).toEqual([
		...['cat-file', 'ls-tree', 'rev-parse', 'fast-import', 'cat-file', 'update-index', 'write-tree', 'diff-tree'],
		...['commit-tree', 'diff-tree', 'pack-objects', 'index-pack', 'update-ref'],
	]);
});

test('100,000 files, of which one is changed, are taken', async () => {
	const old = numbered(100_000, () => 'old\n');
	await using mirror = await mirrorOf(old);
	const tree = treeOf({ ...old, 'd0/f0': 'new\n' });
	const { changes, commit } = await committed(mirror.take(tree));
	expect(changes).toEqual([{ path: 'd0/f0', kind: 'changed', added: 1, removed: 1 }]);
	const has = mirror.git(['rev-list', '--objects', '--no-object-names', commit, `^${mirror.base}`]).trim();
	expect(has.split('\n')).toHaveLength(4);
});
