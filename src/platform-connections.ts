import { discordLabel } from './adapters/discord/read-settings.ts';
import type { PlatformConnection } from './adapters/platform-connection.ts';
import { slackLabel } from './adapters/slack/read-settings.ts';
import type { PlatformSettings } from './platforms.ts';

/** The chat platforms that these settings connect this process to. Their libraries take a while to load, and memory: only where they are used. */
export function connectionsOf({ slack, discord }: PlatformSettings): readonly PlatformConnection[] {
	return [...(slack ? [slackConnection(slack)] : []), ...(discord ? [discordConnection(discord)] : [])];
}

function slackConnection(settings: NonNullable<PlatformSettings['slack']>): PlatformConnection {
	return {
		label: slackLabel(settings),
		async connect({ log, ...parts }) {
			const { createSlack } = await import('./adapters/slack/slack.ts');
			return createSlack({ ...parts, settings, log: log.child({ part: 'slack' }) });
		},
		check: async (signal) => (await import('./adapters/slack/check.ts')).checkSlack(settings, signal),
	};
}

function discordConnection(settings: NonNullable<PlatformSettings['discord']>): PlatformConnection {
	return {
		label: discordLabel,
		async connect({ log, ...parts }) {
			const { createDiscord } = await import('./adapters/discord/discord.ts');
			return createDiscord({ ...parts, settings, log: log.child({ part: 'discord' }) });
		},
		check: async (signal) => (await import('./adapters/discord/check.ts')).checkDiscord(settings, signal),
	};
}
