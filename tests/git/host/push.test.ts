import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PushOrder } from '../../../src/git/git.ts';
import {
	accessTo,
	fetchedOf,
	type GitGround,
	gitGround,
	host,
	token,
	watch,
	whyOf,
} from '../../support/git-server/git-ground.ts';
import { staged } from '../../support/git-server/staged.ts';
import { waitFor } from '../../support/wait-for.ts';

let ground: GitGround;
let base: string;
let commit: string;
beforeEach(async () => {
	ground = await gitGround({ protects: ['main', 'threadsmith/kept'] });
	base = fetchedOf(await ground.git.fetch(ground.access, undefined, watch())).commit;
	commit = await commitOf({ 'README.md': '# App\n', 'src/app.js': 'export const answer = 42;\n' });
});
afterEach(() => ground[Symbol.asyncDispose]());

async function commitOf(files: Record<string, string>, onto?: string): Promise<string> {
	const at = { repository: ground.access.repository, commit: base };
	const order = {
		at,
		name: `session/${Object.values(files).join('').length}`,
		tree: staged(files),
		message: 'Mend\n',
		date: 1_790_000_000,
	};
	const made = await ground.git.commit({ ...order, ...(onto !== undefined && { onto }) }, watch());
	if (made.kind !== 'committed') throw new Error(made.why);
	return made.commit;
}

const branch = 'threadsmith/mend-a1b2c3';
const push = (order: Partial<PushOrder> = {}, access = ground.access) =>
	ground.git.push(access, { commit, branch, ...order }, watch());
const there = (name = branch) =>
	ground.served.git('rev-parse', '--verify', '--quiet', `refs/heads/${name}`).catch(() => 'none');
const refs = () => ground.served.git('for-each-ref', '--format=%(refname)');

describe('Git.push()', () => {
	it('makes a new branch with one commit of ours on top of the base', async () => {
		expect(await push()).toEqual({ kind: 'pushed', said: '' });
		expect(await there()).toBe(commit);
		expect(await ground.served.git('rev-parse', `${commit}^`)).toBe(base);
		expect(await ground.served.git('rev-list', '--count', `main..${commit}`)).toBe('1');
		expect(await refs()).toBe(`refs/heads/main\nrefs/heads/${branch}`);
	});

	it('is done once, however often it is asked for', async () => {
		await push();
		expect(await push()).toEqual({ kind: 'pushed', said: '' });
		expect(await push({ onTo: base })).toMatchObject({ kind: 'pushed' });
		expect(await there()).toBe(commit);
	});

	it('leaves a branch that somebody else has made', async () => {
		const theirs = await ground.served.commit(branch, { 'x.txt': 'x\n' });
		expect(whyOf(await push())).toContain('somebody else has changed it. Nothing was pushed.');
		expect(await there()).toBe(theirs);
	});

	it('goes on from where the branch was left, and from nowhere else', async () => {
		await push();
		const next = await commitOf({ 'README.md': '# App\n', 'src/app.js': 'export const answer = 43;\n\n' }, commit);
		expect(await push({ commit: next, onTo: commit })).toMatchObject({ kind: 'pushed' });
		expect(await there()).toBe(next);
		const theirs = await ground.served.commit(branch, { 'x.txt': 'x\n' });
		const third = await commitOf({ 'README.md': '# App\n\n\n' }, next);
		expect(whyOf(await push({ commit: third, onTo: next }))).toContain('somebody else has changed it');
		expect(await there()).toBe(theirs);
	});

	it('goes back by no commit, whatever it is told the branch was at', async () => {
		await push();
		const other = await commitOf({ 'README.md': 'other\n' });
		expect(whyOf(await push({ commit: other, onTo: commit }))).toContain('nothing is forced');
		expect(whyOf(await push({ commit: base, onTo: commit }))).toContain('nothing is forced');
		expect(await there()).toBe(commit);
	});

	it('refuses other branches before it connects', async () => {
		const before = ground.server.seen.length;
		const below = ['', '/', '/../main', '/a b', '/a:main', '/-\n', '/a.lock', '/@{1}'].map(
			(end) => `threadsmith${end}`,
		);
		for (const name of ['main', 'master', 'feature', 'refs/heads/main', '-x', '+main', '', ...below])
			expect(whyOf(await push({ branch: name }))).toContain('Only branches below threadsmith/');
		expect(ground.server.seen.length).toBe(before);
	});

	it('refuses a default branch of that name before it connects', async () => {
		await ground.served.git('update-ref', 'refs/heads/threadsmith/main', base);
		await ground.served.git('symbolic-ref', 'HEAD', 'refs/heads/threadsmith/main');
		await ground.git.fetch(ground.access, undefined, watch());
		const before = ground.server.seen.length;
		expect(whyOf(await push({ branch: 'threadsmith/main' }))).toContain('is the default branch');
		expect(ground.server.seen.length).toBe(before);
	});

	it('pushes no commit that is none, or is not here', async () => {
		for (const text of ['', '-x', 'main', 'HEAD', 'a'.repeat(39), `^${'a'.repeat(40)}`]) {
			expect(whyOf(await push({ commit: text }))).toBe('That is no commit.');
			expect(whyOf(await push({ onTo: text }))).toBe('That is no commit.');
		}
		expect(whyOf(await push({ commit: 'a'.repeat(40) }))).toBe('The commit is not here any more.');
	});

	it('is told no by a protected branch', async () => {
		const why = whyOf(await push({ branch: 'threadsmith/kept' }));
		expect(why).toContain(`threadsmith/kept is protected at ${host}. Nothing was pushed.`);
		expect(await there('threadsmith/kept')).toBe('none');
	});

	it('is told no by a hook, whose words are made harmless', async () => {
		await ground.served.hook(
			'pre-receive',
			`printf 'no \\033[31mred\\033[0m \\342\\200\\256 ${'x'.repeat(5_000)}\\nfatal: No space left on device\\n' >&2; exit 1`,
		);
		const why = whyOf(await push());
		expect(why).toContain('A rule of git.example.org refused the push to acme/app. It said: no \\x1b[31mred');
		expect(why).not.toMatch(/[\p{Cc}\p{Cf}]/u);
		expect(why.length).toBeLessThan(450);
		expect(await there()).toBe('none');
	});

	it('hands on what hooks say of a push that they take', async () => {
		await ground.served.hook('post-receive', `printf 'Open a request:\\n  https://${host}/new\\033[2J\\n' >&2`);
		const pushed = await push();
		// git 2.55 shows them itself.
		const said = expect.stringMatching(/^Open a request:\n {2}https:\/\/git\.example\.org\/new(?:\\x1b|\^\[)\[2J$/);
		expect(pushed).toEqual({ kind: 'pushed', said });
	});

	it('says so where the repository is gone, or the token too weak or wrong', async () => {
		ground.tokens.set(token, { 'acme/app': 'read' });
		expect(whyOf(await push())).toBe(`The credential is too weak for acme/app at ${host}.`);
		ground.tokens.set(token, {});
		expect(whyOf(await push())).toContain('has no repository acme/app');
		ground.tokens.clear();
		expect(whyOf(await push())).toContain('revoked');
		await ground.server[Symbol.asyncDispose]();
		expect(whyOf(await push())).toContain('cannot be reached');
	});

	it('tells a connection that was cut, and may be done again', async () => {
		ground.server.setTrouble({ kind: 'cut', after: 0, at: /\/git-receive-pack$/ });
		expect(whyOf(await push())).toContain('was lost');
		ground.server.setTrouble(undefined);
		expect(await push()).toMatchObject({ kind: 'pushed' });
		expect(await there()).toBe(commit);
	});

	it('pushes to a fork where it is told to', async () => {
		await ground.served.git('clone', '--quiet', '--bare', '.', join(ground.folders.served, 'smith', 'app.git'));
		ground.tokens.set(token, { 'acme/app': 'read', 'smith/app': 'write' });
		expect(await push({ fork: 'smith/app' })).toMatchObject({ kind: 'pushed' });
		expect(await there()).toBe('none');
		await expect(push({ fork: '../app' })).rejects.toThrow(RangeError);
	});

	it('pushes to a fork below the path that its code host lies at', async () => {
		for (const path of ['git/acme/app', 'git/smith/app'])
			await ground.served.git('clone', '--quiet', '--bare', '.', join(ground.folders.served, `${path}.git`));
		ground.tokens.set(token, { 'git/acme/app': 'read', 'git/smith/app': 'write' });
		const below = ground.to('git/acme/app');
		const access = { ...below, repository: { ...below.repository, id: ground.access.repository.id } };
		expect(await push({ fork: 'smith/app' }, access)).toMatchObject({ kind: 'pushed' });
	});

	it('shows the credential to nobody while it runs, and leaves none', async () => {
		ground.server.setTrouble({ kind: 'hangs', at: /\/git-receive-pack$/ });
		const abort = new AbortController();
		const order = { commit, branch };
		const pushing = ground.git
			.push(ground.access, order, { signal: abort.signal })
			.catch((error: Error) => error.message);
		await waitFor(() => ground.server.seen.some(({ url }) => url.endsWith('/git-receive-pack')), 'the push');
		const lines = await commandLines();
		expect(lines.filter((line) => line.includes('push')).length).toBeGreaterThan(0);
		expect(
			lines.filter((line) => line.includes(token) || line.includes(Buffer.from(token).toString('base64'))),
		).toEqual([]);
		abort.abort(new Error('enough'));
		expect(await pushing).toBe('enough');
		expect(await readdir(ground.folders.keys)).toEqual([]);
		const wrong = whyOf(await push({}, accessTo('acme/app', ground.server.port, 'secret-of-mine')));
		expect(wrong).not.toContain('secret-of-mine');
	});
});

async function commandLines(): Promise<string[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	return Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
}
