import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** What a bot of the benchmarks is connected to a fake Discord with. */
export function discordSettings({ token, apiUrl }: FakeDiscord): Record<string, string> {
	return { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl };
}
