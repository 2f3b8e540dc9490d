import { describe, expect, it } from 'vitest';
import { type Kind, openCodeHost, sha } from '../../support/code-host/code-host-ground.ts';
import { never, opened, order, whyOf } from './contract-parts.ts';

/** Looking at a repository, and opening pull requests in it. */
export function describeWork(kind: Kind): void {
	describe('look()', () => {
		it('tells what the credential may, and what the host protects', async () => {
			await using ground = await openCodeHost(kind);
			const facts = {
				kind: 'facts',
				path: 'acme/app',
				defaultBranch: 'main',
				mayPush: true,
				isArchived: false,
				protectedBranches: ['main'],
			};
			expect(await ground.host.look(ground.access(), never)).toEqual(facts);
			const eves = ground.access({ key: { kind: 'token', token: 'eves-token' } });
			expect(await ground.host.look(eves, never)).toEqual({ ...facts, mayPush: false });
		});

		it('follows a renamed repository on its own host, and tells its name', async () => {
			await using ground = await openCodeHost(kind);
			expect(await ground.host.look(ground.access({ path: 'acme/old' }), never)).toMatchObject({ path: 'acme/app' });
		});

		it.each([
			['a revoked token', { key: { kind: 'token', token: 'nobodys' } }, 'does not take the credential of acme/app'],
			['a repository that it does not show', { path: 'acme/secret' }, 'has no acme/secret, or does not show it'],
			['a deploy key', { key: { kind: 'ssh-key', privateKey: 'k', knownHosts: 'h' } }, 'a deploy key alone'],
			['a credential of another host', { host: 'github.com' }, 'is not for 127.0.0.1'],
		] as const)('refuses %s in a sentence without the key', async (_, changes, words) => {
			await using ground = await openCodeHost(kind);
			const why = whyOf(await ground.host.look(ground.access(changes), never));
			expect(why).toContain(words);
			expect(why).toMatch(/^[A-Z0-9a-z].*\.$/);
			expect(why).not.toContain('nobodys');
		});

		it('sends a credential to nobody but its host', async () => {
			await using ground = await openCodeHost(kind);
			await using other = await openCodeHost(kind);
			expect(whyOf(await ground.host.look(ground.access({ host: other.name }), never))).toContain('is not for');
			ground.standIn.bend((_call, response) => {
				response.writeHead(307, { location: `https://${other.name}/api/v1/repos/acme/app` }).end();
				return true;
			});
			expect(whyOf(await ground.host.look(ground.access(), never))).toContain('led to another place');
			expect(other.standIn.calls).toEqual([]);
		});
	});

	describe('open()', () => {
		it('opens a draft, and finds it again', async () => {
			await using ground = await openCodeHost(kind);
			const { pull, made } = await opened(ground);
			const page = kind === 'github' ? 'pull' : 'pulls';
			expect(pull).toEqual({ kind: 'open', number: 1, url: `https://${ground.name}/acme/app/${page}/1` });
			expect(made.isDraft || made.title.startsWith('WIP: ')).toBe(true);
			expect(await ground.host.open(ground.access(), order, never)).toEqual(pull);
			expect(ground.standIn.pulls('acme/app')).toHaveLength(1);
		});

		it('opens one alone where two ask at once', async () => {
			await using ground = await openCodeHost(kind);
			const both = await Promise.all([1, 2].map(() => ground.host.open(ground.access(), order, never)));
			expect(both).toEqual([both[0], both[0]]);
			expect(both[0]).toMatchObject({ kind: 'open', number: 1 });
		});

		it('opens another one after the first was closed', async () => {
			await using ground = await openCodeHost(kind);
			const { made } = await opened(ground);
			ground.standIn.end(made, 'closed', 'ada');
			expect(await ground.host.open(ground.access(), order, never)).toMatchObject({ number: 2 });
		});

		it('opens one of a repository that was renamed, and finds it', async () => {
			await using ground = await openCodeHost(kind);
			const access = ground.access({ path: 'acme/old' });
			const first = await ground.host.open(access, order, never);
			expect(first).toMatchObject({ kind: 'open', number: 1 });
			expect(await ground.host.open(access, order, never)).toEqual(first);
		});

		it('says for good that a branch was not pushed, or that nothing is in it', async () => {
			await using ground = await openCodeHost(kind);
			const absent = await ground.host.open(ground.access(), { ...order, head: 'gone' }, never);
			expect(absent).toMatchObject({ kind: 'refused', gone: true });
			expect(await ground.host.open(ground.access(), { ...order, base: 'gone' }, never)).toMatchObject({ gone: true });
			expect(ground.standIn.pulls('acme/app')).toEqual([]);
		});

		it('says for good that it is archived, or that the credential is too weak', async () => {
			await using ground = await openCodeHost(kind);
			const [repository] = ground.repositories;
			if (repository) repository.isArchived = true;
			expect(await ground.host.open(ground.access(), order, never)).toMatchObject({ kind: 'refused', gone: true });
			ground.tokens[0] = {
				token: 'smiths-token',
				login: 'smith',
				may: { scopes: kind === 'github' ? [] : ['read:repository'] },
			};
			expect(await ground.host.open(ground.access(), order, never)).toMatchObject({ kind: 'refused', gone: true });
		});

		it('opens one out of a fork, which is made once', async () => {
			await using ground = await openCodeHost(kind);
			const fork = { kind: 'forked', path: 'smith/app' };
			expect(await ground.host.fork(ground.access(), never)).toEqual(fork);
			expect(await ground.host.fork(ground.access(), never)).toEqual(fork);
			ground.branches.get('smith/app')?.set('mine', sha('c'));
			const mine = { ...order, head: 'smith:mine' };
			expect(await ground.host.open(ground.access(), mine, never)).toMatchObject({ kind: 'open', number: 1 });
			expect(await ground.host.open(ground.access(), mine, never)).toMatchObject({ kind: 'open', number: 1 });
		});
	});
}
