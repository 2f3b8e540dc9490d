import { type APIMessage, ChannelType, Routes } from 'discord-api-types/v10';
import PQueue from 'p-queue';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { KnownChannel } from '../decode/channel.ts';
import { byAge, isAfter, later, timeOf } from '../ids.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import { untilStored } from '../listen/until-stored.ts';
import { archivedThreads, soonestArchiveMs } from './archived-threads.ts';
import type { LeftOff } from './seen.ts';

export interface Missed {
	readonly left: LeftOff;
	readonly shard: number;
	/** Of shards. */
	readonly count: number;
	/** Up to which message a channel has been read before by this process: kept here. */
	readonly readTo: Map<string, string>;
}

/** Of one channel's messages the oldest so many that were missed are read. */
const mostMessages = 1000;
const pageSize = 100;
/** Channels that are read at once. */
const atOnce = 10;
/** In these nobody says anything but in their threads. */
const silent: readonly ChannelType[] = [ChannelType.GuildCategory, ChannelType.GuildForum, ChannelType.GuildMedia];

/**
 * What was said while nobody listened, oldest first, in all channels, active threads and direct conversations of a shard. Where we may
 * not read, nothing was said. Rejects with the signal's reason alone: a Discord out of reach is waited for.
 */
export async function missedMessages(missed: Missed, deps: HandleDeps): Promise<readonly APIMessage[]> {
	const queue = new PQueue({ concurrency: atOnce });
	const { left, readTo } = missed;
	const read = (channel: string) =>
		queue.add(async () => {
			const found = await messagesAfter(channel, later(left.after, readTo.get(channel)), deps);
			readTo.set(
				channel,
				found.reduce((newest, { id }) => later(newest, id), later(left.after, readTo.get(channel))),
			);
			return found;
		});
	const channels = new Set([...(await channelsOf(missed, deps)), ...(await foldedAway(missed, deps))]);
	const pages = await Promise.all([...channels].map(read));
	const taken = new Set(left.taken);
	const messages = pages.flat().filter(({ id }) => !taken.has(id));
	return messages.sort(byAge);
}

async function channelsOf(
	{ left, shard, count, readTo }: Missed,
	{ places, directs }: HandleDeps,
): Promise<readonly string[]> {
	const spokenIn = ({ id, guild, type, last }: KnownChannel) =>
		guild !== undefined &&
		shardOf(guild, count) === shard &&
		!silent.includes(type) &&
		last !== undefined &&
		isAfter(last, later(left.after, readTo.get(id)));
	const channels = [...places.channels.values()].filter(spokenIn).map(({ id }) => id);
	// Of direct conversations Discord tells no newest message. All are the first shard's.
	return shard === 0 ? [...channels, ...(await directs.all())] : channels;
}

/** Threads that nobody has told us of, in channels where we have worked. */
async function foldedAway({ left, shard, count }: Missed, deps: HandleDeps): Promise<readonly string[]> {
	const { places, parents, clock } = deps;
	if (clock.now() - timeOf(left.after) < soonestArchiveMs) return [];
	const queue = new PQueue({ concurrency: atOnce });
	const ours = (await parents.all()).filter((channel) => {
		const guild = places.channels.get(channel)?.guild;
		return guild !== undefined && shardOf(guild, count) === shard;
	});
	const read = (channel: string) =>
		queue.add(() => untilStored(() => archivedThreads(channel, left.after, deps), deps));
	return (await Promise.all(ours.map(read))).flat();
}

/** https://docs.discord.com/developers/events/gateway#sharding-sharding-formula. Pure. */
export function shardOf(guild: string, count: number): number {
	return Number((BigInt(guild) >> 22n) % BigInt(count));
}

async function messagesAfter(channel: string, after: string, deps: HandleDeps): Promise<readonly APIMessage[]> {
	const found: APIMessage[] = [];
	let from = after;
	while (found.length < mostMessages) {
		const page = await untilStored(() => pageAfter(channel, from, deps), deps);
		found.push(...page);
		if (page.length < pageSize) break;
		from = page.reduce((newest, { id }) => later(newest, id), from);
	}
	return found;
}

async function pageAfter(
	channel: string,
	after: string,
	{ calls, log, signal }: HandleDeps,
): Promise<readonly APIMessage[]> {
	const query = new URLSearchParams({ limit: String(pageSize), after });
	try {
		return await calls.run<APIMessage[]>({ method: 'GET', route: Routes.channelMessages(channel), query }, signal);
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		log.debug('A channel cannot be read', { channel, err: error });
		return [];
	}
}
