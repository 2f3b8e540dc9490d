import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../../../src/demo/git-server/make-repository.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { fetchedOf, type GitGround, gitGround, token, watch, whyOf } from '../../support/git-server/git-ground.ts';

let ground: GitGround;
beforeEach(async () => {
	ground = await gitGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const fetch = (ref?: string) => ground.git.fetch(ground.access, ref, watch());
const tipOf = (ref: string) => ground.served.git('rev-parse', `${ref}^{commit}`);
const mirrorOf = () => join(ground.folders.mirrors, `${ground.access.repository.id}.git`);

async function inMirror(...args: string[]): Promise<string> {
	const end = await createGitRunner().run({ dir: mirrorOf(), args }, watch().signal);
	return end.kind === 'ok' ? end.stdout.toString().trim() : JSON.stringify(end);
}

describe('Git.fetch()', () => {
	it('brings the default branch, without its past', async () => {
		const commit = await tipOf('main');
		const facts = { files: 2, bytes: 32, notFollowed: [] };
		expect(await fetch()).toEqual({ kind: 'fetched', commit, branch: 'main', defaultBranch: 'main', ...facts });
		expect(await inMirror('rev-list', '--count', commit)).toBe('1');
	});

	it('brings a branch, a tag and a commit by their names', async () => {
		const first = await tipOf('main~1');
		const side = await ground.served.commit('feature/login', { 'login.js': 'x\n' });
		await ground.served.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'tag', '-a', '-m', 'x', 'v1.0', first);
		expect(await fetch('feature/login')).toMatchObject({
			commit: side,
			branch: 'feature/login',
			defaultBranch: 'main',
		});
		const tagged = await fetch('v1.0');
		expect(tagged).toMatchObject({ kind: 'fetched', commit: first, files: 1 });
		expect(tagged).not.toHaveProperty('branch');
		expect(await fetch('refs/tags/v1.0')).toMatchObject({ commit: first });
		expect(await fetch(first)).toMatchObject({ kind: 'fetched', commit: first });
		expect(await fetch(await tipOf('main'))).toMatchObject({ branch: 'main' });
	});

	it('prefers a branch to a tag of its name, and takes either by its whole name', async () => {
		const first = await tipOf('main~1');
		await ground.served.git('tag', 'main', first);
		expect(await fetch('main')).toMatchObject({ commit: await tipOf('refs/heads/main') });
		expect(await fetch('refs/tags/main')).toMatchObject({ commit: first });
	});

	it('follows a branch that moved, was forced, or became a folder of branches', async () => {
		const before = fetchedOf(await fetch()).commit;
		const moved = await ground.served.commit('main', { 'b.txt': 'b\n' });
		expect(await fetch()).toMatchObject({ commit: moved, files: 3 });
		await ground.served.git('update-ref', 'refs/heads/main', `${before}~1`);
		expect(await fetch()).toMatchObject({ commit: await tipOf('main'), files: 1 });
		await ground.served.commit('a', { 'b.txt': 'b\n' });
		expect(await fetch('a')).toMatchObject({ kind: 'fetched' });
		await ground.served.git('update-ref', '-d', 'refs/heads/a');
		await ground.served.commit('a/b', { 'b.txt': 'b\n' });
		expect(await fetch('a/b')).toMatchObject({ kind: 'fetched' });
	});

	it('says so where a branch was deleted, is not there, or can be none', async () => {
		await ground.served.commit('gone', { 'b.txt': 'b\n' });
		expect(await fetch('gone')).toMatchObject({ kind: 'fetched' });
		await ground.served.git('update-ref', '-d', 'refs/heads/gone');
		expect(whyOf(await fetch('gone'))).toContain('There is no branch or tag gone');
		expect(whyOf(await fetch('abcdef1'))).toContain('all of its digits');
		expect(whyOf(await fetch('f'.repeat(40)))).toMatch(/no longer has that commit|damaged/);
		for (const ref of ['--upload-pack=id', '-x', 'a b', 'a..b', 'a^', 'a:b', '+a', 'a\n', '@{-1}', 'x'.repeat(300)])
			expect(whyOf(await fetch(ref))).toMatch(/no name of a branch|There is no branch/);
	});

	it('takes no tag of what is no commit', async () => {
		await ground.served.git('tag', 'file', await ground.served.git('rev-parse', 'main:README.md'));
		expect(whyOf(await fetch('file'))).toBe('That is the name of something that is no commit.');
	});

	it('says so where there is no commit at all', async () => {
		await makeRepository(ground.folders.served, { path: 'acme/empty', branches: {} });
		ground.tokens.set(token, { 'acme/empty': 'read' });
		expect(whyOf(await ground.git.fetch(ground.to('acme/empty'), undefined, watch()))).toContain('has no commit');
	});

	it('asks no more than one question where it has the commit already', async () => {
		await fetch();
		const before = ground.server.seen.length;
		expect(await fetch()).toMatchObject({ kind: 'fetched' });
		const since = ground.server.seen.slice(before);
		// The question who it is, the server's abilities, its refs.
		expect(since.map(({ url }) => url.replace(/^.*\.git/, ''))).toEqual([
			'/info/refs?service=git-upload-pack',
			'/info/refs?service=git-upload-pack',
			'/git-upload-pack',
		]);
	});

	it('brings SHA-256 repositories, too', async () => {
		const served = await makeRepository(ground.folders.served, {
			path: 'acme/long',
			branches: { main: [{ a: 'a\n' }] },
			format: 'sha256',
		});
		ground.tokens.set(token, { 'acme/long': 'read' });
		const fetched = fetchedOf(await ground.git.fetch(ground.to('acme/long'), undefined, watch()));
		expect(fetched.commit).toBe(await served.git('rev-parse', 'main'));
		expect(fetched.commit).toHaveLength(64);
	});

	it('names submodules and pointers of LFS, and follows none', async () => {
		const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 123456789\n`;
		await ground.served.commit('main', {
			'.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
			'big.bin': pointer,
			'looks-small.txt': 'x'.repeat(130),
			'.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = https://evil.example/lib\n',
		});
		const link = `160000,${'b'.repeat(40)},lib\u202e`;
		await addLink(link);
		const fetched = fetchedOf(await fetch());
		expect(fetched.notFollowed).toEqual(['lib\\u202e', 'big.bin']);
		expect(ground.server.seen.filter(({ url }) => !url.startsWith('/acme/app.git/'))).toEqual([]);
	});

	/** Commits a submodule, which fast-import knows as a mode. */
	async function addLink(link: string): Promise<void> {
		const [mode = '', id = '', path = ''] = link.split(',');
		const rows = await ground.served.git('ls-tree', 'main');
		await ground.served
			.input(['mktree', '--missing'], `${rows}\n${mode} commit ${id}\t${path}\n`)
			.then(async (tree) => {
				const words = ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-p', 'main', '-m', 'x', tree];
				await ground.served.git('update-ref', 'refs/heads/main', await ground.served.git(...words));
			});
	}

	it('tells how far it is', async () => {
		const lines: string[] = [];
		await ground.served.commit('main', { big: 'x'.repeat(2_000_000) });
		await ground.git.fetch(ground.access, undefined, watch(lines));
		expect(lines.join('\n')).toMatch(/Receiving objects: +100%/);
	});

	it('runs side by side for many people, one fetch after the other', async () => {
		const all = await Promise.all([fetch(), fetch(), fetch('main'), fetch()]);
		expect(new Set(all.map((one) => fetchedOf(one).commit)).size).toBe(1);
	});

	it('puts what many fetches have brought together', async () => {
		await fetch();
		const packs = () => readdir(join(mirrorOf(), 'objects', 'pack')).then((all) => all.filter((one) => /k$/.test(one)));
		const run = createGitRunner().run;
		for (let index = 0; index < 25; index += 1) {
			const made = await run(
				{ dir: mirrorOf(), args: ['hash-object', '-w', '--stdin'], input: Buffer.from(`${index}`) },
				watch().signal,
			);
			const input = made.kind === 'ok' ? made.stdout : Buffer.alloc(0);
			await run(
				{ dir: mirrorOf(), args: ['pack-objects', '-q', join(mirrorOf(), 'objects/pack/pack')], input },
				watch().signal,
			);
		}
		expect((await packs()).length).toBe(26);
		expect(await fetch()).toMatchObject({ kind: 'fetched' });
		expect((await packs()).length).toBe(1);
		expect(await inMirror('show', `${await tipOf('main')}:src/app.js`)).toContain('41');
	});

	it('keeps nothing of the credential or of the server in the configuration', async () => {
		await fetch();
		const config = await readFile(join(mirrorOf(), 'config'), 'utf8');
		expect(config).toBe('[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
		const files = await readdir(mirrorOf(), { recursive: true, withFileTypes: true });
		for (const file of files.filter((one) => one.isFile()))
			expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(token);
	});
});
