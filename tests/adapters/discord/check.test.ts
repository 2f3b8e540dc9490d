import { describe, expect, it } from 'vitest';
import type { CheckRow } from '../../../src/adapters/check-row.ts';
import { checkDiscord } from '../../../src/adapters/discord/check.ts';
import { inviteLink, missingPermissions, neededPermissions } from '../../../src/adapters/discord/discord-needs.ts';
import type { DiscordSettings } from '../../../src/adapters/discord/settings.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { allPermissions, bits } from '../../support/fake-discord/permissions.ts';
import { failureOf, settingsFor } from './api/open-rest.ts';

async function rows(discord: FakeDiscord, changes: Partial<DiscordSettings> = {}): Promise<Record<string, CheckRow>> {
	const found = await checkDiscord(settingsFor(discord, changes), new AbortController().signal);
	return Object.fromEntries(found.map((row) => [row.name, row]));
}

describe('the check of an app', () => {
	it('finds nothing to mend where everything is as it should be, and changes nothing', async () => {
		await using discord = await startFakeDiscord();
		const found = await rows(discord);
		expect(Object.keys(found)).toEqual([
			'discord token',
			'discord intents',
			'discord portal',
			'discord gateway',
			'discord permissions',
			'discord commands',
			'discord invite',
		]);
		expect(Object.values(found).filter(({ ok }) => !ok)).toEqual([]);
		expect(found['discord token']?.text).toContain(discord.botUser);
		expect(found['discord gateway']?.text).toMatch(/^127\.0\.0\.1:\d+, 1 shard, 1000 of 1000 starts left$/);
		expect(found['discord permissions']?.text).toBe('all that are needed, in 1 server');
		expect(found['discord commands']?.text).toBe('none yet; they are registered at the next start');
		expect(discord.calls().every(({ method }) => method === 'GET')).toBe(true);
	});

	it('names rules of servers that the bot is not in', async () => {
		await using discord = await startFakeDiscord();
		const found = await rows(discord, { places: [discord.guild, '77'] });
		expect(found['discord rights']).toMatchObject({ ok: false, text: expect.stringContaining('name 77, where') });
		expect(discord.calls('GET', '/users/@me/guilds')).toHaveLength(1);
		expect(await rows(discord, { places: [discord.guild] })).not.toHaveProperty('discord rights');
	});

	it('says what works without the content of messages', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		const { ok, text } = (await rows(discord))['discord intents'] ?? {};
		expect(ok).toBe(true);
		expect(text).toContain('people must mention the bot');
	});

	it.each([
		[{ codeGrant: true }, '"Requires OAuth2 Code Grant" is on'],
		[{ interactionsUrl: 'https://bot.example/interactions' }, 'an "Interactions Endpoint URL" is set'],
		[{ isPublic: false }, undefined],
	])('sees the switches of the portal: %j', async (switches, problem) => {
		const portal = { isPublic: true, codeGrant: false, interactionsUrl: null, ...switches };
		await using discord = await startFakeDiscord({ portal });
		const row = (await rows(discord))['discord portal'];
		expect(row?.ok).toBe(problem === undefined);
		expect(row?.text).toContain(problem ?? 'only you may add the bot');
		if (problem !== undefined) expect(row?.mend).toContain('In the Developer Portal: ');
	});

	it('says that the token is wrong, does not show it, and asks no more', async () => {
		await using discord = await startFakeDiscord();
		const found = await rows(discord, { token: 'secret-token' });
		expect(Object.keys(found)).toEqual(['discord token']);
		expect(found['discord token']).toMatchObject({ ok: false, mend: expect.stringContaining('DISCORD_TOKEN') });
		expect(JSON.stringify(found)).not.toContain('secret-token');
		expect(discord.calls()).toHaveLength(1);
	});

	it('names each permission that is missing in a server, and what fails without it', async () => {
		await using discord = await startFakeDiscord();
		const permissions = String(allPermissions & ~bits('AttachFiles', 'Administrator'));
		const text = JSON.stringify([{ id: '1', name: 'Workshop', permissions }]);
		discord.failNext('GET /users/@me/guilds', { status: 200, text, headers: { 'content-type': 'application/json' } });
		const row = (await rows(discord))['discord permissions'];
		expect(row).toMatchObject({
			ok: false,
			text: 'in "Workshop" Attach Files is missing: files cannot be handed back',
			mend: expect.stringContaining('https://discord.com/oauth2/authorize'),
		});
	});

	it('says when no start is left today', async () => {
		await using discord = await startFakeDiscord({ startLimit: { remaining: 0, resetAfter: 2 * 3_600_000 } });
		const row = (await rows(discord))['discord gateway'];
		expect(row).toMatchObject({ ok: false, mend: expect.stringMatching(/^Wait 2 hours/) });
	});

	it('asks once, and says what Discord answered', async () => {
		await using discord = await startFakeDiscord();
		discord.failNext('GET /gateway/bot', { status: 503 }, 9);
		expect((await rows(discord))['discord gateway']).toMatchObject({
			ok: false,
			text: 'Cannot ask for the gateway: Discord answered with status 503',
		});
		expect(discord.calls('GET', '/gateway/bot')).toHaveLength(1);
	});

	it('ends with the signal', async () => {
		await using discord = await startFakeDiscord();
		discord.failNext('GET /users/@me', 'hang');
		const signal = AbortSignal.timeout(50);
		expect(await failureOf(checkDiscord(settingsFor(discord), signal))).toBe(signal.reason);
		expect(await failureOf(checkDiscord(settingsFor(discord), signal))).toBe(signal.reason);
	});
});

describe('the permissions that the bot needs', () => {
	it('are exactly those of the invite link', () => {
		const link = new URL(inviteLink('123'));
		expect(Object.fromEntries(link.searchParams)).toEqual({
			client_id: '123',
			scope: 'bot applications.commands',
			permissions: String(neededPermissions.reduce((all, { bit }) => all | bit, 0n)),
		});
		expect(missingPermissions(BigInt(link.searchParams.get('permissions') ?? 0))).toEqual([]);
		expect(missingPermissions(0n)).toEqual(neededPermissions);
	});

	it('an administrator has', () => {
		expect(missingPermissions(bits('Administrator'))).toEqual([]);
	});
});
