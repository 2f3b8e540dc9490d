import { type APIChannel, Routes } from 'discord-api-types/v10';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { type KnownChannel, knownChannel } from '../connect/places.ts';
import type { TakeDeps } from '../listen/listen-deps.ts';

/** Codes of what is not there, or not for us: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const hidden = [10003, 50001, 50013];

/**
 * A channel, a thread or a direct conversation; Discord is asked for those that the gateway has not told of, archived threads among them.
 * Undefined where it is not there, or not for us to see. Rejects as `Calls` do.
 */
export async function channelOf(
	id: string,
	{ places, calls, signal }: Pick<TakeDeps, 'places' | 'calls' | 'signal'>,
): Promise<KnownChannel | undefined> {
	const known = places.channels.get(id);
	if (known) return known;
	try {
		const channel = await calls.run<APIChannel>({ method: 'GET', route: Routes.channel(id) }, signal);
		const asked = knownChannel(channel);
		places.keep(asked);
		return asked;
	} catch (error) {
		if (hidden.includes(discordCode(error) ?? 0)) return undefined;
		throw error;
	}
}
