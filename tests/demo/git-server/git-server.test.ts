import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../../src/demo/git-server/certificate.ts';
import { type GitServer, startGitServer } from '../../../src/demo/git-server/git-server.ts';
import { makeRepository, type ServedRepository } from '../../../src/demo/git-server/make-repository.ts';
import type { Grants } from '../../../src/demo/git-server/serve-git.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

let temp: TempDir;
let server: GitServer;
let served: ServedRepository;
const tokens = new Map<string, Grants>();
beforeEach(async () => {
	temp = await tempDir();
	tokens.clear();
	tokens.set('writes', { 'acme/app': 'write' }).set('reads', { 'acme/app': 'read' });
	server = await startGitServer({ folder: temp.path, tokens, open: ['acme/open'] });
	for (const path of ['acme/open', 'acme/app'])
		served = await makeRepository(temp.path, { path, branches: { main: [{ 'a.txt': 'a\n' }] }, protects: ['main'] });
});
afterEach(async () => {
	await server[Symbol.asyncDispose]();
	await temp[Symbol.asyncDispose]();
});

/** Anybody's git. */
async function git(...args: string[]): Promise<string> {
	const env = {
		PATH: process.env['PATH'],
		HOME: temp.path,
		GIT_TERMINAL_PROMPT: '0',
		GIT_SSL_CAINFO: server.caFile,
		LC_ALL: 'C',
	};
	const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
	const ended = await promisify(execFile)('git', [...who, ...args], { env, cwd: temp.path }).catch(
		(error: { stdout: string; stderr: string }) => error,
	);
	return ended.stdout + ended.stderr;
}

const urlFor = (token: string, path = 'acme/app') =>
	`${server.url.replace('https://', `https://x:${token}@`)}/${path}.git`;

describe('startGitServer()', () => {
	it('serves a clone and takes a push by a token, as any git server does', async () => {
		await git('clone', '--quiet', urlFor('writes'), 'work');
		const work = join(temp.path, 'work');
		expect(await readFile(join(work, 'a.txt'), 'utf8')).toBe('a\n');
		await git('-C', work, 'commit', '--quiet', '--allow-empty', '-m', 'x');
		expect(await git('-C', work, 'push', 'origin', 'HEAD:refs/heads/side')).toContain('[new branch]');
		expect(await served.git('rev-list', '--count', 'side')).toBe('2');
		expect(await git('-C', work, 'push', 'origin', 'HEAD:main')).toContain('GH006: Protected branch');
		expect(await git('-C', work, 'push', urlFor('reads'), 'HEAD:refs/heads/other')).toContain('403');
	});

	it('shows what is open to everybody, and nothing else to those without a token', async () => {
		expect(await git('ls-remote', `${server.url}/acme/open.git`)).toContain('refs/heads/main');
		expect(await git('ls-remote', `${server.url}/acme/app.git`)).toContain('could not read Username');
		expect(await git('ls-remote', urlFor('none'))).toContain('Authentication failed');
		tokens.set('other', {});
		expect(await git('ls-remote', urlFor('other'))).toContain('not found');
	});

	it('serves nothing beside the repositories', async () => {
		for (const path of ['acme/app.git/config', 'authority.pem', 'acme/app.git/objects/info/packs'])
			expect(await git('ls-remote', urlFor('writes', path))).not.toContain('refs/heads/main');
		expect(await git('-c', 'http.sslVerify=false', 'ls-remote', urlFor('writes', 'acme/none'))).toContain('not found');
	});
});

describe('makeCertificates()', () => {
	it('makes an authority, and a certificate by it for these names alone', () => {
		const { authority, server: own } = makeCertificates(['git.example.org', '127.0.0.1'], Date.now());
		const [root, leaf] = [new X509Certificate(authority.cert), new X509Certificate(own.cert)];
		expect(leaf.verify(root.publicKey)).toBe(true);
		expect(leaf.checkIssued(root)).toBe(true);
		expect([root.ca, leaf.ca]).toEqual([true, false]);
		expect(leaf.checkHost('git.example.org')).toBe('git.example.org');
		expect(leaf.checkIP('127.0.0.1')).toBe('127.0.0.1');
		expect(leaf.checkHost('example.org')).toBeUndefined();
	});
});
