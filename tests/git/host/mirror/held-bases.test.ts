import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BundleOrder } from '../../../../src/git/git.ts';
import { baseRef, holdBase } from '../../../../src/git/host/mirror/held-bases.ts';
import { upstreamRef } from '../../../../src/git/host/mirror/upstream-refs.ts';
import { createGitRunner } from '../../../../src/git/host/run-git.ts';
import { fetchedOf, type GitGround, gitGround, watch, whyOf } from '../../../support/git-server/git-ground.ts';
import { staged } from '../../../support/git-server/staged.ts';

let ground: GitGround;
beforeEach(async () => {
	ground = await gitGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const { run } = createGitRunner();
const mirrorOf = () => join(ground.folders.mirrors, `${ground.access.repository.id}.git`);
const fetch = async (ref?: string) => fetchedOf(await ground.git.fetch(ground.access, ref, watch()));
const refs = (kind: string) => readdir(join(mirrorOf(), 'refs', kind)).catch(() => []);

async function handOut(order: Omit<BundleOrder, 'repository'>): Promise<number> {
	let size = 0;
	const { repository } = ground.access;
	for await (const chunk of ground.git.bundle({ repository, ...order }, watch().signal)) size += chunk.length;
	return size;
}

/** As after many fetches and commits. */
async function repacked(): Promise<void> {
	for (const args of [
		['repack', '-a', '-d', '-q'],
		['prune', '--expire=now'],
	])
		expect(await run({ dir: mirrorOf(), args }, watch().signal)).toMatchObject({ kind: 'ok' });
}

function propose(commit: string) {
	const at = { repository: ground.access.repository, commit };
	return ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
}

describe('a base that is held', () => {
	it('is there after its branch has moved and the mirror was repacked; one that is not is gone', async () => {
		const { commit } = await fetch();
		await handOut({ commit, heldAs: 'base/s/1' });
		const next = await ground.served.commit('main', { 'b.txt': 'b\n' });
		await fetch();
		await repacked();
		expect(await propose(commit)).toMatchObject({ kind: 'committed' });
		await handOut({ commit: next });
		await ground.served.commit('main', { 'c.txt': 'c\n' });
		await fetch();
		await repacked();
		expect(whyOf(await propose(next))).toContain('open acme/app again');
	});

	it('is let go by its name, and not by another', async () => {
		const { commit } = await fetch();
		await handOut({ commit, heldAs: 'base/s/1' });
		await ground.git.drop(ground.access.repository, 'base/s/2');
		expect(await refs('bases')).toHaveLength(1);
		await ground.git.drop(ground.access.repository, 'base/s/1');
		expect(await refs('bases')).toEqual([]);
	});

	it('is held for each who works on it', async () => {
		const { commit } = await fetch();
		for (const heldAs of ['base/s', 'base/s/a', 'base/t', 'base/s']) await handOut({ commit, heldAs });
		expect(await refs('bases')).toHaveLength(3);
		await ground.git.drop(ground.access.repository, 'base/t');
		await ground.served.commit('main', { 'b.txt': 'b\n' });
		await fetch();
		await repacked();
		expect(await propose(commit)).toMatchObject({ kind: 'committed' });
	});

	it('is let go where many others were asked for since', async () => {
		const { commit } = await fetch();
		const dir = mirrorOf();
		for (const [at, name] of ['a', 'b', 'c'].entries()) {
			expect(await holdBase({ dir, commit, name, most: 2 }, run, watch().signal)).toBe(true);
			const time = new Date(1_700_000_000_000 + at * 1_000);
			await utimes(join(dir, baseRef(name)), time, time);
		}
		await holdBase({ dir, commit, name: 'b', most: 2 }, run, watch().signal);
		await holdBase({ dir, commit, name: 'd', most: 2 }, run, watch().signal);
		const named = (name: string) => baseRef(name).slice('refs/bases/'.length);
		expect((await refs('bases')).toSorted()).toEqual(['b', 'd'].map(named).toSorted());
		expect(await holdBase({ dir, commit: 'a'.repeat(40), name: 'e' }, run, watch().signal)).toBe(false);
	});
});

describe('what was fetched', () => {
	it('is forgotten once the server has no such branch or tag', async () => {
		await ground.served.commit('gone', { 'b.txt': 'b\n' });
		await fetch('gone');
		await ground.served.git('tag', 'v1', 'main');
		await fetch('v1');
		expect(await refs('upstream')).toHaveLength(3);
		await ground.served.git('update-ref', '-d', 'refs/heads/gone');
		await ground.served.git('tag', '-d', 'v1');
		for (const ref of ['gone', 'v1']) await ground.git.fetch(ground.access, ref, watch());
		expect(await refs('upstream')).toEqual(['default']);
	});

	it('stays where the server could not be asked', async () => {
		await fetch('main');
		ground.tokens.clear();
		expect(await ground.git.fetch(ground.access, 'main', watch())).toMatchObject({ kind: 'refused' });
		expect(await refs('upstream')).toHaveLength(2);
	});

	it('is forgotten a month after it was asked for last', async () => {
		const day = 24 * 60 * 60_000;
		let now = Date.now();
		await using git = ground.other({ now: () => now });
		await ground.served.commit('side', { 'b.txt': 'b\n' });
		const ask = (ref: string) => git.fetch(ground.access, ref, watch());
		await ask('main');
		await ask('side');
		for (let days = 0; days < 31; days += 10) {
			now += 10 * day;
			expect(await ask('main')).toMatchObject({ kind: 'fetched' });
		}
		const left = await refs('upstream');
		expect(left.toSorted()).toEqual(
			['default', upstreamRef('refs/heads/main').slice('refs/upstream/'.length)].toSorted(),
		);
	});
});
