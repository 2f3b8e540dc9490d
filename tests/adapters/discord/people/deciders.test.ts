import { describe, expect, it } from 'vitest';
import { createPostOnce } from '../../../../src/adapters/discord/api/post-once.ts';
import { createDirectory } from '../../../../src/adapters/discord/people/create-directory.ts';
import { createDeciders } from '../../../../src/adapters/discord/people/deciders.ts';
import type { GuildFacts } from '../../../../src/adapters/discord/people/traits.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import { places } from '../../../../src/platforms.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { openRest } from '../api/open-rest.ts';

async function openDeciders() {
	const open = await openRest();
	const { discord, signal } = open;
	const clock = createHandClock();
	const guild = {
		id: discord.guild,
		owner: discord.grace,
		roles: new Map([[discord.guild, { permissions: bits('ViewChannel') }]]),
	};
	const places = { guilds: new Map<string, GuildFacts>([[guild.id, guild]]) };
	const directory = createDirectory({ ...open, clock, places });
	const postOnce = createPostOnce({ ...open, clock });
	const deciders = createDeciders({ ...open, directory, places, postOnce, log: silentLogger });
	return { deciders, discord, signal, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

describe('those who may decide in a server', () => {
	it('are its owner and the owners of the app who are in it, with rights there alone', async () => {
		await using open = await openDeciders();
		const { deciders, discord, signal } = open;
		const place = `discord:${discord.guild}`;
		const admins = await deciders.admins(place, signal);
		expect(admins.map(({ id }) => id)).toEqual([discord.grace, discord.ada].map((user) => `${place}/${user}`));
		const roleOf = createRoles(noRules, places);
		for (const person of admins) {
			expect(roleOf(person, place)).toBe('admin');
			expect(roleOf(person, 'discord:2')).toBe('member');
		}
		expect(await deciders.admins('discord:2', signal)).toEqual([]);
	});

	it('are written to in their direct conversation, which begins with why', async () => {
		await using open = await openDeciders();
		const { deciders, discord, signal } = open;
		const place = `discord:${discord.guild}`;
		const person = { id: `${place}/${discord.grace}`, name: 'Grace' };
		const thread = await deciders.directly(person, place, signal);
		const [, channel = ''] = /^dm-(\d+)$/.exec(thread?.id ?? '') ?? [];
		expect(
			discord
				.messages(channel)
				.map((message) => discord.plainText(message))
				.join(),
		).toContain('A decision is asked of you');
		expect(await deciders.directly({ id: 'slack:T1/U1', name: 'x' }, place, signal)).toBeUndefined();
	});
});
