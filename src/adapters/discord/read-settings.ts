import type { z } from 'zod';
import { address, text } from '../../base/settings/setting-kinds.ts';
import { placesIn, type SharedSettings } from '../platform-connection.ts';
import { discordFacts } from './facts.ts';
import type { DiscordSettings } from './settings.ts';
import { noGuild } from './thread-keys.ts';

/** The bot's id, a time and a digest, each in base64. People paste it with its scheme now and then. */
const botToken = text
	.transform((value) => value.replace(/^Bot\s+/i, ''))
	.refine((value) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value), 'must be a bot token: three parts with dots between them');

/** Every variable of Discord; `deploy/example.env` explains each. */
export const discordVariables = {
	DISCORD_TOKEN: botToken.optional(),
	DISCORD_API_URL: address.optional(),
};
type Given = z.infer<z.ZodObject<typeof discordVariables>>;

/** How this process is connected to Discord; undefined when it is not. */
export function discordSettings(settings: Given, shared: SharedSettings): DiscordSettings | undefined {
	const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } = settings;
	if (token === undefined) return undefined;
	const places = placesIn(shared, discordFacts.prefix).filter((guild) => guild !== noGuild);
	return {
		token,
		apiUrl: apiUrl?.replace(/\/$/, ''),
		permissions: permissionsOf(shared),
		maxFileBytes: shared.maxFileBytes,
		...(places.length > 0 && { places }),
	};
}

/** The permissions that rights depend on, as `G1/ManageGuild`. */
function permissionsOf(shared: SharedSettings): string[] {
	const rules = shared.rules.map((rule) => /^discord:(\d+)\/permission:(\w+)$/.exec(rule));
	return [...new Set(rules.flatMap((match) => (match ? [`${match[1]}/${match[2]}`] : [])))];
}

/** For whoever starts the service. */
export const discordLabel = 'Discord';
