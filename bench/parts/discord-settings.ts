import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** The settings that connect a bot of the benchmarks to a fake Discord. */
export function discordSettings({ token, apiUrl }: FakeDiscord): Record<string, string> {
	return { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl };
}
