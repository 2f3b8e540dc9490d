import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { codeOf, PlatformAwayError } from '../../../../base/errors.ts';
import { Refusal } from '../../../ask-again.ts';
import { createTrouble } from '../../../platform-trouble.ts';
import { discordCode } from './discord-sentence.ts';
import { isGate } from './refusal.ts';

/**
 * Discord's codes for a place in which the bot can say nothing any more: unknown channel, unknown guild, no access, no permission, no
 * direct messages; https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
const gone = [10003, 10004, 50001, 50007, 50013, 50278];

/** Discord's failures as the core is to know them. */
export const { awayOr, troubleIn: discordTrouble } = createTrouble({ platform: 'discord', isAway, goneBy });

function goneBy(error: Error, thread: string): string | undefined {
	return gone.includes(discordCode(error) ?? 0) ? thread : undefined;
}

/** That Discord is away; undefined: that is not why it failed. Pure. */
export function awayOf(error: unknown): PlatformAwayError | undefined {
	const told = awayOr(error);
	return told instanceof PlatformAwayError ? told : undefined;
}

/** Discord was not reached, has not answered in time, or failed whatever it was asked; or somebody in between has answered. */
function isAway(error: Error): boolean {
	if (error instanceof PlatformAwayError || isGate(error)) return true;
	if (error instanceof HTTPError || error instanceof DiscordAPIError) return error.status >= 500;
	if (error instanceof Refusal) return error.mayPass;
	if (error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')) return true;
	return ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_SOCKET'].includes(
		codeOf(error) ?? '',
	);
}
