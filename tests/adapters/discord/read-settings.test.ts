import { describe, expect, it } from 'vitest';
import { loadConfig, SettingsError } from '../../../src/config/config.ts';

const token = 'MTIz.GaBcDe.x-y_z';

function problemsOf(env: Record<string, string>): readonly string[] {
	try {
		loadConfig(env);
		return [];
	} catch (error) {
		if (error instanceof SettingsError) return error.problems;
		throw error;
	}
}

describe('the settings of Discord', () => {
	it('are none without a token', () => {
		expect(loadConfig({ DISCORD_API_URL: 'https://discord.com/api' }).discord).toBeUndefined();
	});

	it('are a token, and a root of the API without a slash at its end', () => {
		const { discord, secrets } = loadConfig({ DISCORD_TOKEN: token, DISCORD_API_URL: 'http://127.0.0.1:1/api/' });
		expect(discord).toEqual({
			token,
			apiUrl: 'http://127.0.0.1:1/api',
			permissions: [],
			maxFileBytes: 50 * 2 ** 20,
		});
		expect(secrets).toContain(token);
		expect(loadConfig({ DISCORD_TOKEN: token }).discord?.apiUrl).toBeUndefined();
	});

	it('take a token with its scheme, and nothing that is no token, without repeating it', () => {
		expect(loadConfig({ DISCORD_TOKEN: `Bot ${token}` }).discord?.token).toBe(token);
		for (const DISCORD_TOKEN of ['123', 'a client secret', 'a.b', 'a..b', 'a.b.c d'])
			expect(problemsOf({ DISCORD_TOKEN })).toEqual([
				'DISCORD_TOKEN must be a bot token: three parts with dots between them',
			]);
	});

	it('name the permissions that rights depend on, each once', () => {
		const people = {
			ADMINS: 'discord:1/permission:ManageGuild',
			MEMBERS: 'discord:1/permission:ManageGuild discord:2/role:3',
		};
		expect(loadConfig({ DISCORD_TOKEN: token, ...people }).discord?.permissions).toEqual(['1/ManageGuild']);
	});

	it('give roles to people, roles, channels, permissions and servers', () => {
		const ADMINS =
			'discord:1/2 discord:1/role:3 discord:1/channel:4 discord:1/permission:Administrator discord:1/* discord:0/externals';
		expect(loadConfig({ ADMINS }).roles.admins).toHaveLength(6);
		expect(problemsOf({ ADMINS: 'discord:Workshop/2' })[0]).toMatch(/^ADMINS must list people/);
	});

	it('name the servers in which rules hold', () => {
		const rules = {
			ADMINS: 'discord:1/2 slack:T1/U2 local',
			MEMBERS: 'discord:1/* discord:0/externals',
			GUESTS: 'discord:3/4',
		};
		expect(loadConfig({ DISCORD_TOKEN: token, ...rules }).discord?.places).toEqual(['1', '3']);
	});

	it('say when a name is misspelt', () => {
		expect(problemsOf({ DISCORD_TOKN: token })).toEqual(['DISCORD_TOKN is not a setting; did you mean DISCORD_TOKEN?']);
	});
});
