import { expect } from 'vitest';
import type { OpenShow } from './open-show.ts';

/** What the bot has said in the channel itself. */
export function inChannel({ discord }: OpenShow): string[] {
	const own = discord.messages(discord.channel).filter(({ author }) => author === discord.botUser);
	expect(own.flatMap((message) => discord.pings(message))).toEqual([]);
	return own.map((message) => discord.plainText(message));
}

/** What was said in the direct conversation with Ada. */
export function inDm({ discord }: OpenShow): string[] {
	const dm = discord.dmOf(discord.ada);
	return dm === undefined ? [] : discord.messages(dm).map((message) => discord.plainText(message));
}
