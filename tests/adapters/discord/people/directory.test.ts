import { describe, expect, it } from 'vitest';
import { createDirectory, type Met } from '../../../../src/adapters/discord/people/create-directory.ts';
import type { GuildFacts } from '../../../../src/adapters/discord/people/traits.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import { places } from '../../../../src/platforms.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { failureOf, type OpenRest, type OpenRestOptions, openRest } from '../api/open-rest.ts';

interface OpenDirectory extends OpenRest {
	readonly met: (user: string, where?: Partial<Met>) => ReturnType<ReturnType<typeof createDirectory>['personOf']>;
	readonly managers: string;
	readonly clock: ReturnType<typeof createHandClock>;
	/** The guilds that the gateway has told of. */
	readonly guilds: Map<string, GuildFacts>;
}

/** People of "Workshop", in which "managers" may manage the server. */
async function openDirectory(options: OpenRestOptions = {}): Promise<OpenDirectory> {
	const open = await openRest(options);
	const { discord, signal } = open;
	const clock = createHandClock();
	const managers = '555';
	const roles = new Map([
		[discord.guild, { permissions: bits('ViewChannel') }],
		[managers, { permissions: bits('ManageGuild') }],
		['666', { permissions: bits('Administrator') }],
	]);
	const guilds = new Map<string, GuildFacts>([[discord.guild, { id: discord.guild, owner: '999', roles }]]);
	const directory = createDirectory({ ...open, clock, places: { guilds } });
	const met: OpenDirectory['met'] = (user, where = {}) =>
		directory.personOf({ guild: discord.guild, user, name: 'Somebody', channel: '77', roles: [], ...where }, signal);
	return { ...open, met, managers, clock, guilds, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

describe('somebody in a guild', () => {
	it('has their roles, the channel and what they may do as traits', async () => {
		await using open = await openDirectory();
		const { discord, met } = open;
		const { guild, grace, makers } = discord;
		expect(await met(grace, { name: 'Grace', roles: [makers, open.managers] })).toEqual({
			id: `discord:${guild}/${grace}`,
			name: 'Grace',
			traits: [
				`discord:${guild}/role:${makers}`,
				`discord:${guild}/role:${open.managers}`,
				`discord:${guild}/channel:77`,
				`discord:${guild}/installer`,
			],
		});
	});

	it('is an installer who owns or manages the guild, or owns the app, and nobody else', async () => {
		await using open = await openDirectory();
		const { discord, met } = open;
		const installer = `discord:${discord.guild}/installer`;
		const is = async (user: string, roles: string[] = []) => (await met(user, { roles })).traits?.includes(installer);
		expect(await is('999')).toBe(true);
		expect(await is(discord.grace, [open.managers])).toBe(true);
		expect(await is(discord.grace, ['666'])).toBe(true);
		expect(await is(discord.ada)).toBe(true);
		expect(await is(discord.grace, [discord.makers])).toBe(false);
	});

	it('has the permissions of the settings that they have in that guild', async () => {
		const wanted = (guild: string) => [
			`${guild}/ManageGuild`,
			`${guild}/ViewChannel`,
			`${guild}/Nothing`,
			'1/ViewChannel',
		];
		await using probe = await openDirectory();
		const { guild, grace } = probe.discord;
		const directory = createDirectory({
			...probe,
			places: { guilds: probe.guilds },
			settings: { permissions: wanted(guild) },
		});
		const named = async (user: string, roles: string[]) => {
			const person = await directory.personOf({ guild, user, name: 'x', channel: '77', roles }, probe.signal);
			return person.traits?.filter((trait) => trait.includes('permission:'));
		};
		expect(await named(grace, [])).toEqual([`discord:${guild}/permission:ViewChannel`]);
		expect(await named(grace, ['666'])).toEqual([
			`discord:${guild}/permission:ManageGuild`,
			`discord:${guild}/permission:ViewChannel`,
		]);
	});

	it('who has left it is an external of it alone, whatever everyone there and the channel may', async () => {
		await using open = await openDirectory();
		const { discord, signal, guilds } = open;
		const left = discord.addUser({ name: 'left' });
		const settings = { permissions: [`${discord.guild}/ViewChannel`] };
		const directory = createDirectory({ ...open, settings, places: { guilds } });
		const person = await directory.personOf({ guild: discord.guild, user: left, name: 'Left', channel: '77' }, signal);
		const traits = [`discord:${discord.guild}/externals`];
		expect(person).toEqual({ id: `discord:${discord.guild}/${left}`, name: 'Left', traits });
		expect(createRoles(noRules, places)(person, `discord:${discord.guild}`)).toBe(undefined);
	});

	it('is not asked about while the roles are known that an event has told', async () => {
		await using open = await openDirectory();
		const { discord, met } = open;
		const trait = `discord:${discord.guild}/role:${open.managers}`;
		await met(discord.grace, { roles: [open.managers] });
		expect((await met(discord.grace, { guild: undefined })).traits).toContain(trait);
		expect(discord.calls('GET', '/guilds/:guild/members/:user')).toEqual([]);
	});

	it('whose roles are not told is asked about, once in ten minutes', async () => {
		await using open = await openDirectory();
		const { discord, met, signal, clock } = open;
		await open.application(signal);
		const ask = async () => {
			const { guild, grace } = discord;
			const place = { guild, user: grace, name: 'Grace', channel: '77' };
			const directory = createDirectory({ ...open, clock, places: { guilds: open.guilds } });
			return directory.personOf(place, signal);
		};
		expect((await ask()).traits).toContain(`discord:${discord.guild}/role:${discord.makers}`);
		const asked = () => discord.calls('GET', '/guilds/:guild/members/:user').length;
		const before = asked();
		const direct = () => met(discord.grace, { guild: undefined });
		await Promise.all([direct(), direct()]);
		expect(asked()).toBe(before + 1);
		await clock.advance(10 * 60_000 - 1);
		await direct();
		expect(asked()).toBe(before + 1);
		await clock.advance(1);
		await direct();
		expect(asked()).toBe(before + 2);
	});
});

describe('somebody who writes directly', () => {
	it('is who they are in the oldest guild that they share with the bot', async () => {
		await using open = await openDirectory();
		const { discord, guilds } = open;
		const other = discord.addGuild({ name: 'Second' });
		guilds.set(other, { id: other, owner: '999', roles: new Map() });
		const newcomer = discord.addUser({ name: 'newcomer' });
		discord.addMember({ guild: other, user: newcomer });
		const direct = { guild: undefined };
		expect(await open.met(discord.grace, direct)).toMatchObject({
			id: `discord:${discord.guild}/${discord.grace}`,
			traits: [`discord:${discord.guild}/role:${discord.makers}`],
		});
		expect((await open.met(newcomer, direct)).id).toBe(`discord:${other}/${newcomer}`);
	});

	it('and is a member of no guild of ours is an external, whose app it is an installer', async () => {
		await using open = await openDirectory();
		const { discord, guilds } = open;
		const stranger = discord.addUser({ name: 'stranger' });
		expect(await open.met(stranger, { guild: undefined })).toEqual({
			id: `discord:0/${stranger}`,
			name: 'Somebody',
			traits: ['discord:0/externals'],
		});
		guilds.clear();
		expect((await open.met(discord.ada, { guild: undefined })).traits).toEqual(['discord:0/installer']);
	});

	it('or from a guild that the bot is not in, which anybody may own, has no rights from there', async () => {
		await using open = await openDirectory();
		const stranger = open.discord.addUser({ name: 'stranger' });
		const there = { guild: '12345', roles: ['666', open.managers] };
		expect(await open.met(stranger, there)).toMatchObject({
			id: `discord:0/${stranger}`,
			traits: ['discord:0/externals'],
		});
	});

	it('cannot be told who they are while Discord fails, and can afterwards', async () => {
		await using open = await openDirectory();
		const { discord } = open;
		discord.failNext('GET /guilds/:guild/members/:user', { status: 500 }, 5);
		const direct = () => open.met(discord.grace, { guild: undefined });
		expect((await failureOf(direct())).name).toBe('HTTPError');
		expect((await direct()).id).toBe(`discord:${discord.guild}/${discord.grace}`);
	});
});
