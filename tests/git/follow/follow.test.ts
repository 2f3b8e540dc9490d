import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Committed, NotDone } from '../../../src/git/git.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { token, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { pieces } from '../tree/mirror-of.ts';
import { type WorkRoot, workRoot } from '../tree/work-folder-of.ts';
import { attributes, type FollowGround, followGround } from './follow-ground.ts';

let ground: FollowGround;
let work: WorkRoot;
beforeEach(async () => {
	ground = await followGround();
	work = await workRoot();
});
afterEach(async () => {
	await work[Symbol.asyncDispose]();
	await ground[Symbol.asyncDispose]();
});

const modules = (url: string, path = 'lib') => ({
	'.gitmodules': `[submodule "lib"]\n\tpath = ${path}\n\turl = ${url}\n`,
});
const libTip = () => ground.lib.git('rev-parse', 'main');
const lfsUrl = () => `${ground.url}/acme/app.git/info/lfs`;
const libUrl = () => `${ground.url}/acme/lib`;

async function both(): Promise<string> {
	const pointer = ground.lfs.add('the real bytes of it\n');
	return ground.commit(
		{ ...attributes, ...modules('../lib.git'), 'a.bin': pointer, 'b.txt': 'b\n' },
		{ lib: await libTip() },
	);
}

/** Takes what is in the work folder as a commit. */
async function take(base: string, name = 's/1'): Promise<Committed | NotDone> {
	const tree = pieces(await work.stage({ same: true }));
	const at = { repository: ground.access.repository, commit: base };
	return ground.git.commit({ at, name, tree, message: 'Change it\n', date: 1_700_000_000 }, watch());
}

describe('what an admin has allowed to be followed', () => {
	it('lies in the place of submodules and pointers, and all else is as it was', async () => {
		const commit = await both();
		const fetched = await ground.fetch(libUrl(), lfsUrl());
		expect(fetched).toMatchObject({
			commit,
			notFollowed: [],
			followed: { submodules: ['lib'], files: 1, bytes: 21, problems: [] },
		});
		const files = await ground.handedOut(commit);
		expect(files).toMatchObject({
			'a.bin': 'the real bytes of it\n',
			'b.txt': 'b\n',
			'lib/lib.js': 'lib\n',
			'lib/deep/two.js': 'two\n',
			'src/app.js': 'export const answer = 41;\n',
		});
		expect(Object.keys(files)).toHaveLength(8);
	});

	it('is fetched once', async () => {
		const commit = await both();
		await ground.fetch(libUrl(), lfsUrl());
		const files = await ground.handedOut(commit);
		const before = { git: ground.server.seen.length, lfs: ground.lfs.seen.length };
		await ground.commit({ 'c.txt': 'c\n' });
		expect(await ground.fetch(libUrl(), lfsUrl())).toMatchObject({ notFollowed: [] });
		expect(ground.lfs.seen).toHaveLength(before.lfs);
		expect(ground.server.seen.slice(before.git).filter(({ url }) => url.includes('/lib'))).toEqual([]);
		expect(await ground.handedOut(commit)).toEqual(files);
	});

	it('comes back as the pointers and the commit that the repository has', async () => {
		const commit = await both();
		await ground.fetch(libUrl(), lfsUrl());
		expect(await work.openWith(await ground.bundle(commit))).toMatchObject({ files: 8, made: true });
		expect(await readFile(join(work.root, 'app/a.bin'), 'utf8')).toBe('the real bytes of it\n');
		expect(await take(commit)).toMatchObject({ kind: 'committed', commit, changes: [] });
		await work.write({ 'b.txt': 'changed\n' });
		const made = await take(commit);
		expect(made).toMatchObject({ kind: 'committed', changes: [{ path: 'b.txt', kind: 'changed' }] });
		if (made.kind !== 'committed') return;
		expect(made.diff).not.toContain('real bytes');
		expect(await ground.handedOut(made.commit)).toMatchObject({
			'a.bin': 'the real bytes of it\n',
			'b.txt': 'changed\n',
			'lib/lib.js': 'lib\n',
		});
		const order = { commit: made.commit, branch: 'threadsmith/change-0a1b2c' };
		expect(await ground.git.push(ground.access, order, watch())).toMatchObject({ kind: 'pushed' });
		const pushed = await ground.served.git('ls-tree', '-r', 'threadsmith/change-0a1b2c');
		expect(pushed).toContain(`160000 commit ${await libTip()}\tlib`);
		expect(await ground.served.git('cat-file', 'blob', 'threadsmith/change-0a1b2c:a.bin')).toMatch(/^version https/);
	});

	it('keeps its pointer where a file of LFS is moved, can be run now, or is deleted', async () => {
		const commit = await both();
		await ground.fetch(libUrl(), lfsUrl());
		await work.openWith(await ground.bundle(commit));
		work.run('mv', 'a.bin', 'c.bin');
		work.run('chmod', '+x', 'c.bin');
		const made = await take(commit);
		expect(made).toMatchObject({
			changes: [
				{ path: 'a.bin', kind: 'deleted' },
				{ path: 'c.bin', kind: 'created' },
			],
		});
		if (made.kind === 'committed') expect(made.diff).toContain('+oid sha256:');
		expect(await ground.handedOut((made as Committed).commit)).toMatchObject({ 'c.bin': 'the real bytes of it\n' });
	});

	it('is not changed from here: a proposal says whose it is', async () => {
		const commit = await both();
		await ground.fetch(libUrl(), lfsUrl());
		await work.openWith(await ground.bundle(commit));
		await work.write({ 'a.bin': 'other bytes\n' });
		expect(whyOf(await take(commit))).toContain('"a.bin" is kept by LFS, and cannot be changed from here');
		await work.write({ 'a.bin': 'the real bytes of it\n', 'lib/lib.js': 'mine\n' });
		const below = /"lib\/\S+" lies in the submodule "lib", and cannot be changed from here/;
		expect(whyOf(await take(commit))).toMatch(below);
		await work.write({ 'lib/lib.js': 'lib\n', 'lib/new.js': 'new\n' });
		expect(whyOf(await take(commit))).toMatch(below);
		work.run('rm', 'lib/new.js', 'lib/deep/two.js');
		expect(whyOf(await take(commit))).toMatch(below);
		work.run('rm', '-r', 'lib');
		await work.write({ lib: 'a file\n' });
		expect(whyOf(await take(commit))).toMatch(/"lib" lies in the submodule "lib"/);
		work.run('rm', 'lib');
		expect(await take(commit)).toMatchObject({ kind: 'committed', commit, changes: [] });
	});

	it('goes again where nothing may be followed any more, and the folder is merged to that', async () => {
		const commit = await both();
		await ground.fetch(libUrl(), lfsUrl());
		await work.openWith(await ground.bundle(commit));
		await work.write({ 'b.txt': 'mine\n' });
		expect(await ground.fetch()).toMatchObject({ notFollowed: ['lib', 'a.bin'] });
		expect(await work.openWith(await ground.bundle(commit))).toMatchObject({ merged: true, conflicts: [] });
		expect(await readFile(join(work.root, 'app/a.bin'), 'utf8')).toMatch(/^version https/);
		expect(await take(commit)).toMatchObject({ changes: [{ path: 'b.txt' }] });
	});

	it('may come later: a folder that was opened before still comes back', async () => {
		const commit = await both();
		await ground.fetch();
		await work.openWith(await ground.bundle(commit));
		await work.write({ 'b.txt': 'mine\n' });
		await ground.fetch(libUrl(), lfsUrl());
		expect(await take(commit)).toMatchObject({ kind: 'committed', changes: [{ path: 'b.txt' }] });
		await work.openWith(await ground.bundle(commit));
		expect(await readFile(join(work.root, 'app/lib/lib.js'), 'utf8')).toBe('lib\n');
		expect(await take(commit)).toMatchObject({ kind: 'committed', changes: [{ path: 'b.txt' }] });
	});

	it('may be large', async () => {
		const large = Buffer.alloc(20_000_000, 'large ');
		const commit = await ground.commit({ ...attributes, 'a.bin': ground.lfs.add(large) });
		expect((await ground.fetch(lfsUrl())).followed).toMatchObject({ files: 1, bytes: large.length, problems: [] });
		await work.openWith(await ground.bundle(commit));
		expect((await readFile(join(work.root, 'app/a.bin'))).equals(large)).toBe(true);
		expect(await take(commit)).toMatchObject({ kind: 'committed', commit, changes: [] });
		await work.write({ 'a.bin': `${large}!` });
		expect(whyOf(await take(commit))).toContain('"a.bin" is kept by LFS');
	});

	it('moves on with its repository, and keeps one commit of each submodule', async () => {
		const before = await both();
		await ground.fetch(libUrl(), lfsUrl());
		const next = await ground.lib.commit('main', { 'lib.js': 'newer\n' });
		const commit = await ground.commit({ 'a.bin': ground.lfs.add('newer bytes\n') }, { lib: next });
		expect(await ground.fetch(libUrl(), lfsUrl())).toMatchObject({ notFollowed: [] });
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': 'newer bytes\n', 'lib/lib.js': 'newer\n' });
		expect(await ground.handedOut(before)).toMatchObject({ 'lib/lib.js': 'lib\n' });
		const dir = join(ground.folders.mirrors, `${ground.access.repository.id}.git`);
		const args = ['for-each-ref', '--format=%(refname)', 'refs/submodules/', 'refs/lfs/', 'refs/laid/'];
		const listed = await createGitRunner().run({ dir, args }, watch().signal);
		const refs = listed.kind === 'ok' ? listed.stdout.toString().trim().split('\n') : [];
		expect(refs.map((ref) => ref.split('/')[1]).sort()).toEqual(['laid', 'laid', 'lfs', 'submodules']);
	});

	it('keeps all commits of one submodule that lie in a repository at once', async () => {
		const old = await libTip();
		const next = await ground.lib.commit('main', { 'lib.js': 'newer\n' });
		const last = await ground.lib.commit('main', { 'lib.js': 'newest\n' });
		const two = ['a', 'b'].map((path) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ../lib\n`).join('');
		await ground.commit({ '.gitmodules': two }, { a: old, b: next });
		await ground.fetch(libUrl());
		await ground.commit({ 'b.txt': 'b\n' }, { b: last });
		const asked = () => ground.server.seen.filter(({ url }) => url.includes('/lib')).length;
		expect((await ground.fetch(libUrl())).followed?.submodules).toEqual(['a', 'b']);
		const before = asked();
		expect((await ground.fetch(libUrl())).followed?.submodules).toEqual(['a', 'b']);
		expect(asked()).toBe(before);
	});

	it('is no more in all than may be fetched, with what is at hand', async () => {
		await using git = ground.other({ mostBytes: 300_000 });
		const [one, other] = ['a', 'b'].map((letter) => ground.lfs.add(letter.repeat(200_000)));
		const follow = () => git.fetch(ground.follows(lfsUrl()), undefined, watch());
		await ground.commit({ ...attributes, 'a.bin': one ?? '' });
		expect(await follow()).toMatchObject({ followed: { files: 1, problems: [] } });
		await ground.commit({ 'b.bin': other ?? '' });
		expect(await follow()).toMatchObject({
			followed: { files: 1, problems: ['"b.bin" of LFS could not be had: all of them are more than is fetched here.'] },
		});
	});

	it('is asked for with the credential that is for it, and nothing else is told it', async () => {
		await both();
		await ground.fetch(libUrl(), lfsUrl());
		const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
		expect(ground.lfs.seen.map(({ authorization }) => authorization)).toEqual([basic, undefined]);
		expect(JSON.stringify(ground.lfs.seen)).not.toContain(token);
	});
});
