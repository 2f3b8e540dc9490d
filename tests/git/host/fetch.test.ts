import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchedOf, type GitGround, gitGround, watch, whyOf } from '../../support/git-server/git-ground.ts';

let ground: GitGround;
beforeEach(async () => {
	ground = await gitGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const fetch = (ref?: string) => ground.git.fetch(ground.access, ref, watch());
const tipOf = (branch: string) => ground.served.git('rev-parse', `refs/heads/${branch}`);

describe('Git.fetch()', () => {
	it('brings the default branch, without its past', async () => {
		expect(await fetch()).toEqual({
			kind: 'fetched',
			commit: await tipOf('main'),
			branch: 'main',
			defaultBranch: 'main',
			files: 2,
			bytes: 32,
			notFollowed: [],
		});
	});
});
