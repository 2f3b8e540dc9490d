import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

const perChannel = ['POST /channels/:id/messages', 'PATCH /channels/:id/messages/:id'] as const;

/**
 * Sets the limits that bots meet: five posts and five edits in five seconds a channel, as people report; fifty calls a second in all,
 * https://docs.discord.com/developers/topics/rate-limits.
 */
export function limitRates(discord: FakeDiscord): void {
	for (const route of perChannel) discord.rateLimit(route, { limit: 5, perMs: 5000 });
	discord.globalLimit({ limit: 50, perMs: 1000 });
}
