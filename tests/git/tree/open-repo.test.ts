import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, type Mirror, mirrorOf, treeOf } from './mirror-of.ts';
import { bundleOf, workRoot } from './work-folder-of.ts';

const files: Files = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'b\n' };
const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

/** A later base, with these files. */
async function later(mirror: Mirror, changed: Files): Promise<string> {
	const taken = await mirror.take(await work.stage(), { base: further });
	expect(taken).toMatchObject({ changes: [{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 }] });
});

test('a folder that is none of ours, or is to stay, is not touched', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	await mkdir(join(work.root, 'app'));
	await work.write({ x: 'x' });
	expect(await work.open(mirror, mirror.base)).toEqual({ problem: 'there is something else of that name' });
	expect(await readdir(join(work.root, 'app'))).toEqual(['x']);
	await rm(join(work.root, 'app'), { recursive: true });
	await symlink('/etc', join(work.root, 'app'));
	expect(await work.open(mirror, mirror.base)).toEqual({ problem: 'there is something else of that name' });
	await rm(join(work.root, 'app'));
	await mkdir(join(work.root, 'app'));
	expect(await work.open(mirror, mirror.base)).toMatchObject({ files: 2 });
	expect(await work.open(mirror, mirror.base, { update: false })).toEqual({
		problem: 'there is a folder of that name already',
	});
});

test.each(['', '.', '..', 'a/b', '.git', 'x.git', '-x', '/etc', 'a\n'])(
	'a folder may not be called %j',
	async (folder) => {
		await using mirror = await mirrorOf(files);
		await using work = await workRoot();
		expect(await work.open(mirror, mirror.base, { folder })).toEqual({ problem: 'the folder has a name that is none' });
		expect(await readdir(work.root)).toEqual([]);
	},
);

test('a bundle that is cut, none, empty or too large leaves nothing', async () => {
	await using mirror = await mirrorOf(files);
	await using work = await workRoot();
	const bundle = bundleOf(mirror, mirror.base);
	for (const bad of [bundle.subarray(0, -30), bundle.subarray(0, 40), Buffer.from('hello'), Buffer.alloc(0)])
		expect(await work.openWith(bad)).toEqual({ problem: expect.stringMatching(/^git fetch says: [^\n]{1,150}$/) });
	expect(await work.openWith(bundle, { most: 10 })).toEqual({ problem: 'it is larger than a repository may be' });
	expect(await readdir(work.root)).toEqual(['.threadsmith']);
	expect(await readdir(join(work.root, '.threadsmith'))).toEqual([]);
});

test('what lies in .git and in attributes of the base runs nothing', async () => {
	await using mirror = await mirrorOf({ ...files, '.gitattributes': '* filter=evil merge=evil diff=evil\n' });
	await using work = await workRoot();
	await work.open(mirror, mirror.base);
	const program = join(work.root, 'evil');
	await writeFile(program, `#!/bin/sh\ntouch ${work.root}/ran\n`, { mode: 0o755 });
	for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'core.editor', 'gpg.program'])
		work.run('git', 'config', key, program);
	work.run('git', 'config', 'commit.gpgSign', 'true');
	await mkdir(join(work.root, 'app/.git/hooks'));
	for (const hook of ['pre-commit', 'post-merge', 'post-checkout', 'commit-msg', 'reference-transaction'])
		await symlink(program, join(work.root, 'app/.git/hooks', hook));
	await work.write({ 'a.txt': 'mine\n' });
	const moved = { '.gitattributes': '* filter=evil merge=evil diff=evil\n', 'src/b.ts': 'theirs\n' };
	expect(await work.open(mirror, await later(mirror, moved))).toMatchObject({ merged: true });
	expect(await readdir(work.root)).not.toContain('ran');
});
