import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../../../src/demo/git-server/make-repository.ts';
import type { At } from '../../../src/git/git.ts';
import { clearLeftOvers } from '../../../src/git/host/mirror/left-overs.ts';
import { createMirrors } from '../../../src/git/host/mirror/mirrors.ts';
import { fetchedOf, type GitGround, gitGround, token, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { staged } from '../../support/git-server/staged.ts';
import { waitFor } from '../../support/wait-for.ts';

let ground: GitGround;
let at: At;
beforeEach(async () => {
	ground = await gitGround();
	const { commit } = fetchedOf(await ground.git.fetch(ground.access, undefined, watch()));
	at = { repository: ground.access.repository, commit };
});
afterEach(() => ground[Symbol.asyncDispose]());

const mirrorOf = () => join(ground.folders.mirrors, `${at.repository.id}.git`);

async function bytesOf(of: At = at): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of ground.git.bundle(of, watch().signal)) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** As the sandbox's git takes it. */
async function unbundle(bundle: Buffer, format = 'sha1'): Promise<(...args: string[]) => Promise<string>> {
	const dir = join(ground.folders.served, `guest-${format}`);
	await writeFile(`${dir}.bundle`, bundle);
	const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };
	const git = async (...args: string[]) => (await promisify(execFile)('git', args, { env })).stdout.trim();
	await git('clone', '--quiet', '--branch', 'base', `${dir}.bundle`, dir);
	return (...args) => git('-C', dir, ...args);
}

describe('Git.bundle()', () => {
	it('is one commit without parents, with the tree of the commit that was asked for', async () => {
		const git = await unbundle(await bytesOf());
		expect(await git('rev-list', '--all', '--count')).toBe('1');
		expect(await git('rev-parse', 'base^{tree}')).toBe(await ground.served.git('rev-parse', 'main^{tree}'));
		expect(await git('show', '-s', '--format=%an %ae %P|%s', 'base')).toBe(
			`Threadsmith threadsmith@localhost.invalid |Base: ${at.commit}`,
		);
		expect(await git('for-each-ref', '--format=%(refname)', 'refs/remotes')).toContain('refs/remotes/origin/base');
		expect(await git('status', '--porcelain')).toBe('');
	});

	it('holds nothing else of the mirror', async () => {
		const side = await ground.served.commit('side', { 'secret.txt': 'of another branch\n' });
		await ground.git.fetch(ground.access, 'side', watch());
		await ground.git.commit(
			{ at, name: 's/1', tree: staged({ mine: 'of another session\n' }), message: 'x\n' },
			watch(),
		);
		const git = await unbundle(await bytesOf());
		const objects = (await git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)')).split('\n').sort();
		expect(objects).toEqual(['blob', 'blob', 'commit', 'tree', 'tree']);
		await expect(git('cat-file', '-e', side)).rejects.toThrow();
	});

	it('is the same for the same commit, and for many at once', async () => {
		const all = await Promise.all([bytesOf(), bytesOf(), bytesOf()]);
		for (const one of all) expect(one.equals(all[0] ?? Buffer.alloc(0))).toBe(true);
	});

	it('is made of a commit of ours, too', async () => {
		const made = await ground.git.commit(
			{ at, name: 's/1', tree: staged({ 'a.txt': 'a\n' }), message: 'x\n' },
			watch(),
		);
		if (made.kind !== 'committed') throw new Error(made.why);
		const git = await unbundle(await bytesOf({ ...at, commit: made.commit }));
		expect(await git('ls-files')).toBe('a.txt');
	});

	it('is made of SHA-256 objects', async () => {
		await makeRepository(ground.folders.served, {
			path: 'acme/long',
			branches: { main: [{ a: 'a\n' }] },
			format: 'sha256',
		});
		ground.tokens.set(token, { 'acme/long': 'read' });
		const access = ground.to('acme/long');
		const { commit } = fetchedOf(await ground.git.fetch(access, undefined, watch()));
		const git = await unbundle(await bytesOf({ repository: access.repository, commit }), 'sha256');
		expect(await git('ls-files')).toBe('a');
	});

	it('says so where the commit is not here', async () => {
		await expect(bytesOf({ ...at, commit: 'a'.repeat(40) })).rejects.toThrow('acme/app is not here: fetch it again');
		await expect(bytesOf({ ...at, commit: '--all' })).rejects.toThrow('That is no commit.');
		await ground.git.drop(at.repository);
		await expect(bytesOf()).rejects.toThrow('is not here');
	});
});

describe('a mirror', () => {
	it('is made anew where its address is another one now', async () => {
		await makeRepository(ground.folders.served, { path: 'acme/other', branches: { main: [{ other: 'o\n' }] } });
		ground.tokens.set(token, { 'acme/other': 'read' });
		const access = ground.to('acme/other');
		const moved = { ...access, repository: { ...access.repository, id: at.repository.id } };
		expect(await ground.git.fetch(moved, undefined, watch())).toMatchObject({ kind: 'fetched', files: 1 });
		await expect(bytesOf()).rejects.toThrow('is not here');
	});

	it('forgets kept commits by their names, and all of itself', async () => {
		await ground.git.commit({ at, name: 's/1', tree: staged({ 'a.txt': 'a\n' }), message: 'x\n' }, watch());
		const kept = () => readdir(join(mirrorOf(), 'refs', 'threadsmith')).catch(() => []);
		expect(await kept()).toHaveLength(1);
		await ground.git.drop(at.repository, 's/2');
		expect(await kept()).toHaveLength(1);
		await ground.git.drop(at.repository, 's/1');
		expect(await kept()).toHaveLength(0);
		await ground.git.drop(at.repository);
		expect(await readdir(ground.folders.mirrors)).toEqual(['nowhere.git']);
		await ground.git.drop(at.repository);
	});

	it('that was dropped takes no commit', async () => {
		await ground.git.drop(at.repository);
		const order = { at, name: 's/1', tree: staged({ 'a.txt': 'a\n' }), message: 'x\n' };
		expect(whyOf(await ground.git.commit(order, watch()))).toContain('open acme/app again');
	});

	it('in which a git was killed has no locks when the next process comes to it', async () => {
		const locks = [
			'shallow.lock',
			'packed-refs.lock',
			'config.lock',
			'refs/threadsmith/x.lock',
			'objects/pack/tmp_pack_AbCd12',
		];
		await mkdir(join(mirrorOf(), 'refs', 'threadsmith'), { recursive: true });
		for (const name of locks) await writeFile(join(mirrorOf(), name), '');
		await ground.served.commit('main', { 'b.txt': 'b\n' });
		await using next = ground.other();
		expect(await next.fetch(ground.access, undefined, watch())).toMatchObject({ kind: 'fetched', files: 3 });
		const left = await readdir(mirrorOf(), { recursive: true });
		expect(left.filter((name) => /lock|tmp_/.test(name))).toEqual([]);
	});

	it('that is half there, or damaged, is made anew or says so', async () => {
		await writeFile(join(mirrorOf(), 'threadsmith-origin'), 'half');
		expect(await ground.git.fetch(ground.access, undefined, watch())).toMatchObject({ kind: 'fetched' });
		await appendFile(join(mirrorOf(), 'config'), '[alias]\n\tx = !id\n');
		expect(await ground.git.fetch(ground.access, undefined, watch())).toMatchObject({ kind: 'fetched' });
	});
});

describe('createMirrors()', () => {
	it('has a mirror changed by one alone, in the order of the calls, and lets who waits go', async () => {
		const mirrors = createMirrors(ground.folders.mirrors);
		const order: string[] = [];
		const held = Promise.withResolvers<void>();
		const abort = new AbortController();
		const signal = watch().signal;
		const id = 'r-000000000001';
		const first = mirrors.alone(id, async () => order.push('begun') && held.promise, signal);
		const second = mirrors.alone(id, async () => order.push('never'), abort.signal);
		const third = mirrors.alone(id, async () => order.push('third'), signal);
		await waitFor(() => order.length > 0, 'the first');
		await mirrors.alone('r-000000000002', async () => order.push('another'), signal);
		abort.abort(new Error('enough'));
		await expect(second).rejects.toThrow('enough');
		held.resolve();
		await Promise.all([first, third]);
		expect(order).toEqual(['begun', 'another', 'third']);
		await expect(mirrors.alone(id, () => Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
		await expect(mirrors.alone(id, async () => 'goes on', signal)).resolves.toBe('goes on');
	});

	it('takes no id that is a path', () => {
		for (const id of ['../x', 'r-1', 'r-00000000000g', ''])
			expect(() => createMirrors('/x').dirOf(id)).toThrow(RangeError);
	});

	it('clears no mirror that is not there', async () => {
		await clearLeftOvers(join(ground.folders.mirrors, 'none.git'));
	});
});
