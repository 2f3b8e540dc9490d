import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CodeHost } from '../../../src/git/code-host/code-host.ts';
import { createCodeHosts } from '../../../src/git/code-host/create-code-hosts.ts';
import type { Access, Credential } from '../../../src/git/repository.ts';
import { accessTo } from '../../support/code-host/code-host-ground.ts';
import { type EmulatedGithub, emulatedToken, startEmulatedGithub } from '../../support/code-host/emulated-github.ts';
import { never, order } from './contract-parts.ts';

const seed = {
	users: [{ login: 'smith' }, { login: 'ada' }],
	repos: [{ owner: 'smith', name: 'app', auto_init: true }],
	apps: [
		{
			...{ app_id: 77, slug: 'smiths-app', name: 'App' },
			permissions: {
				contents: 'write',
				pull_requests: 'write',
				metadata: 'read',
				issues: 'read',
				checks: 'read',
				statuses: 'read',
			},
			installations: [{ installation_id: 5, account: 'smith' }],
		},
	],
};
const refSchema = z.object({ object: z.object({ sha: z.string() }) });
const commitSchema = z.object({ commit: z.object({ sha: z.string() }) });

interface Ground extends AsyncDisposable {
	readonly github: EmulatedGithub;
	readonly host: CodeHost;
	readonly access: Access;
	/** The commit of the branch `fix`. */
	readonly sha: string;
}

async function open(keyOf: (github: EmulatedGithub) => Credential['key']): Promise<Ground> {
	const github = await startEmulatedGithub(seed);
	const hosts = createCodeHosts({ privateHosts: [github.name], ca: github.ca, clock: { now: Date.now } });
	const access = accessTo('github', github.name, { path: 'smith/app', key: keyOf(github) });
	const host = hosts.codeHostFor(access);
	if (!host) throw new Error('There is no code host');
	const { object } = refSchema.parse(await github.call('GET', '/repos/smith/app/git/ref/heads/main'));
	await github.call('POST', '/repos/smith/app/git/refs', { ref: 'refs/heads/fix', sha: object.sha });
	const file = { message: 'Fix', content: Buffer.from('fixed').toString('base64'), branch: 'fix' };
	const { commit } = commitSchema.parse(await github.call('PUT', '/repos/smith/app/contents/fix.txt', file));
	return {
		...{ github, host, access, sha: commit.sha },
		async [Symbol.asyncDispose]() {
			await hosts[Symbol.asyncDispose]();
			await github[Symbol.asyncDispose]();
		},
	};
}

describe('a GitHub that others wrote', () => {
	it('is looked at, gets one pull request, and tells of it until it is merged', async () => {
		await using ground = await open(() => ({ kind: 'token', token: emulatedToken }));
		const { github, host, access, sha } = ground;
		expect(await host.look(access, never)).toMatchObject({ path: 'smith/app', defaultBranch: 'main', mayPush: true });
		const pull = { kind: 'open', number: 1, url: `https://${github.name}/smith/app/pull/1` };
		const plain = { ...order, draft: false };
		expect(await host.open(access, plain, never)).toEqual(pull);
		expect(await host.open(access, plain, never)).toEqual(pull);
		await github.call('POST', '/repos/smith/app/issues/1/comments', { body: 'Looks good.' });
		const run = { name: 'build', head_sha: sha, status: 'completed', conclusion: 'failure' };
		await github.call('POST', '/repos/smith/app/check-runs', run);
		const news = await host.news(access, 1, {}, never);
		expect(news).toMatchObject({
			state: 'open',
			items: [
				{ kind: 'check', text: expect.stringContaining('1 failed ("build")') },
				{ who: 'smith', text: 'Looks good.' },
			],
		});
		if (news.kind !== 'news') return;
		await github.call('PUT', '/repos/smith/app/pulls/1/merge', {});
		expect(await host.news(access, 1, news.mark, never)).toMatchObject({
			state: 'merged',
			items: [{ kind: 'state', text: 'Merged.' }],
		});
	});

	it('takes what a GitHub App says who it is with', async () => {
		await using ground = await open(({ appKey = '' }) => ({ kind: 'github-app', app: '77', privateKey: appKey }));
		const { host, access } = ground;
		expect(await host.look(access, never)).toMatchObject({ path: 'smith/app', mayPush: true });
		expect(await host.open(access, { ...order, draft: false }, never)).toMatchObject({ kind: 'open', number: 1 });
	});
});
