import { DiscordAPIError } from '@discordjs/rest';
import { discordCode } from './discord-sentence.ts';

/** Statuses of a page that say that this very request is refused, and always will be: its form, or its size. */
const ownStatuses = [400, 413];

/**
 * Not Discord has answered but its gate (Cloudflare), or a proxy in between: with a page, or with a code of the gate's. That says nothing
 * of what was asked, and passes. Pure.
 */
export function isGate(error: unknown): boolean {
	return error instanceof DiscordAPIError && discordCode(error) === undefined && !ownStatuses.includes(error.status);
}

/** Discord does not take this, and will not: whoever is in the thread has to change something. Pure. */
export function isRefusal(error: unknown): error is DiscordAPIError {
	if (!(error instanceof DiscordAPIError) || isGate(error)) return false;
	return error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);
}
