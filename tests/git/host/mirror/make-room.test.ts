import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../../../../src/demo/git-server/make-repository.ts';
import { makeRoom, mirrorsIn } from '../../../../src/git/host/mirror/make-room.ts';
import { createMirrors, originFile } from '../../../../src/git/host/mirror/mirrors.ts';
import type { Access } from '../../../../src/git/repository.ts';
import { fetchedOf, type GitGround, gitGround, token, watch } from '../../../support/git-server/git-ground.ts';
import { staged } from '../../../support/git-server/staged.ts';
import { waitFor } from '../../../support/wait-for.ts';

let ground: GitGround;
let all: readonly Access[];
beforeEach(async () => {
	ground = await gitGround();
	const paths = ['acme/one', 'acme/two', 'acme/six'];
	for (const path of paths)
		await makeRepository(ground.folders.served, { path, branches: { main: [{ [path]: path }] } });
	ground.tokens.set(token, Object.fromEntries(paths.map((path) => [path, 'read'])));
	all = paths.map((path) => ground.to(path));
});
afterEach(() => ground[Symbol.asyncDispose]());

const dirOf = ({ repository }: Access) => join(ground.folders.mirrors, `${repository.id}.git`);
const there = async () =>
	(await readdir(ground.folders.mirrors)).filter((name) => name.startsWith('r-')).map((name) => name.slice(0, -4));
const idsOf = (...accesses: readonly (Access | undefined)[]) => accesses.map((one) => one?.repository.id).toSorted();

async function fetchAll(): Promise<string[]> {
	const commits: string[] = [];
	for (const [at, access] of all.entries()) {
		commits.push(fetchedOf(await ground.git.fetch(access, undefined, watch())).commit);
		const time = new Date(1_700_000_000_000 + at * 1_000);
		await utimes(join(dirOf(access), originFile), time, time);
	}
	return commits;
}

describe('mirrors that are too large together', () => {
	it('are removed, the one that was used longest ago first, and fetched again when asked for', async () => {
		await fetchAll();
		const [one, two, six] = all;
		const sizes = await mirrorsIn(ground.folders.mirrors);
		const most = sizes.reduce((sum, { bytes }) => sum + bytes, 0) - 1;
		await using bounded = ground.other({ mostOfAll: most });
		if (!six || !one) throw new Error('none');
		expect(await bounded.fetch(six, undefined, watch())).toMatchObject({ kind: 'fetched' });
		expect((await there()).toSorted()).toEqual(idsOf(two, six));
		expect(await bounded.fetch(one, undefined, watch())).toMatchObject({ kind: 'fetched' });
		expect((await there()).toSorted()).toEqual(idsOf(one, six));
	});

	it('that keep commits of ours or are in use stay, and those that are worked on go last', async () => {
		const [first = '', second = ''] = await fetchAll();
		const [one, two, six] = all;
		if (!one || !two || !six) throw new Error('none');
		const at = { repository: one.repository, commit: first };
		await ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
		const bundle = ground.git.bundle({ repository: two.repository, commit: second, heldAs: 'base/s' }, watch().signal);
		for await (const _chunk of bundle);
		const time = new Date(1_600_000_000_000);
		await utimes(join(dirOf(two), originFile), time, time);
		const mirrors = createMirrors(ground.folders.mirrors);
		const room = { folder: ground.folders.mirrors, except: 'r-000000000000' };
		const sizes = await mirrorsIn(room.folder);
		await makeRoom({ ...room, most: sizes.reduce((sum, { bytes }) => sum + bytes, 0) - 1 }, mirrors);
		expect((await there()).toSorted()).toEqual(idsOf(one, two));
		const held = Promise.withResolvers<void>();
		let isBegun = false;
		const using = mirrors.alone(
			two.repository.id,
			async () => {
				isBegun = true;
				await held.promise;
			},
			watch().signal,
		);
		await waitFor(() => isBegun, 'it to be used');
		await makeRoom({ ...room, most: 0 }, mirrors);
		expect((await there()).toSorted()).toEqual(idsOf(one, two));
		held.resolve();
		await using;
		{
			using _reading = await mirrors.read(two.repository.id, watch().signal);
			await makeRoom({ ...room, most: 0 }, mirrors);
			expect((await there()).toSorted()).toEqual(idsOf(one, two));
		}
		await makeRoom({ ...room, most: 0 }, mirrors);
		expect(await there()).toEqual(idsOf(one));
	});

	it('say of work that is on top of them that they lack its base, which can be fetched by its name', async () => {
		const [, second = ''] = await fetchAll();
		const [, two] = all;
		if (!two) throw new Error('none');
		await makeRoom(
			{ folder: ground.folders.mirrors, most: 0, except: 'r-000000000000' },
			createMirrors(ground.folders.mirrors),
		);
		const at = { repository: two.repository, commit: second };
		const propose = () => ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
		expect(await propose()).toMatchObject({ kind: 'refused', lacks: 'base' });
		expect(await ground.git.fetch(two, second, watch())).toMatchObject({ kind: 'fetched', commit: second });
		expect(await propose()).toMatchObject({ kind: 'committed' });
	});

	it('are none where nothing was ever fetched', async () => {
		expect(await mirrorsIn(join(ground.folders.mirrors, 'none'))).toEqual([]);
		await mkdir(join(ground.folders.mirrors, 'other'), { recursive: true });
		expect(await mirrorsIn(ground.folders.mirrors)).toEqual([]);
	});
});
