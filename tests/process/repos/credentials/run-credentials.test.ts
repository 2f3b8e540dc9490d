import { generateKeyPairSync } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/log.ts';
import { openRepositories } from '../../../../src/git/repos/open-repositories.ts';
import type { AddFlags, CredentialsRequest } from '../../../../src/process/repos/credentials/credential-request.ts';
import type { HostKey } from '../../../../src/process/repos/credentials/known-hosts.ts';
import { runCredentials } from '../../../../src/process/repos/credentials/run-credentials.ts';
import type { Desk } from '../../../../src/setup/desk.ts';
import { openSecrets } from '../../../../src/store/files/secret-files.ts';
import { memoryRecords } from '../../../support/repos/memory-records.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';

const secret = 'ghp_hush';
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
	.privateKey.export({ type: 'pkcs8', format: 'pem' })
	.toString();
const hostKey: HostKey = { type: 'ssh-ed25519', key: 'A'.repeat(68) };
const purpose: AddFlags = { place: 'slack:T1', host: 'git.example.org', repositories: 'acme/app,acme/web' };

interface Scene {
	/** Standard input, where nobody types. */
	readonly stdin?: string;
	/** What somebody types, in order. */
	readonly typed?: readonly string[];
}

function run(dir: TempDir, request: CredentialsRequest, { stdin = '', typed }: Scene = {}) {
	const told: string[] = [];
	const left = [...(typed ?? [])];
	const answer = async (question: string) => {
		told.push(question);
		return left.shift() ?? '';
	};
	const desk: Desk = { say: (text) => void told.push(text), ask: answer, askSecret: answer };
	const done = runCredentials(request, {
		home: dir.path,
		desk: typed && desk,
		input: (async function* () {
			yield Buffer.from(stdin);
		})(),
		write: (text) => void told.push(text),
		scan: async () => [hostKey],
	});
	return { done, told };
}

const kept = (dir: TempDir) => {
	const secrets = openSecrets(join(dir.path, 'secrets'));
	return openRepositories({ records: memoryRecords(), secrets, log: silentLogger }).credentials;
};
const address = { scheme: 'https', host: 'git.example.org', path: 'acme/web' } as const;

describe('threadsmith credentials add', () => {
	it.each<[string, Scene, AddFlags]>([
		['from standard input', { stdin: `${secret}\n` }, {}],
		['as somebody types it', { typed: [` ${secret} `] }, {}],
	])('keeps a token %s, for its place alone, in a file of its owner', async (_how, scene, flags) => {
		await using dir = await tempDir();
		const { done, told } = run(dir, { action: 'add', ...purpose, ...flags, login: 'smith' }, scene);
		expect(await done).toBe(0);
		const found = await kept(dir).for('slack:T1', address);
		expect(found).toMatchObject({
			...{ place: 'slack:T1', host: 'git.example.org', repositories: ['acme/app', 'acme/web'] },
			key: { kind: 'token', token: secret, login: 'smith' },
		});
		expect(await kept(dir).for('slack:T2', address)).toBeUndefined();
		expect(told.join('')).toContain(`/repo add https://git.example.org/acme/app --credential ${found?.id}`);
		expect(told.join('')).not.toContain(secret);
		const [file = ''] = await readdir(join(dir.path, 'secrets'));
		expect((await stat(join(dir.path, 'secrets', file))).mode & 0o077).toBe(0);
	});

	it('renews the key of one that is for just that, under its id', async () => {
		await using dir = await tempDir();
		await run(dir, { action: 'add', ...purpose }, { stdin: 'old' }).done;
		const before = await kept(dir).for('slack:T1', address);
		const repositories = 'https://git.example.org/acme/web, git.example.org/acme/app.git/';
		const again = { ...purpose, repositories, host: 'GIT.example.org:443' };
		const { done, told } = run(dir, { action: 'add', ...again }, { stdin: secret });
		await done;
		expect(told.join('')).toContain(`Replaced the key of ${before?.id}`);
		expect(await kept(dir).for('slack:T1', address)).toMatchObject({ id: before?.id, key: { token: secret } });
		expect(await kept(dir).list('slack:T1')).toHaveLength(1);
	});

	it.each(['github.com', 'www.github.com', 'API.github.com'])(
		'keeps one for GitHub under its own name: %s',
		async (host) => {
			await using dir = await tempDir();
			const repositories = 'https://github.com/acme/web';
			await run(dir, { action: 'add', ...purpose, host, repositories }, { stdin: secret }).done;
			expect(await kept(dir).for('slack:T1', { ...address, host: 'github.com' })).toMatchObject({
				...{ host: 'github.com', repositories: ['acme/web'] },
			});
		},
	);

	it('keeps a deploy key with the keys of its server that a file names', async () => {
		await using dir = await tempDir();
		const file = join(dir.path, 'key');
		await writeFile(file, pem);
		const hosts = join(dir.path, 'hosts');
		await writeFile(
			hosts,
			`# ours\nother.example ssh-rsa ${'B'.repeat(60)}\ngit.example.org ${hostKey.type} ${hostKey.key} a remark\n`,
		);
		const request = { action: 'add', ...purpose, kind: 'ssh-key', file, knownHosts: hosts } as const;
		await run(dir, request).done;
		const found = await kept(dir).for('slack:T1', { ...address, scheme: 'ssh' });
		expect(found?.key).toEqual({
			...{ kind: 'ssh-key', privateKey: pem },
			knownHosts: `git.example.org ${hostKey.type} ${hostKey.key}\n`,
		});
	});

	it('asks somebody to compare the keys of a server that no file names', async () => {
		await using dir = await tempDir();
		const request = { action: 'add', ...purpose, kind: 'ssh-key', host: 'git.example.org:2222' } as const;
		const { done, told } = run(dir, request, { typed: ['Yes', ...pem.trimEnd().split('\n')] });
		await done;
		expect(told.join('\n')).toMatch(/ssh-ed25519 SHA256:\S{43}/);
		const found = await kept(dir).for('slack:T1', { ...address, scheme: 'ssh', port: 2222 });
		expect(found?.key).toMatchObject({
			knownHosts: `[git.example.org]:2222 ${hostKey.type} ${hostKey.key}\n`,
			privateKey: pem,
		});
	});

	it('says at once what is no key, which has no last line to wait for', async () => {
		await using dir = await tempDir();
		const request = { action: 'add', ...purpose, kind: 'github-app', app: '1' } as const;
		const { done, told } = run(dir, request, { typed: ['', secret, 'more', '-----END '] });
		await expect(done).rejects.toThrow('no private RSA key');
		expect(told.filter((text) => text.startsWith('That is not how a private key begins'))).toHaveLength(1);
		const fine = run(dir, request, { typed: ['', ...pem.trimEnd().split('\n')] });
		expect(await fine.done).toBe(0);
		expect(fine.told.join('')).not.toContain('That is not how');
	});

	it('keeps the key of a GitHub App', async () => {
		await using dir = await tempDir();
		const request = { action: 'add', ...purpose, kind: 'github-app', app: 'Iv1.12345', installation: '77' } as const;
		await run(dir, request, { stdin: pem }).done;
		expect((await kept(dir).for('slack:T1', address))?.key).toEqual({
			...{ kind: 'github-app', app: 'Iv1.12345', installation: '77' },
			privateKey: pem,
		});
	});

	it.each<[string, AddFlags, Scene]>([
		['It is not said whose it is', { ...purpose, place: '' }, {}],
		['"T1" is no place', { ...purpose, place: 'T1' }, {}],
		['"slack:T1/U2" is no place', { ...purpose, place: 'slack:T1/U2' }, {}],
		['"https://github.com" is no host', { ...purpose, host: 'https://github.com' }, {}],
		['"-oProxyCommand=x" is no host', { ...purpose, host: '-oProxyCommand=x' }, {}],
		['"git.example.org:99999" is no host', { ...purpose, host: 'git.example.org:99999' }, {}],
		['It is not said which repositories it is for', { ...purpose, repositories: ' , ' }, {}],
		['"acme/../app" is no repository’s path'.replace('’', "'"), { ...purpose, repositories: 'acme/../app' }, {}],
		['"https://other.example/acme/app" is no', { ...purpose, repositories: 'https://other.example/acme/app' }, {}],
		['"*" is no repository\'s path', { ...purpose, repositories: '*' }, {}],
		['"password" is no kind of key', { ...purpose, kind: 'password' }, {}],
		['--login is for --kind token, not for ssh-key', { ...purpose, kind: 'ssh-key', login: 'x' }, {}],
		['--login is the name', { ...purpose, login: 'a b' }, {}],
		['--app is for --kind github-app, not for token', { ...purpose, app: '1' }, { stdin: pem }],
		['--installation is for --kind github-app', { ...purpose, installation: '1' }, {}],
		['--known-hosts is for --kind ssh-key', { ...purpose, knownHosts: '/x' }, {}],
		['A GitHub App needs its id', { ...purpose, kind: 'github-app' }, {}],
		['A GitHub App needs its id', { ...purpose, kind: 'github-app', app: 'https://github.com/apps/smith' }, {}],
		[
			'"…/installations/77" is no installation',
			{ ...purpose, kind: 'github-app', app: '1', installation: '…/installations/77' },
			{},
		],
		[
			'for repositories of one owner',
			{ ...purpose, kind: 'github-app', app: '1', repositories: 'acme/app,other/web' },
			{},
		],
		['No token was given', purpose, {}],
		['What was given is no token', purpose, { stdin: 'two words' }],
		['What came on standard input is no key', purpose, { stdin: 'x'.repeat(70_000) }],
		['Nobody is here to confirm', { ...purpose, kind: 'ssh-key' }, { stdin: pem }],
		['were not confirmed', { ...purpose, kind: 'ssh-key' }, { typed: ['y'] }],
		['What was given is no private RSA key', { ...purpose, kind: 'github-app', app: '1' }, { stdin: secret }],
		['Cannot read', { ...purpose, file: '/nowhere/key' }, {}],
	])('says %j, keeps nothing and repeats no key', async (what, flags, scene) => {
		await using dir = await tempDir();
		const { done, told } = run(dir, { action: 'add', ...flags }, scene);
		const error = await done.catch((thrown: unknown) => thrown);
		expect(String(error)).toContain(what);
		expect(`${error}${told.join('')}`).not.toContain(scene.stdin?.trim() || 'never');
		expect(await kept(dir).list('slack:T1')).toEqual([]);
	});
});

describe('threadsmith credentials', () => {
	it('lists for what there are some, never keys, and names damaged ones', async () => {
		await using dir = await tempDir();
		const none = run(dir, { action: 'list' });
		await none.done;
		expect(none.told).toEqual(['There is no credential\n']);
		await run(dir, { action: 'add', ...purpose }, { stdin: secret }).done;
		await writeFile(join(dir.path, 'secrets', 'git.c-00000000000f.json'), '{');
		const { done, told } = run(dir, { action: 'list' });
		await done;
		expect(told.join('')).toMatch(
			/^c-[0-9a-f]{12} {2}slack:T1 {2}git\.example\.org {2}token {2}acme\/app,acme\/web\nc-00000000000f {2}is damaged and not used/,
		);
		expect(told.join('')).not.toContain(secret);
	});

	it('removes one, damaged or not, and names what is not there', async () => {
		await using dir = await tempDir();
		await run(dir, { action: 'add', ...purpose }, { stdin: secret }).done;
		await writeFile(join(dir.path, 'secrets', 'git.c-00000000000f.json'), '{');
		const [one] = await kept(dir).list('slack:T1');
		for (const id of [one?.id ?? '', 'c-00000000000f']) await run(dir, { action: 'remove', id }).done;
		expect(await readdir(join(dir.path, 'secrets'))).toEqual([]);
		await expect(run(dir, { action: 'remove', id: 'c-1' }).done).rejects.toThrow('There is no credential "c-1"');
	});

	it('leaves other secrets alone', async () => {
		await using dir = await tempDir();
		const secrets = openSecrets(join(dir.path, 'secrets'));
		await secrets.write('other', { token: secret });
		const { done, told } = run(dir, { action: 'list' });
		await done;
		expect(told).toEqual(['There is no credential\n']);
		expect(await readFile(join(dir.path, 'secrets', 'other.json'), 'utf8')).toContain(secret);
		await chmod(join(dir.path, 'secrets'), 0o700);
	});
});
