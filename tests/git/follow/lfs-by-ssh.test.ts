import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPass } from '../../../src/git/follow/lfs/pass-by-ssh.ts';
import type { Access } from '../../../src/git/repository.ts';
import { fetchedOf, host, token, watch } from '../../support/git-server/git-ground.ts';
import { type SshServer, startSshServer, whyNoSsh } from '../../support/git-server/ssh-server.ts';
import { attributes, type FollowGround, followGround } from './follow-ground.ts';

if (whyNoSsh !== undefined) process.stdout.write(`tests of LFS over ssh are skipped: ${whyNoSsh}\n`);

const basic = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;

describe.skipIf(whyNoSsh !== undefined)('Files of LFS of a repository with a deploy key', () => {
	let ground: FollowGround;
	let server: SshServer;
	let plain: SshServer;
	let pass: string;
	let commit: string;
	beforeAll(async () => {
		ground = await followGround();
		const repositories = ground.folders.served;
		pass = join(repositories, 'pass.json');
		server = await startSshServer({ folder: join(repositories, 'sshd'), repositories, pass });
		plain = await startSshServer({ folder: join(repositories, 'sshd-plain'), repositories });
		commit = await ground.commit({ ...attributes, 'a.bin': ground.lfs.add('over ssh\n') });
	});
	afterAll(async () => {
		await server[Symbol.asyncDispose]();
		await plain[Symbol.asyncDispose]();
		await ground[Symbol.asyncDispose]();
	});

	/** Follows the server of LFS that a host tells of. */
	function access(at = server, key = at.key, hostKey = at.hostKey): Access {
		const { repository, credential } = ground.access;
		if (!credential) throw new Error('no credential');
		const address = { scheme: 'ssh', host, port: at.port, path: 'acme/app', login: at.login } as const;
		const knownHosts = `[${host}]:${at.port} ${hostKey}`;
		const own = {
			...credential,
			...{
				host: `${host}:${at.port}`,
				key: { kind: 'ssh-key' as const, privateKey: at.key, knownHosts: `[${host}]:${at.port} ${at.hostKey}` },
			},
		};
		const other = { ...own, key: { kind: 'ssh-key' as const, privateKey: key, knownHosts } };
		const url = `ssh://${at.login}@${host}:${at.port}/acme/app.git/info/lfs`;
		return {
			repository: { ...repository, address },
			credential: own,
			follow: [{ kind: 'lfs', address, url, credential: other }],
		};
	}

	const problems = async (how: Access) => fetchedOf(await ground.git.fetch(how, undefined, watch())).followed?.problems;

	it('cannot be had where the host tells of no server, does not take the key, or is another one', async () => {
		expect(await problems(access(plain))).toEqual([
			`"a.bin" of LFS could not be had: ${host} gives nobody a pass to files of LFS by ssh (git-lfs-authenticate), or not to this key.`,
		]);
		expect(await problems(access(server, server.otherKey))).toEqual([
			`"a.bin" of LFS could not be had: ${host} did not take the deploy key.`,
		]);
		expect(await problems(access(server, server.key, server.otherHostKey))).toEqual([
			expect.stringContaining('has another host key than the one that was given'),
		]);
		const [named] = access().follow ?? [];
		if (!named) throw new Error('nothing is followed');
		const { credential: _none, ...bare } = named;
		expect(await problems({ ...access(), follow: [bare] })).toEqual([
			`"a.bin" of LFS could not be had: there is no deploy key for acme/app at ${host}: the operator adds one.`,
		]);
	});

	it.each([
		['no JSON', 'Welcome to this machine\n', 'in a form that is not understood'],
		['a megabyte', 'x'.repeat(1_000_000), 'in a form that is not understood'],
		[
			'another host at a private address',
			JSON.stringify({ href: 'https://127.0.0.1:1/lfs' }),
			'not on the public internet',
		],
	])('cannot be had where the host answers with %s', async (_name, answer, why) => {
		await writeFile(pass, answer);
		expect(await problems(access())).toEqual([expect.stringContaining(why)]);
	});

	it('come with what the host tells that key, and no file of the key stays', async () => {
		const href = `${ground.url}/acme/app.git/info/lfs/`;
		await writeFile(pass, `${JSON.stringify({ href, header: { Authorization: basic }, expires_in: 600 })}\n`);
		expect(await problems(access())).toEqual([]);
		expect(await ground.handedOut(commit)).toMatchObject({ 'a.bin': 'over ssh\n' });
		expect(ground.lfs.seen[0]).toEqual({ url: '/acme/app.git/info/lfs/objects/batch', authorization: basic });
		expect(await readdir(ground.folders.keys)).toEqual([]);
	});

	it('that are at hand take no connection', async () => {
		const before = server.log().length;
		expect(await problems(access())).toEqual([]);
		expect(
			server
				.log()
				.slice(before)
				.match(/Accepted publickey/g),
		).toHaveLength(1);
	});
});

const address = { scheme: 'ssh', host: 'git.example.org', path: 'acme/app', login: 'git' } as const;
const href = 'https://lfs.example.net/acme/app';

describe('What git-lfs-authenticate answers', () => {
	it('is a server, whoever it is, and what it is to be sent', () => {
		expect(readPass(JSON.stringify({ href, header: { Authorization: 'RemoteAuth x' } }), address)).toEqual({
			...{ kind: 'server', url: href, headers: { authorization: 'RemoteAuth x' }, mayBePrivate: false },
		});
		expect(readPass('{}', address)).toEqual({
			...{ kind: 'server', url: 'https://git.example.org/acme/app.git/info/lfs', headers: {}, mayBePrivate: true },
		});
		expect(readPass(JSON.stringify({ href: 'https://git.example.org:3000/x//', header: null }), address)).toMatchObject(
			{
				...{ url: 'https://git.example.org:3000/x', mayBePrivate: true },
			},
		);
	});

	it.each([
		['', 'a form'],
		['[]', 'a form'],
		['null', 'a form'],
		['{"href":1}', 'a form'],
		['{"href":"here"}', 'a form'],
		['{"header":{"x":1}}', 'a form'],
		[`{"href":"https://a.example/${'x'.repeat(9_000)}"}`, 'a form'],
		['{"href":"https://a.example/x?to=b"}', 'a form'],
		['{"href":"http://git.example.org/x"}', 'no https leads'],
		['{"href":"file:///etc"}', 'no https leads'],
		['{"href":"https://me:it@git.example.org/x"}', 'a password'],
		['{"header":{"Host":"metadata"}}', 'headers'],
		['{"header":{"X-A":"a\\r\\nHost: b"}}', 'headers'],
	])('is refused as %s', (answer, why) => {
		expect(readPass(answer, address)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
	});
});
