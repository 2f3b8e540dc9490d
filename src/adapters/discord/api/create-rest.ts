import { DefaultRestOptions, REST, type RESTOptions } from '@discordjs/rest';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { DiscordSettings } from '../settings.ts';
import { createInvalidCounter } from './problems/invalid-requests.ts';
import { createSend } from './send.ts';

/** Discord's limit for all requests together: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit */
const requestsPerSecond = 50;

/**
 * The client of Discord's API, and the only one: it knows the rate limits. It goes out by the global `fetch`, and so by the environment's
 * proxy. It repeats nothing itself; an edit of a message that would have to wait rejects with `RateLimitError`.
 */
export function createDiscordRest(settings: DiscordSettings, log: Logger, clock: Clock = systemClock): REST {
	const invalid = createInvalidCounter({ clock, log });
	return new REST({
		api: settings.apiUrl ?? DefaultRestOptions.api,
		version: '10',
		makeRequest: createSend({ invalid, clock, log }) as RESTOptions['makeRequest'],
		retries: 0,
		// `createSend` has a limit of its own for each kind of request; this one only must not be shorter.
		timeout: 60 * 60_000,
		// Counted in `createSend`, which also stops.
		invalidRequestWarningInterval: 0,
		globalRequestsPerSecond: requestsPerSecond,
		rejectOnRateLimit: ({ method, route }) => isEdit(method, route),
		userAgentAppendix: 'Threadsmith',
	}).setToken(settings.token);
}

/** A newer edit replaces it: it is not worth waiting for. */
function isEdit(method: string, route: string): boolean {
	return method.toUpperCase() === 'PATCH' && /^\/channels\/:id\/messages\/:id$/.test(route);
}
