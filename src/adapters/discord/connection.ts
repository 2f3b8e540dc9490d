import type { PlatformConnection } from '../platform-connection.ts';
import type { DiscordSettings } from './settings.ts';

/** Discord by these settings. discord.js takes a while to load, and memory: only where it is used. */
export function discordConnection(settings: DiscordSettings): PlatformConnection {
	return {
		label: 'Discord',
		async connect({ log, ...parts }) {
			const { createDiscord } = await import('./discord.ts');
			return createDiscord({ ...parts, settings, log: log.child({ part: 'discord' }) });
		},
		async check(signal) {
			const { checkDiscord } = await import('./check.ts');
			return await checkDiscord(settings, signal);
		},
	};
}
