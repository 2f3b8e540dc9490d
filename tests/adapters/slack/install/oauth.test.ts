import { describe, expect, it } from 'vitest';
import { createManyWorkspaces } from '../../../../src/adapters/slack/install/many-workspaces.ts';
import type { ManyWorkspaces } from '../../../../src/adapters/slack/settings.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { openSecrets } from '../../../../src/store/files/secret-files.ts';
import type { Secrets } from '../../../../src/store/secrets.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { memorySecrets } from '../listen/memory-secrets.ts';
import { openListen } from '../listen/open-listen.ts';
import { installIn, oauthSettings, withSecondTeam } from './install-in.ts';

describe.each(['socket', 'http'] as const)('an app for many workspaces, by %s', (mode) => {
	it('is installed in two of them, each with its own token', async () => {
		await using slack = await startFakeSlack();
		withSecondTeam(slack);
		const settings = await oauthSettings(slack, mode);
		await using listen = await openListen(slack, { settings });
		if (settings.receive?.kind === 'http') {
			const { host, port } = settings.receive.listen;
			await slack.postEventsTo(`http://${host}:${port}/slack/events`);
		}
		expect(await installIn(slack, settings, 'T1')).toBe(200);
		expect(await installIn(slack, settings, 'T2')).toBe(200);
		const [first, second] = [await listen.installations.of('T1'), await listen.installations.of('T2')];
		expect(first.token).not.toBe(second.token);
		expect(second).toMatchObject({ team: 'T2', botUser: 'U0BOTT2', installer: 'U21' });
		await slack.as('U1').mention('C1', 'hello');
		await slack.as('U21').mention('C21', 'hello');
		expect(listen.inbounds.map(({ thread, person }) => [thread.id.split('-')[0], person.id])).toEqual([
			['T1', 'slack:T1/U1'],
			['T2', 'slack:T2/U21'],
		]);
		expect(listen.inbounds[1]?.person.traits).toContain('slack:T2/installer');
	});
});

describe('an installation', () => {
	it('is there after a restart, and in no place but the secrets', async () => {
		await using slack = await startFakeSlack();
		await using home = await tempDir();
		const settings = await oauthSettings(slack, 'socket');
		const secrets = openSecrets(`${home.path}/secrets`);
		const before = await openListen(slack, { settings, secrets });
		await installIn(slack, settings, 'T1');
		await before[Symbol.asyncDispose]();
		expect(await secrets.list()).toEqual(['slack-T1']);
		await using listen = await openListen(slack, { settings, secrets: openSecrets(`${home.path}/secrets`) });
		await slack.as('U1').mention('C1', 'hello');
		expect(listen.inbounds).toHaveLength(1);
	});

	it('is refused to whoever did not begin it in this browser', async () => {
		await using slack = await startFakeSlack();
		const settings = await oauthSettings(slack, 'socket');
		await using listen = await openListen(slack, { settings });
		const { install } = settings;
		if (install?.kind !== 'oauth') throw new Error('There are no pages');
		const begun = await fetch(`${install.publicUrl}/slack/install`, { redirect: 'manual' });
		const done = await fetch(slack.approve(begun.headers.get('location') ?? '', { team: 'T1' }), {
			redirect: 'manual',
		});
		expect(done.status).toBeGreaterThanOrEqual(400);
		await expect(listen.installations.of('T1')).rejects.toThrow('not installed');
	});

	it('that is missing leaves what comes for it alone: acknowledged, for nobody could ever take it', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack, { settings: await oauthSettings(slack, 'socket') });
		const { deliveries } = await slack.as('U1').say(slack.dm('U1'), 'anybody there?');
		expect(deliveries.map(({ attempts, acknowledged }) => [attempts.length, acknowledged])).toEqual([[1, true]]);
		expect(listen.inbounds).toEqual([]);
	});

	it('is gone when the app is removed', async () => {
		await using slack = await startFakeSlack();
		const settings = await oauthSettings(slack, 'socket');
		const secrets = memorySecrets();
		await using listen = await openListen(slack, { settings, secrets });
		await installIn(slack, settings, 'T1');
		await slack.as('U1').mention('C1', 'hello');
		await slack.uninstall('T1');
		expect(await secrets.list()).toEqual([]);
		await expect(listen.installations.of('T1')).rejects.toThrow('not installed in the Slack workspace "T1"');
		expect(slack.deliveries('app_uninstalled').map(({ acknowledged }) => acknowledged)).toEqual([true]);
	});
});

describe('a token that ends', () => {
	/** An installation whose token ends in `seconds`. */
	async function ending(slack: FakeSlack, seconds: number) {
		const settings = await oauthSettings(slack, 'socket');
		const secrets = memorySecrets();
		await using _listen = await openListen(slack, { settings, secrets });
		await installIn(slack, settings, 'T1');
		await endIn(secrets, seconds);
		if (settings.install?.kind !== 'oauth') throw new Error('There are no pages');
		const open = () =>
			createManyWorkspaces({
				install: settings.install as ManyWorkspaces,
				apiUrl: slack.apiUrl,
				secrets,
				log: silentLogger,
				now: Date.now,
			});
		return { secrets, open };
	}

	it('is renewed once, however many ask at once', async () => {
		await using slack = await startFakeSlack({ rotation: true });
		const { open, secrets } = await ending(slack, 3600);
		const asked = slack.calls('oauth.v2.access').length;
		const old = await tokenIn(secrets);
		const installations = open();
		const found = await Promise.all(Array.from({ length: 20 }, () => installations.of('T1')));
		expect(new Set(found.map(({ token }) => token)).size).toBe(1);
		expect(found[0]?.token).not.toBe(old);
		expect(slack.calls('oauth.v2.access')).toHaveLength(asked + 1);
		expect(await tokenIn(secrets)).toBe(found[0]?.token);
		await installations.of('T1');
		expect(slack.calls('oauth.v2.access')).toHaveLength(asked + 1);
	});

	it('is used for as long as it lasts when Slack does not renew it, and not longer', async () => {
		await using slack = await startFakeSlack({ rotation: true });
		const { open, secrets } = await ending(slack, 3600);
		slack.failNext('oauth.v2.access', 'internal_error', 20);
		expect((await open().of('T1')).token).toBe(await tokenIn(secrets));
		await endIn(secrets, -1);
		await expect(open().of('T1')).rejects.toThrow('does not renew the token');
	});
});

async function endIn(secrets: Secrets, seconds: number): Promise<void> {
	const kept = await readAll(secrets);
	const expiresAt = Math.floor(Date.now() / 1000) + seconds;
	await secrets.write('slack-T1', { ...kept, bot: { ...kept.bot, expiresAt } });
}

async function tokenIn(secrets: Secrets): Promise<string> {
	return (await readAll(secrets)).bot.token;
}

async function readAll(secrets: Secrets): Promise<{ bot: { token: string } }> {
	const { z } = await import('zod');
	const schema = z.looseObject({ bot: z.looseObject({ token: z.string() }) });
	const found = await secrets.read('slack-T1', schema);
	if (!found) throw new Error('Nothing is kept');
	return found;
}
