import { describe, expect, it } from 'vitest';
import { loadConfig, SettingsError } from '../../../src/config/config.ts';

const socket = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };
const oauth = {
	SLACK_CLIENT_ID: '1.2',
	SLACK_CLIENT_SECRET: 'shh',
	SLACK_STATE_SECRET: 'random',
	SLACK_PUBLIC_URL: 'https://bot.example.com',
};

function problemsOf(env: Record<string, string>): readonly string[] {
	try {
		loadConfig(env);
		return [];
	} catch (error) {
		if (error instanceof SettingsError) return error.problems;
		throw error;
	}
}

describe('the settings of Slack', () => {
	it('are none without a credential', () => {
		expect(loadConfig({ SLACK_API_URL: 'https://slack-gov.com/api' }).slack).toBeUndefined();
	});

	it('are Socket Mode in one workspace with two tokens', () => {
		expect(loadConfig(socket).slack).toMatchObject({
			apiUrl: undefined,
			install: { kind: 'token', botToken: 'xoxb-1' },
			receive: { kind: 'socket', appToken: 'xapp-1' },
			maxFileBytes: 50 * 2 ** 20,
		});
	});

	it('are HTTP with a signing secret, listening where they say', () => {
		const env = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'sign' };
		expect(loadConfig(env).slack?.receive).toEqual({
			kind: 'http',
			signingSecret: 'sign',
			listen: { host: '127.0.0.1', port: 3000 },
		});
		const listen = (value: string) => {
			const receive = loadConfig({ ...env, SLACK_LISTEN: value }).slack?.receive;
			return receive?.kind === 'http' ? receive.listen : undefined;
		};
		expect(listen('[::1]:80')).toEqual({ host: '::1', port: 80 });
		expect(listen('8080')).toEqual({ host: '127.0.0.1', port: 8080 });
		expect(problemsOf({ ...env, SLACK_LISTEN: '1.2.3.4:70000' })).toEqual([
			'SLACK_LISTEN must have a port of at most 65535',
		]);
	});

	it('are many workspaces with the credentials of OAuth', () => {
		const { slack } = loadConfig({ ...oauth, SLACK_SIGNING_SECRET: 'sign' });
		expect(slack?.install).toMatchObject({ kind: 'oauth', clientId: '1.2', publicUrl: 'https://bot.example.com' });
	});

	it('have a root of the API that ends in one slash', () => {
		for (const SLACK_API_URL of ['https://a.example/api', 'https://a.example/api/'])
			expect(loadConfig({ ...socket, SLACK_API_URL }).slack?.apiUrl).toBe('https://a.example/api/');
	});

	it('ask for the groups that rights depend on, each once', () => {
		const env = { ADMINS: 'slack:T1/group:S1, local', MEMBERS: 'slack:T1/group:S1 slack:T2/group:S2 slack:T1/*' };
		expect(loadConfig({ ...socket, ...env }).slack?.groups).toEqual(['T1/S1', 'T2/S2']);
	});

	it('are kept secret', () => {
		const { secrets } = loadConfig({ ...oauth, SLACK_SIGNING_SECRET: 'sign', SLACK_CONFIG_TOKEN: 'xoxe-1' });
		expect(secrets.toSorted()).toEqual(['random', 'shh', 'sign', 'xoxe-1']);
		expect(loadConfig(socket).secrets.toSorted()).toEqual(['xapp-1', 'xoxb-1']);
	});

	it.each<[Record<string, string>, string]>([
		[{ SLACK_BOT_TOKEN: 'xapp-1' }, 'SLACK_BOT_TOKEN must be a token that begins with xoxb-'],
		[{ SLACK_BOT_TOKEN: 'xoxb-1' }, 'SLACK_APP_TOKEN is missing (or SLACK_SIGNING_SECRET, to be reached over HTTP)'],
		[{ SLACK_APP_TOKEN: 'xapp-1' }, 'SLACK_BOT_TOKEN is missing (or SLACK_CLIENT_ID, for many workspaces)'],
		[
			{ ...socket, SLACK_SIGNING_SECRET: 'x' },
			'SLACK_APP_TOKEN is for Socket Mode and SLACK_SIGNING_SECRET for HTTP: set one of them',
		],
		[{ ...socket, ...oauth }, 'SLACK_BOT_TOKEN is for one workspace and SLACK_CLIENT_ID for many: set one of them'],
		[
			{ SLACK_CLIENT_ID: '1', SLACK_CLIENT_SECRET: 'x', SLACK_STATE_SECRET: 'x', SLACK_APP_TOKEN: 'xapp-1' },
			'SLACK_PUBLIC_URL is missing: SLACK_CLIENT_ID needs it',
		],
		[{ SLACK_BOT_TOKN: 'xoxb-1' }, 'SLACK_BOT_TOKN is not a setting; did you mean SLACK_BOT_TOKEN?'],
	])('%j are refused: %s', (env, problem) => {
		expect(problemsOf(env)).toEqual([problem]);
	});
});

describe('the settings of roles', () => {
	it('are lists; without them the roles are those of the workspace', () => {
		expect(loadConfig({}).roles).toEqual({ admins: undefined, members: undefined, guests: undefined });
		const { roles } = loadConfig({
			ADMINS: 'local slack:T1/U1',
			MEMBERS: 'slack:T1/*,slack:T1/channel:C1, slack:T1/externals',
		});
		expect(roles.admins).toEqual(['local', 'slack:T1/U1']);
		expect(roles.members).toEqual(['slack:T1/*', 'slack:T1/channel:C1', 'slack:T1/externals']);
	});

	it.each(['U1', 'slack:T1', 'slack:T1/x', 'slack:T1/group:G1', 'slack:t1/U1', 'everyone'])('take no %j', (rule) => {
		expect(problemsOf({ MEMBERS: rule })).toEqual([expect.stringContaining('MEMBERS')]);
	});

	it.each(['U0123', 'slack:U0123', 'role:5', '*', 'slack:T1/U2 group:S3', 'discord:*'])(
		'do not take %j, in which a rule names no place',
		(ADMINS) => {
			expect(() => loadConfig({ ADMINS })).toThrow(
				/ADMINS must list people, each beginning with the place .* names none/,
			);
		},
	);
});
