import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../../../src/demo/git-server/make-repository.ts';
import { token, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { pointerTo } from '../../support/git-server/lfs-stand-in.ts';
import { attributes, type FollowGround, followGround } from './follow-ground.ts';

let ground: FollowGround;
beforeEach(async () => {
	ground = await followGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const libTip = () => ground.lib.git('rev-parse', 'main');
const libUrl = () => `${ground.url}/acme/lib`;
const lfsUrl = () => `${ground.url}/acme/app.git/info/lfs`;
const section = (path: string, url: string, name = path.replaceAll(/\W/g, 'x')) =>
	`[submodule "${name}"]\n\tpath = ${path}\n\turl = ${url}\n`;

describe('A submodule', () => {
	it('is followed by exactly the address that was allowed, and by no other', async () => {
		const { url } = ground;
		const others: Readonly<Record<string, string>> = {
			program: '"ext::sh -c touch% /tmp/evil"',
			file: 'file:///etc',
			path: '/srv/git/lib',
			capital: `${url}/acme/Lib`,
			slash: `${url}/acme/lib/`,
			user: `${url.replace('//', '//me:hidden@')}/acme/lib`,
			encoded: `${url}/acme/%6cib`,
			port: 'https://git.example.org/acme/lib',
			plain: libUrl().replace('https', 'http'),
			above: '../../../../acme/lib',
			query: `${url}/acme/lib?x`,
			other: `${url}/acme/other`,
		};
		const tip = await libTip();
		const all = Object.entries(others);
		const commit = await ground.commit(
			{ '.gitmodules': [...all, ['good', '../lib'] as const].map(([path, from]) => section(path, from)).join('') },
			{ ...Object.fromEntries(all.map(([path]) => [path, tip])), good: tip, unsaid: tip },
		);
		const { followed, notFollowed } = await ground.fetch(libUrl());
		expect(followed?.submodules).toEqual(['good']);
		expect([...notFollowed].sort()).toEqual([...Object.keys(others), 'unsaid'].sort());
		expect(followed?.problems).toHaveLength(all.length + 1);
		for (const [path] of all)
			expect(followed?.problems).toContainEqual(
				expect.stringMatching(`^The submodule "${path}" was not followed: no admin has allowed `),
			);
		expect(JSON.stringify(followed)).not.toContain('hidden');
		const files = await ground.handedOut(commit);
		expect(files).toMatchObject({ 'good/lib.js': 'lib\n', program: `commit ${tip}` });
		expect(ground.server.seen.some(({ url }) => url.includes('other'))).toBe(false);
	});

	it.each([
		['-u./evil', 'lib'],
		['../lib', '-x'],
	])('that is an option for a program is refused with its repository: %s at %s', async (url, path) => {
		await ground.commit({ '.gitmodules': section(path, url) }, { lib: await libTip() });
		const fetched = await ground.git.fetch(ground.follows(libUrl()), undefined, watch());
		expect(whyOf(fetched)).toContain('damaged or not right: nothing was taken');
	});

	it('is where the tree has it, whatever .gitmodules says of paths', async () => {
		const tip = await libTip();
		const paths = ['../..', '.git/hooks', '/etc', 'README.md', 'src', 'lib/../x'];
		const text = paths.map((path) => section(path, '../lib')).join('');
		const commit = await ground.commit(
			{ '.gitmodules': text + section('LIB', '../lib') + section('lib', '../lib') },
			{
				...{ lib: tip, LIB: tip },
			},
		);
		const { followed } = await ground.fetch(libUrl());
		expect(followed?.submodules).toEqual([]);
		expect(followed?.problems).toEqual(
			['LIB', 'lib'].map(
				(path) => `The submodule "${path}" was not followed: some systems cannot tell its name from another one.`,
			),
		);
		expect(Object.keys(await ground.handedOut(commit)).sort()).toEqual(
			['.gitmodules', 'LIB', 'README.md', 'lib', 'src/app.js'].sort(),
		);
	});

	it('is not followed where two are said to be at its path', async () => {
		const tip = await libTip();
		await ground.commit({ '.gitmodules': section('lib', '../lib', 'a') + section('lib', '../lib', 'b') }, { lib: tip });
		expect((await ground.fetch(libUrl())).followed?.problems).toEqual([
			'The submodule "lib" was not followed: .gitmodules says more than one thing of it.',
		]);
	});

	it('that has others has them named, and none of them is fetched', async () => {
		const { lib, commit, fetch, handedOut } = ground;
		const inner = await lib.git('rev-parse', 'main');
		const who = 'A <a@example.org> 1700002000 +0000';
		const made = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 1\nx\nfrom refs/heads/main^0\nM 160000 ${inner} inner\n\n`;
		await lib.input(['fast-import', '--quiet', '--force'], made);
		await lib.commit('main', { '.gitmodules': section('inner', '../lib') });
		const at = await commit({ '.gitmodules': section('lib', '../lib') }, { lib: await libTip() });
		expect(await fetch(libUrl())).toMatchObject({
			followed: { submodules: ['lib'], problems: ['"lib/inner" is a submodule of a submodule, and was not followed.'] },
			notFollowed: ['lib/inner'],
		});
		const files = await handedOut(at);
		expect(files).toMatchObject({ 'lib/lib.js': 'lib\n' });
		expect(files).not.toHaveProperty('lib/inner');
	});

	it('that cannot be had is told in a sentence, and the repository is there all the same', async () => {
		const { commit, fetch, handedOut, folders, tokens } = ground;
		const text = { '.gitmodules': section('lib', '../lib') + section('big', '../big') + section('shut', '../shut') };
		const big = await makeRepository(folders.served, {
			...{ path: 'acme/big', branches: { main: [{ 'big.txt': 'x'.repeat(49_999_990) }] } },
		});
		await makeRepository(folders.served, { path: 'acme/shut', branches: { main: [{ a: 'a\n' }] } });
		tokens.set(token, { 'acme/app': 'write', 'acme/lib': 'read', 'acme/big': 'read' });
		const at = await commit(text, {
			lib: 'f'.repeat(40),
			big: await big.git('rev-parse', 'main'),
			shut: 'e'.repeat(40),
		});
		const { followed, notFollowed } = await fetch(libUrl(), `${ground.url}/acme/big`, `${ground.url}/acme/shut`);
		expect(followed?.submodules).toEqual([]);
		expect(notFollowed).toEqual(['big', 'lib', 'shut']);
		expect(followed?.problems).toEqual([
			expect.stringMatching(/"big" was not followed: .*larger/),
			expect.stringMatching(/"lib" was not followed: .*commit/),
			expect.stringMatching(/"shut" was not followed: /),
		]);
		expect(Object.keys(await handedOut(at))).toContain('README.md');
	});

	it('leaves no mirror of its own behind', async () => {
		const { readdir } = await import('node:fs/promises');
		await ground.commit({ '.gitmodules': section('lib', '../lib') }, { lib: await libTip() });
		await ground.fetch(libUrl());
		const left = (await readdir(ground.folders.mirrors)).filter((name) => name.startsWith('r-'));
		expect(left).toEqual([`${ground.access.repository.id}.git`]);
	});
});

describe('A pointer of LFS', () => {
	const oid = 'ab'.repeat(32);

	it('stays where its file cannot be had, and each reason is told once', async () => {
		const pointer = ground.lfs.add('here\n');
		const commit = await ground.commit({
			...attributes,
			'a.bin': pointer,
			'b.bin': pointerTo(oid, 5),
			'c.bin': pointerTo('cd'.repeat(32), 7),
			'huge.bin': pointerTo('ef'.repeat(32), '1000000000000000000'),
		});
		expect(await ground.fetch(lfsUrl())).toMatchObject({
			notFollowed: ['b.bin', 'c.bin', 'huge.bin'],
			followed: {
				files: 1,
				problems: [
					'"b.bin" and 1 more of LFS could not be had: its server says "Object does not exist".',
					'"huge.bin" of LFS could not be had: it is larger than 100 MB.',
				],
			},
		});
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': 'here\n', 'b.bin': pointerTo(oid, 5) });
	});

	it('stays where the server is away, refuses us or lies, and is followed once it does not', async () => {
		const commit = await ground.commit({ ...attributes, 'a.bin': ground.lfs.add('here\n') });
		const problems = async () => (await ground.fetch(lfsUrl())).followed?.problems.join();
		ground.lfs.fault = { batch: (response) => response.writeHead(401).end() };
		expect(await problems()).toContain('refuses it to us');
		ground.lfs.fault = { batch: (response) => response.destroy() };
		expect(await problems()).toContain('cannot be reached, or broke off');
		ground.lfs.fault = { file: (response) => response.end('evil\n') };
		expect(await problems()).toContain('is not what its pointer says');
		ground.lfs.fault = {
			file: (response) => {
				response.writeHead(200, { 'content-length': '5' }).write('he');
				setImmediate(() => response.destroy());
			},
		};
		expect(await problems()).toContain('broke off');
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': expect.stringMatching(/^version/) });
		delete ground.lfs.fault;
		expect(await problems()).toBe('');
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': 'here\n' });
	});

	it('is none where no attributes speak of LFS', async () => {
		const pointer = ground.lfs.add('here\n');
		const commit = await ground.commit({ 'a.bin': pointer });
		expect((await ground.fetch(lfsUrl())).followed).toMatchObject({ files: 0, problems: [] });
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': pointer });
	});

	it('stays where our credential is of no use, and that is told', async () => {
		await ground.commit({ ...attributes, 'a.bin': ground.lfs.add('here\n') });
		const { follow = [], ...access } = ground.follows(lfsUrl());
		const key = { kind: 'github-app', app: '1', privateKey: 'none' } as const;
		const gone = follow.map(({ credential, ...one }) => ({
			...one,
			...(credential && { credential: { ...credential, key } }),
		}));
		expect(await ground.git.fetch({ ...access, follow: gone }, undefined, watch())).toMatchObject({
			followed: { problems: ['"a.bin" of LFS could not be had: its server refuses it to us: There is no app.'] },
		});
	});

	it('is followed to no server that was not named', async () => {
		await ground.commit({
			...attributes,
			'.lfsconfig': `[lfs]\n\turl = ${lfsUrl()}\n`,
			'a.bin': ground.lfs.add('here\n'),
		});
		expect(await ground.fetch(libUrl())).toMatchObject({ notFollowed: ['a.bin'], followed: { files: 0 } });
		expect(ground.lfs.seen).toEqual([]);
	});
});
