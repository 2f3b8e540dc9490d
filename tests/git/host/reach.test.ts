import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGitServer } from '../../../src/demo/git-server/git-server.ts';
import type { Trouble } from '../../../src/demo/git-server/trouble.ts';
import type { GitOptions } from '../../../src/git/create-git.ts';
import type { Access } from '../../../src/git/repository.ts';
import { startConnectProxy } from '../../support/fake-index/connect-proxy.ts';
import { accessTo, type GitGround, gitGround, host, token, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { waitFor } from '../../support/wait-for.ts';
import { aliveWith } from './probe.ts';

let ground: GitGround;
beforeEach(async () => {
	ground = await gitGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const fetch = (access = ground.access, git = ground.git) => git.fetch(access, undefined, watch());
const why = async (access?: Access, git?: Parameters<typeof fetch>[1]) => whyOf(await fetch(access, git));

function reaching(changed: Partial<GitOptions['reach']>, bounds?: GitOptions['bounds']) {
	const rules: GitOptions['reach'] = {
		privateHosts: [host],
		lookUp: async () => [{ address: '127.0.0.1' }],
		caFile: ground.server.caFile,
		tokenOf: async () => ({ kind: 'refused', why: 'There is no app.' }),
	};
	return ground.other({ reach: { ...rules, ...changed }, ...(bounds && { bounds }) });
}

describe('a server that gives nothing', () => {
	const port = () => ground.server.port;

	it('says what it lacks, in one sentence', async () => {
		const none: Access = { repository: ground.access.repository };
		expect(await why(none)).toBe(`${host} wants a credential for it.`);
		expect(await why(accessTo('acme/app', port(), 'wrong'))).toContain('did not take the credential');
		ground.tokens.set('other', { 'acme/other': 'read' });
		expect(await why(accessTo('acme/app', port(), 'other'))).toBe(
			`${host} has no repository acme/app, or none that the credential is for.`,
		);
	});

	it('is not asked again with a token that was revoked meanwhile', async () => {
		expect(await fetch()).toMatchObject({ kind: 'fetched' });
		ground.tokens.clear();
		expect(await why()).toContain('was revoked');
	});

	const troubles: readonly [Trouble, string][] = [
		[{ kind: 'redirect', to: 'https://git.elsewhere.org' }, 'leads to another address, which is not followed'],
		[{ kind: 'status', status: 401 }, 'did not take the credential'],
		[{ kind: 'status', status: 403 }, 'too weak'],
		[{ kind: 'status', status: 404 }, 'has no repository acme/app'],
		[{ kind: 'status', status: 410 }, 'has no repository acme/app'],
		[{ kind: 'status', status: 418 }, 'did not take the request'],
		[{ kind: 'status', status: 429 }, 'no more requests for now'],
		[{ kind: 'status', status: 500 }, 'trouble of its own'],
		[{ kind: 'status', status: 503 }, 'trouble of its own'],
		[{ kind: 'cut', after: 10 }, 'was lost'],
		[{ kind: 'cut', after: 300, at: /upload-pack$/ }, 'was lost'],
	];
	it.each(troubles)('%j is one sentence', async (trouble, words) => {
		ground.server.setTrouble(trouble);
		const sentence = await why();
		expect(sentence).toContain(words);
		expect(sentence).toMatch(/^[^\n]{10,250}\.$/);
		expect(sentence).not.toContain(token);
		ground.server.setTrouble(undefined);
		expect(await fetch()).toMatchObject({ kind: 'fetched' });
	});

	it('leads nobody elsewhere: not even a connection is made', async () => {
		let connections = 0;
		await using elsewhere = createServer((socket) => {
			connections += 1;
			socket.destroy();
		}).listen(0, '127.0.0.1');
		await waitFor(() => elsewhere.listening, 'the other server');
		const address = elsewhere.address();
		const to = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
		// At once, and when the credential was taken already.
		for (const at of [/./, /\/git-upload-pack$/]) {
			ground.server.setTrouble({ kind: 'redirect', to, at });
			expect(await why()).toContain('leads to another address');
		}
		expect(connections).toBe(0);
	});

	it('that is down is told to be out of reach', async () => {
		await ground.server[Symbol.asyncDispose]();
		expect(await why()).toBe(`${host} cannot be reached: try again later.`);
	});

	it('that hangs is left after a while', async () => {
		const git = reaching({}, { askMs: 300 });
		ground.server.setTrouble({ kind: 'hangs' });
		expect(await why(ground.access, git)).toBe(`${host} took too long.`);
	});

	it('that hangs in the middle is left after a while, and may be asked again', async () => {
		ground.server.setTrouble({ kind: 'hangs', at: /\/git-upload-pack$/ });
		await using slow = ground.other({ bounds: { askMs: 400 } });
		expect(await why(ground.access, slow)).toBe(`${host} took too long.`);
		ground.server.setTrouble(undefined);
		expect(await fetch()).toMatchObject({ kind: 'fetched' });
	});

	it('that hangs is left at once by who asked, and nothing is alive', async () => {
		ground.server.setTrouble({ kind: 'hangs' });
		const abort = new AbortController();
		const dir = join(ground.folders.mirrors, 'nowhere.git');
		const fetching = ground.git.fetch(ground.access, undefined, { signal: abort.signal });
		await waitFor(async () => (await aliveWith(dir)).length >= 2, 'git and its helper');
		abort.abort(new Error('enough'));
		await expect(fetching).rejects.toThrow('enough');
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('is left when this process ends', async () => {
		ground.server.setTrouble({ kind: 'hangs' });
		const dir = join(ground.folders.mirrors, 'nowhere.git');
		const fetching = fetch().catch((error: Error) => error.message);
		await waitFor(async () => (await aliveWith(dir)).length >= 2, 'git and its helper');
		await ground.git[Symbol.asyncDispose]();
		expect(await fetching).toBe('Threadsmith is ending');
		expect(await aliveWith(dir)).toEqual([]);
	});
});

describe('a certificate', () => {
	it('of nobody who is known is not taken', async () => {
		const git = reaching({ caFile: undefined });
		expect(await why(ground.access, git)).toContain('GIT_CA_FILE');
		expect(ground.server.seen).toEqual([]);
	});

	it('for another name is not taken', async () => {
		await using other = await startGitServer({
			folder: join(ground.folders.served, 'x'),
			tokens: ground.tokens,
			names: ['x.org'],
		});
		const git = reaching({ caFile: other.caFile });
		expect(await why(accessTo('acme/app', other.port, token), git)).toContain('certificate');
		expect(other.seen).toEqual([]);
	});
});

describe('a host', () => {
	it('with a private address is refused, also where it has public ones', async () => {
		const near = ['127.0.0.1', '10.0.0.7', '169.254.169.254', '192.168.1.1', '100.64.0.1', '0.0.0.0'];
		for (const address of [...near, '::1', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']) {
			const git = reaching({ privateHosts: [], lookUp: async () => [{ address: '93.184.216.34' }, { address }] });
			expect(await why(ground.access, git), address).toContain('GIT_PRIVATE_HOSTS');
		}
		expect(ground.server.seen).toEqual([]);
	});

	it('may be private where the operator has named it, for all ports or for one', async () => {
		const { port } = ground.server;
		expect(await fetch(ground.access, reaching({ privateHosts: [`${host}:${port}`] }))).toMatchObject({
			kind: 'fetched',
		});
		expect(await why(ground.access, reaching({ privateHosts: [`${host}:1`] }))).toContain('GIT_PRIVATE_HOSTS');
		expect(await why(ground.access, reaching({ privateHosts: ['example.org'] }))).toContain('GIT_PRIVATE_HOSTS');
	});

	it('that nobody knows is told', async () => {
		const lookUp = () => Promise.reject(new Error('ENOTFOUND'));
		expect(await why(ground.access, reaching({ lookUp }))).toBe(`There is no host ${host}.`);
		expect(await why(ground.access, reaching({ lookUp: async () => [] }))).toBe(`There is no host ${host}.`);
		expect(await why(ground.access, reaching({ lookUp: async () => [{ address: 'a,b' }] }))).toContain('no host');
	});

	it('is looked up once, and git connects to what was looked at, whatever the name comes to mean', async () => {
		let asked = 0;
		const lookUp = async () => {
			asked += 1;
			return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254' }];
		};
		// No resolver of this machine knows the name: git reaches the server by the pinned address alone.
		expect(await fetch(ground.access, reaching({ lookUp }))).toMatchObject({ kind: 'fetched' });
		expect(asked).toBe(1);
	});

	it('gets no credential that is for another one, or another port', async () => {
		const { credential, repository } = ground.access;
		if (!credential) throw new Error('no credential');
		for (const other of ['github.com', host, `${host}:1`, `evil.${host}:${ground.server.port}`])
			expect(await why({ repository, credential: { ...credential, host: other } })).toContain('for another host');
		expect(ground.server.seen).toEqual([]);
	});

	it('gets no key that is of another kind', async () => {
		const { credential, repository } = ground.access;
		if (!credential) throw new Error('no credential');
		const key = { kind: 'ssh-key', privateKey: 'x', knownHosts: 'x' } as const;
		expect(await why({ repository, credential: { ...credential, key } })).toContain('deploy key');
		const address = { ...repository.address, scheme: 'ssh' } as const;
		expect(await why({ credential, repository: { ...repository, address } })).toContain('A token is of no use for ssh');
	});
});

describe('a proxy', () => {
	it('is gone through, and is told only the name', async () => {
		await using proxy = await startConnectProxy({ [host]: ground.server.port });
		const lookUp = () => Promise.reject(new Error('looked up here'));
		const git = reaching({ privateHosts: [], proxy: proxy.url, lookUp });
		expect(await fetch(ground.access, git)).toMatchObject({ kind: 'fetched' });
		expect(new Set(proxy.asked)).toEqual(new Set([`${host}:${ground.server.port}`]));
	});

	it('is not gone through to hosts that the operator has named or excepted, nor to private addresses', async () => {
		await using proxy = await startConnectProxy({});
		expect(await fetch(ground.access, reaching({ proxy: proxy.url }))).toMatchObject({ kind: 'fetched' });
		const { repository } = ground.access;
		const address = { ...repository.address, host: '127.0.0.1' };
		const near: Access = { repository: { ...repository, address } };
		expect(await why(near, reaching({ proxy: proxy.url }))).toContain('GIT_PRIVATE_HOSTS');
		const excepted = reaching({ privateHosts: [], proxy: proxy.url, noProxy: 'example.org' });
		expect(await why(ground.access, excepted)).toContain('GIT_PRIVATE_HOSTS');
		expect(proxy.asked).toEqual([]);
	});

	it('that does not let through is told', async () => {
		await using proxy = await startConnectProxy({});
		const sentence = await why(ground.access, reaching({ privateHosts: [], proxy: proxy.url }));
		expect(sentence).toBe(`${host} cannot be reached through this machine’s proxy.`);
	});
});

describe('an app', () => {
	it('is reached by the token that is made of its key', async () => {
		const { credential, repository } = ground.access;
		if (!credential) throw new Error('no credential');
		const key = { kind: 'github-app', app: '1', privateKey: 'k' } as const;
		const access = { repository, credential: { ...credential, key } };
		expect(
			await fetch(access, reaching({ tokenOf: async ({ key: { app } }) => (app === '1' ? token : '') })),
		).toMatchObject({
			kind: 'fetched',
		});
		expect(await why(access)).toBe('There is no app.');
	});
});
