import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StandInApp } from '../../../src/demo/code-host/world.ts';
import { githubApi } from '../../../src/git/code-host/github/github-api.ts';
import type { Credential } from '../../../src/git/repository.ts';
import { type CodeHostGround, openCodeHost, sha } from '../../support/code-host/code-host-ground.ts';
import { describeCodeHost } from './code-host-contract.ts';
import { never, newsOf, opened, order, whyOf } from './contract-parts.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** As GitHub gives them out. */
const privateKey = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const permissions = { contents: 'write', pull_requests: 'write', checks: 'read', statuses: 'read', metadata: 'read' };
const app: StandInApp = { id: '77', publicKey, installation: 5, repositories: ['acme/app', 'acme/other'], permissions };
const key: Credential['key'] = { kind: 'github-app', app: '77', privateKey };

async function tokenIn(ground: CodeHostGround, changed: Credential['key'] = key): Promise<string> {
	const { credential } = ground.access({ key: changed });
	if (!credential) throw new Error('There is no credential');
	const token = await ground.hosts.tokens.tokenOf(credential, never);
	return token.kind === 'token' ? token.token : token.why;
}

function mintsOf({ standIn }: CodeHostGround): number {
	return standIn.calls.filter(({ url }) => url.endsWith('/access_tokens')).length;
}

describe('github', () => describeCodeHost('github'));

describe('a GitHub App', () => {
	it('works with the token of its installation, for these repositories alone', async () => {
		await using ground = await openCodeHost('github', { apps: [app] });
		const access = ground.access({ key });
		expect(await ground.host.look(access, never)).toMatchObject({ kind: 'facts', mayPush: true });
		expect(await ground.host.open(access, order, never)).toMatchObject({ kind: 'open', number: 1 });
		expect(ground.standIn.calls.find(({ url }) => url.endsWith('/access_tokens'))?.body).toBe(
			'{"repositories":["app"]}',
		);
		expect(ground.tokens.at(-1)?.only).toEqual(['acme/app']);
		expect(ground.standIn.calls.every(({ url }) => !url.includes('ghs_'))).toBe(true);
	});

	it('asks for a token once, and again five minutes before its end', async () => {
		await using ground = await openCodeHost('github', { apps: [app] });
		const first = await tokenIn(ground);
		ground.now += 54 * 60_000;
		expect(await tokenIn(ground)).toBe(first);
		ground.now += 2 * 60_000;
		expect(await tokenIn(ground)).not.toBe(first);
		expect(mintsOf(ground)).toBe(2);
	});

	it('may push as soon as its installation is given the permissions', async () => {
		const given = { ...app, permissions: { ...permissions, pull_requests: 'read' } };
		const apps = [given];
		await using ground = await openCodeHost('github', { apps });
		const access = ground.access({ key });
		expect(await ground.host.look(access, never)).toMatchObject({ mayPush: false });
		apps[0] = { ...given, permissions };
		expect(await ground.host.look(access, never)).toMatchObject({ mayPush: true });
		await ground.host.look(access, never);
		expect(mintsOf(ground)).toBe(2);
	});

	it('makes a token anew where the one that it has is taken no more, once', async () => {
		await using ground = await openCodeHost('github', { apps: [app] });
		const access = ground.access({ key });
		await ground.host.look(access, never);
		const revoked = ground.tokens.splice(0);
		expect(await ground.host.open(access, order, never)).toMatchObject({ kind: 'open', number: 1 });
		expect(mintsOf(ground)).toBe(2);
		expect(await tokenIn(ground)).not.toBe(revoked.at(-1)?.token);
		ground.tokens.push = () => 0;
		ground.tokens.splice(0);
		expect(whyOf(await ground.host.look(access, never))).toContain('does not take the credential');
		expect(mintsOf(ground)).toBe(3);
	});

	it('shares no token with a credential that differs in anything', async () => {
		await using ground = await openCodeHost('github', { apps: [app] });
		const tokens = await Promise.all([tokenIn(ground), tokenIn(ground, { ...key, installation: '5' })]);
		expect(new Set(tokens).size).toBe(2);
	});

	it('may not push where it has not the permissions, and has no account to fork to', async () => {
		const weak = { ...app, permissions: { contents: 'read', pull_requests: 'read', metadata: 'read' } };
		await using ground = await openCodeHost('github', { apps: [weak] });
		const access = ground.access({ key });
		expect(await ground.host.look(access, never)).toMatchObject({ mayPush: false });
		expect(await ground.host.open(access, order, never)).toMatchObject({ kind: 'refused', gone: true });
		expect(whyOf(await ground.host.fork(access, never))).toContain('A GitHub App has no account');
	});

	it.each([
		['a key that is none', { ...key, privateKey: 'x' }, 'cannot be read'],
		[
			'the key of another app',
			{
				...key,
				privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 })
					.privateKey.export({ type: 'pkcs8', format: 'pem' })
					.toString(),
			},
			'does not take the credential',
		],
		['an installation that has gone', { ...key, installation: '6' }, 'has no acme/app, or does not show it'],
	])('says it with %s', async (_, changed, words) => {
		await using ground = await openCodeHost('github', { apps: [app] });
		const said = await tokenIn(ground, changed);
		expect(said).toContain(words);
		expect(said).not.toContain('PRIVATE');
	});

	it('has its key on one line as well', async () => {
		await using ground = await openCodeHost('github', { apps: [app] });
		expect(await tokenIn(ground, { ...key, privateKey: privateKey.replaceAll('\n', '\\n') })).toMatch(/^ghs_/);
	});
});

describe('what GitHub alone does', () => {
	it('opens no draft where the plan has none, and says so', async () => {
		await using ground = await openCodeHost('github');
		const [repository] = ground.repositories;
		ground.repositories[0] = {
			...(repository ?? { id: 1, path: 'acme/app', isPrivate: true, defaultBranch: 'main', people: {} }),
			hasDrafts: false,
		};
		const notDraft = { kind: 'open', number: 1, notDraft: true };
		expect(await ground.host.open(ground.access(), order, never)).toMatchObject(notDraft);
		expect(await ground.host.open(ground.access(), order, never)).toMatchObject(notDraft);
	});

	it('tells of people whose rights it may not see that they have written, and no word', async () => {
		await using ground = await openCodeHost('github');
		const { made } = await opened(ground);
		for (const text of ['one', 'two']) ground.standIn.say(made, { by: 'ada', text });
		ground.standIn.say(made, { by: 'acme', text: 'The owner.' });
		const eves = ground.access({ key: { kind: 'token', token: 'eves-token' } });
		const news = await ground.host.news(eves, 1, {}, never);
		expect(news).toMatchObject({
			items: [{ text: 'The owner.' }, { text: '2 remarks of people whose rights could not be seen: not shown here.' }],
		});
	});

	it('asks once a look for each who wrote something new, and for twenty at most', async () => {
		await using ground = await openCodeHost('github');
		const { made } = await opened(ground);
		const asked = () => ground.standIn.calls.filter(({ url }) => url.endsWith('/permission')).length;
		const people = Array.from({ length: 25 }, (_, at) => `p${at}`);
		Object.assign(ground.repositories[0]?.people ?? {}, Object.fromEntries(people.map((who) => [who, 'read'])));
		for (const by of [...people, ...people]) ground.standIn.say(made, { by, text: 'x' });
		const first = await newsOf(ground);
		expect(asked()).toBe(20);
		expect(first.items.map(({ text }) => text)).toEqual([
			'40 remarks of people who do not work on this repository: not shown here.',
			'10 remarks of people whose rights could not be seen: not shown here.',
		]);
		ground.now += 3_600_000;
		ground.standIn.say(made, { by: 'mallory', text: 'x' });
		const second = await newsOf(ground, first.mark);
		expect(asked()).toBe(21);
		ground.now += 3_600_000;
		await newsOf(ground, second.mark);
		expect(asked()).toBe(21);
	});

	it('quotes members who do not show to everybody that they are, however many others write later', async () => {
		await using ground = await openCodeHost('github');
		const [repository] = ground.repositories;
		if (!repository) throw new Error('no repository');
		ground.repositories[0] = {
			...repository,
			people: { ...repository.people, quiet: 'write', loud: 'write' },
			concealed: ['quiet'],
		};
		const { made } = await opened(ground);
		ground.standIn.say(made, { by: 'loud', text: 'Shown as a member.' });
		ground.now += 1_000;
		for (const by of Array.from({ length: 18 }, (_, at) => `stranger${at}`))
			ground.standIn.say(made, { by, text: 'x' });
		ground.standIn.say(made, { by: 'quiet', text: 'Not shown as one.' });
		const first = await newsOf(ground);
		expect(first.items.map(({ text }) => text)).toEqual([
			'Shown as a member.',
			'Not shown as one.',
			'18 remarks of people who do not work on this repository: not shown here.',
		]);
		ground.now += 3_600_000;
		ground.standIn.say(made, { by: 'loud', text: 'Once more.' });
		ground.now += 1_000;
		for (const by of Array.from({ length: 30 }, (_, at) => `other${at}`)) ground.standIn.say(made, { by, text: 'x' });
		const second = await newsOf(ground, first.mark);
		expect(second.items.map(({ text }) => text)).toEqual([
			'Once more.',
			'30 remarks of people who do not work on this repository: not shown here.',
		]);
	});

	it('tells its own checks beside those of others', async () => {
		await using ground = await openCodeHost('github');
		await opened(ground);
		ground.standIn.setChecks(sha('b'), [
			{ name: 'build', end: 'failed', as: 'run' },
			{ name: 'deploy', end: 'failed', as: 'status' },
			{ name: 'lint', end: 'running', as: 'run' },
		]);
		const { items } = await newsOf(ground);
		expect(items.map(({ text }) => text)).toEqual([
			'Of the checks of bbbbbbbbbb, 2 failed ("build", "deploy"), 1 running.',
		]);
	});

	it('tells what else there is where a token may see no checks', async () => {
		await using ground = await openCodeHost('github');
		await opened(ground);
		ground.tokens[0] = {
			token: 'smiths-token',
			login: 'smith',
			may: { permissions: { pull_requests: 'write', contents: 'write' } },
		};
		expect(await newsOf(ground)).toMatchObject({ state: 'open', items: [] });
	});

	it.each([
		['github.com', 'https://api.github.com'],
		['acme.ghe.com', 'https://api.acme.ghe.com'],
		['git.example.org:8443', 'https://git.example.org:8443/api/v3'],
	])('has the API of %s at %s', (host, api) => {
		expect(githubApi(host, `https://${host}`)).toBe(api);
	});
});
