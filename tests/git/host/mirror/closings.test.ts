import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watch, whyOf } from '../../../support/git-server/git-ground.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { attributes, type FollowGround, followGround } from '../../follow/follow-ground.ts';

let ground: FollowGround;
beforeEach(async () => {
	ground = await followGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

describe('A repository that is closed', () => {
	it('waits for no server that something of it is fetched from, and is not there again', async () => {
		const { git, access, lfs, url, folders } = ground;
		await ground.commit({ ...attributes, 'a.bin': lfs.add('never sent\n') });
		lfs.fault = { batch: () => {} };
		const fetched = git.fetch(ground.follows(`${url}/acme/app.git/info/lfs`), undefined, watch());
		const behind = git.fetch(access, undefined, watch());
		await waitFor(() => lfs.seen.length > 0, 'the server of LFS to be asked');
		const began = performance.now();
		await git.drop(access.repository);
		expect(performance.now() - began).toBeLessThan(20_000);
		expect(whyOf(await fetched)).toBe('It was closed here meanwhile.');
		await behind;
		expect((await readdir(folders.mirrors)).filter((name) => name.startsWith('r-'))).toEqual([]);
	});

	it('can be opened again', async () => {
		const { git, access } = ground;
		await git.drop(access.repository);
		expect(await git.fetch(access, undefined, watch())).toMatchObject({ kind: 'fetched' });
	});

	it('does not end what a person calls off in another way', async () => {
		const off = new AbortController();
		off.abort(new Error('Called off'));
		await expect(ground.git.fetch(ground.access, undefined, { signal: off.signal })).rejects.toThrow('Called off');
	});
});
