import { ChannelType } from 'discord-api-types/v10';
import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** How a thread of the soak begins. */
export type Beginning = 'mention' | 'slash' | 'forum' | 'dm';

/** Where a thread of the soak is, and who talks there. */
export interface DiscordSpot {
	readonly begins: Beginning;
	/** The one where the person is a member; a direct conversation is in none. */
	readonly guild: string;
	/** Where it begins: a channel or a forum. */
	readonly channel: string;
	readonly person: string;
}

export const shards = 2;
const guildsEach = 2;
const channelsEach = 3;
const beginnings: readonly Beginning[] = ['dm', 'slash', 'forum', 'mention', 'mention'];

interface Place {
	readonly guild: string;
	readonly channels: readonly string[];
	readonly forum: string;
}

/** Places for so many threads: guilds on all shards, and for each thread a person, for people have one direct conversation only. */
export function addSpots(discord: FakeDiscord, threads: number): readonly DiscordSpot[] {
	const places = addGuilds(discord);
	return Array.from({ length: threads }, (_, at): DiscordSpot => {
		const { guild, channels, forum } = pick(places, at);
		const person = discord.addUser({ name: `person-${at}` });
		discord.addMember({ guild, user: person });
		const begins = pick(beginnings, Math.floor(at / places.length));
		return { begins, guild, person, channel: begins === 'forum' ? forum : pick(channels, at) };
	});
}

function addGuilds(discord: FakeDiscord): Place[] {
	return Array.from({ length: shards * guildsEach }, (_, at): Place => {
		const guild = discord.addGuild({ name: `Guild ${at}`, onShard: [at % shards, shards] });
		const forum = discord.addChannel({ guild, name: 'questions', type: ChannelType.GuildForum });
		const name = (number: number) => `talk-${number}`;
		const channels = Array.from({ length: channelsEach }, (_item, number) =>
			discord.addChannel({ guild, name: name(number) }),
		);
		return { guild, channels, forum };
	});
}

function pick<T>(list: readonly T[], at: number): T {
	const item = list[at % list.length];
	if (item === undefined) throw new Error('There is nothing to pick from');
	return item;
}
