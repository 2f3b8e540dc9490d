import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../src/git/repository.ts';
import { fetchedOf, type GitGround, gitGround, host, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { type SshServer, startSshServer, whyNoSsh } from '../../support/git-server/ssh-server.ts';
import { staged } from '../../support/git-server/staged.ts';

if (whyNoSsh !== undefined) process.stdout.write(`tests of deploy keys are skipped: ${whyNoSsh}\n`);

describe.skipIf(whyNoSsh !== undefined)('a deploy key', () => {
	let ground: GitGround;
	let server: SshServer;
	let readOnly: SshServer;
	beforeAll(async () => {
		ground = await gitGround();
		const repositories = ground.folders.served;
		server = await startSshServer({ folder: join(repositories, 'sshd'), repositories });
		readOnly = await startSshServer({ folder: join(repositories, 'sshd-read-only'), repositories, mayPush: false });
	});
	afterAll(async () => {
		await server[Symbol.asyncDispose]();
		await readOnly[Symbol.asyncDispose]();
		await ground[Symbol.asyncDispose]();
	});
	let known: (at: SshServer) => string;
	beforeEach(() => {
		known = ({ port, hostKey }) => `[${host}]:${port} ${hostKey}`;
	});
	afterEach(async () => {
		// No key is left, whatever has happened.
		expect(await readdir(ground.folders.keys)).toEqual([]);
	});

	function access(at = server, key = at.key, knownHosts = known(at)): Access {
		const { repository, credential } = ground.access;
		if (!credential) throw new Error('no credential');
		const address = { scheme: 'ssh', host, port: at.port, path: 'acme/app', login: at.login } as const;
		return {
			repository: { ...repository, address },
			credential: { ...credential, host: `${host}:${at.port}`, key: { kind: 'ssh-key', privateKey: key, knownHosts } },
		};
	}

	const fetch = (how: Access) => ground.git.fetch(how, undefined, watch());

	it('fetches and pushes', async () => {
		const fetched = fetchedOf(await fetch(access()));
		expect(fetched).toMatchObject({ branch: 'main', files: 2 });
		const at = { repository: access().repository, commit: fetched.commit };
		const made = await ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
		if (made.kind !== 'committed') throw new Error(made.why);
		const order = { commit: made.commit, branch: 'threadsmith/by-ssh' };
		expect(await ground.git.push(access(), order, watch())).toMatchObject({ kind: 'pushed' });
		expect(await ground.served.git('rev-parse', 'threadsmith/by-ssh')).toBe(made.commit);
		await fetch(access(readOnly));
		const again = await ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
		if (again.kind !== 'committed') throw new Error(again.why);
		const weak = await ground.git.push(access(readOnly), { commit: again.commit, branch: 'threadsmith/weak' }, watch());
		expect(whyOf(weak)).toBe(`The credential is too weak for acme/app at ${host}.`);
	});

	it('works without its last line end, and with ends of lines of Windows', async () => {
		expect(await fetch(access(server, server.key.trim()))).toMatchObject({ kind: 'fetched' });
		expect(await fetch(access(server, server.key.replaceAll('\n', '\r\n')))).toMatchObject({ kind: 'fetched' });
	});

	it('that the server does not know is told', async () => {
		expect(whyOf(await fetch(access(server, server.otherKey)))).toBe(`${host} did not take the deploy key.`);
		expect(whyOf(await fetch(access(server, 'no key at all')))).toBe(`${host} did not take the deploy key.`);
	});

	it('is shown to no server whose host key is not known', async () => {
		const before = server.log().length;
		const unknown = whyOf(await fetch(access(server, server.key, `other.example.org ${server.hostKey}`)));
		expect(unknown).toContain(`The host key of ${host} is not among those that were given`);
		expect(server.log().slice(before)).not.toMatch(/Accepted|Failed publickey|Postponed/);
	});

	it('is shown to no server whose host key has changed', async () => {
		const changed = whyOf(await fetch(access(server, server.key, `[${host}]:${server.port} ${server.otherHostKey}`)));
		expect(changed).toContain(`${host} has another host key than the one that was given for it`);
	});

	it('finds no repository that is not there', async () => {
		const { repository, credential } = access();
		const address = { ...repository.address, path: 'acme/none' };
		expect(whyOf(await fetch({ credential, repository: { ...repository, address } }))).toContain(
			'has no repository acme/none',
		);
	});

	it('is needed: without one nobody is let in', async () => {
		const { repository } = access();
		expect(whyOf(await fetch({ repository }))).toContain('host key');
	});

	it('tells a server that is down', async () => {
		const gone = { ...server, port: 1 };
		expect(whyOf(await fetch(access(gone)))).toBe(`${host} cannot be reached: try again later.`);
	});
});
