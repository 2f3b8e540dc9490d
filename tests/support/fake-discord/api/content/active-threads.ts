import type { Channel, World } from '../../world.ts';
import { refusal } from '../api-error.ts';

/** Of a guild. */
export function activeThreads(world: World, guild: string | undefined): Channel[] {
	return [...world.channels.values()].filter(
		(channel) => channel.guild === guild && channel.thread?.archived === false,
	);
}

/** Throws 160006. */
export function requireRoom(world: World, { guild }: Channel): void {
	if (activeThreads(world, guild).length >= world.options.activeThreads) throw refusal(160006);
}
