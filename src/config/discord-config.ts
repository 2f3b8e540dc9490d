import type { DiscordSettings } from '../adapters/discord/settings.ts';
import type { Settings } from './config.ts';
import { placesOf } from './rule-places.ts';

/** How this process is connected to Discord; undefined when it is not. */
export function discordOf(settings: Settings): DiscordSettings | undefined {
	const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, FILE_LIMIT: maxFileBytes } = settings;
	if (token === undefined) return undefined;
	const places = placesOf(settings, 'discord:').filter((guild) => guild !== '0');
	return {
		token,
		apiUrl: apiUrl?.replace(/\/$/, ''),
		permissions: permissionsOf(settings),
		maxFileBytes,
		...(places.length > 0 && { places }),
	};
}

/** The permissions that rights depend on, as `G1/ManageGuild`. */
function permissionsOf({ ADMINS = [], MEMBERS = [], GUESTS = [] }: Settings): string[] {
	const rules = [...ADMINS, ...MEMBERS, ...GUESTS].map((rule) => /^discord:(\d+)\/permission:(\w+)$/.exec(rule));
	return [...new Set(rules.flatMap((match) => (match ? [`${match[1]}/${match[2]}`] : [])))];
}
