import { type Installation, type InstallationStore, InstallProvider } from '@slack/oauth';
import { describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import { errorOf, silentLogger, slackClient } from './slack-client.ts';

/** Installations in memory, and the provider of Slack's own library on the fake. */
function createProvider(slack: FakeSlack) {
	const kept = new Map<string, Installation>();
	const installationStore: InstallationStore = {
		storeInstallation: async (installation) => void kept.set(installation.team?.id ?? '', installation as Installation),
		fetchInstallation: async ({ teamId }) => kept.get(teamId ?? '') as Installation<'v2', false>,
	};
	const provider = new InstallProvider({
		...{ clientId: slack.clientId, clientSecret: slack.clientSecret, stateSecret: 's', installationStore },
		...{ authorizationUrl: slack.authorizeUrl, clientOptions: { slackApiUrl: slack.apiUrl }, logger: silentLogger },
	});
	return { provider, kept };
}

const redirectUri = 'https://bot.example/slack/oauth_redirect';

async function redeem(slack: FakeSlack, callback: string) {
	const code = new URL(callback).searchParams.get('code') ?? '';
	const { clientId: client_id, clientSecret: client_secret } = slack;
	return slackClient(slack, '').oauth.v2.access({ client_id, client_secret, code, redirect_uri: redirectUri });
}

describe('an installation on the fake Slack', () => {
	it('is agreed to on its page, and gives a token of that workspace’s bot', async () => {
		await using slack = await startFakeSlack();
		slack.addTeam({ id: 'T2', name: 'Other' });
		slack.addUser({ id: 'U8', team: 'T2' });
		const { provider } = createProvider(slack);
		const page = await provider.generateInstallUrl({ scopes: ['chat:write'], redirectUri });
		const response = await fetch(`${page}&team=T2`, { redirect: 'manual' });
		const callback = response.headers.get('location') ?? '';
		expect(callback.startsWith(`${redirectUri}?code=`)).toBe(true);
		expect(new URL(callback).searchParams.get('state')).toBe(new URL(page).searchParams.get('state'));
		const granted = await redeem(slack, callback);
		expect(granted).toMatchObject({
			team: { id: 'T2', name: 'Other' },
			authed_user: { id: 'U8' },
			is_enterprise_install: false,
		});
		const bot = slackClient(slack, granted.access_token ?? '');
		expect(await bot.auth.test()).toMatchObject({ team_id: 'T2', user_id: 'U0BOTT2', bot_id: 'B0BOTT2' });
		expect(await errorOf(redeem(slack, callback))).toBe('invalid_code');
		expect(await errorOf(bot.chat.postMessage({ channel: 'C1', text: 'x' }))).toBe('channel_not_found');
	});

	it('has tokens that end in twelve hours, and refresh tokens that are good once', async () => {
		await using slack = await startFakeSlack({ rotation: true });
		const { provider, kept } = createProvider(slack);
		const page = await provider.generateInstallUrl({ scopes: ['chat:write'], redirectUri });
		const granted = await redeem(slack, slack.approve(page));
		const { access_token: token = '', refresh_token: refreshToken = '', expires_in = 0 } = granted;
		const expiresAt = Math.floor(Date.now() / 1000) + 60;
		const bot = { token, refreshToken, expiresAt, scopes: [], id: slack.botId, userId: slack.botUser };
		kept.set('T1', { team: { id: 'T1' }, user: { id: 'U1' }, bot, authVersion: 'v2' } as unknown as Installation);
		const query = { teamId: 'T1', enterpriseId: undefined, isEnterpriseInstall: false };
		const refreshed = (await provider.authorize(query)).botToken ?? '';
		expect(refreshed).not.toBe(token);
		expect(await errorOf(slackClient(slack, refreshed).auth.test())).toBe('ok');
		expect(await errorOf(slackClient(slack, token).auth.test())).toBe('token_revoked');
		const { clientId: client_id, clientSecret: client_secret } = slack;
		const again = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: refreshToken };
		expect(await errorOf(slackClient(slack, '').apiCall('oauth.v2.access', again))).toBe('invalid_refresh_token');
		slack.advance(expires_in * 1000);
		expect(await errorOf(slackClient(slack, refreshed).auth.test())).toBe('token_expired');
	});

	it('ends with its tokens, and the app is told', async () => {
		await using slack = await startFakeSlack({ ackMs: 50, retryMs: [] });
		await slack.uninstall('T1');
		expect(await errorOf(slackClient(slack).auth.test())).toBe('account_inactive');
		expect(slack.deliveries().map(({ type }) => type)).toEqual(['app_uninstalled', 'tokens_revoked']);
		expect((await slack.as('U1').mention('C1', 'still there?')).deliveries).toEqual([]);
	});

	it('can be given up by the app', async () => {
		await using slack = await startFakeSlack();
		const client = slackClient(slack);
		expect(await client.auth.revoke({ test: true })).toMatchObject({ revoked: false });
		expect(await client.auth.revoke()).toMatchObject({ revoked: true });
		expect(await errorOf(client.auth.test())).toBe('token_revoked');
	});

	it('refuses another redirect URL than was asked for', async () => {
		await using slack = await startFakeSlack();
		const { provider } = createProvider(slack);
		const page = await provider.generateInstallUrl({ scopes: ['chat:write'], redirectUri: 'https://evil.example/' });
		expect(await errorOf(redeem(slack, slack.approve(page)))).toBe('bad_redirect_uri');
	});

	it('has a manifest that names its scopes and events', async () => {
		await using slack = await startFakeSlack({ scopes: ['chat:write'], events: ['app_mention'] });
		const { manifest } = await slackClient(slack, slack.configToken).apps.manifest.export({ app_id: slack.appId });
		expect(manifest).toMatchObject({
			oauth_config: { scopes: { bot: ['chat:write'] } },
			settings: { event_subscriptions: { bot_events: ['app_mention'] } },
		});
	});
});
