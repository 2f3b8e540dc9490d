import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { OpenListen } from './open-listen.ts';

export function bytes(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

/** The messages that were taken in, once there are so many. */
export function taken(listen: OpenListen, count: number) {
	return waitFor(() => listen.of('message').length >= count && listen.of('message'), `${count} messages`);
}

/** Says something by which a later mention is known to come after everything else, and waits for that. */
export async function settled(discord: FakeDiscord, listen: OpenListen): Promise<void> {
	const id = await discord.as(discord.grace).say(discord.channel, 'the last word', { mention: true });
	await waitFor(() => listen.kept.inbounds.some(({ key }) => key.endsWith(id)), 'the last word');
}
