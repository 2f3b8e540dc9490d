import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { causesOf, codeOf, messageOf, PlaceGoneError, PlatformAwayError } from '../../../../base/errors.ts';
import type { Thread } from '../../../../chat/thread.ts';
import { Refusal } from '../../../ask-again.ts';
import { discordCode } from './discord-sentence.ts';
import { isGate } from './refusal.ts';

/**
 * Discord's codes for a place in which the bot can say nothing any more: unknown channel, unknown guild, no access, no permission, no
 * direct messages; https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
const gone = [10003, 10004, 50001, 50007, 50013, 50278];

/** A failure in `thread` as the core is to know it: that Discord is away, or that the place is gone; else the error as it is. Pure. */
export function discordTrouble(error: unknown, { id }: Thread): unknown {
	if (error instanceof PlatformAwayError || error instanceof PlaceGoneError) return error;
	const causes = causesOf(error);
	if (causes.some((cause) => gone.includes(discordCode(cause) ?? 0)))
		return new PlaceGoneError(id, messageOf(error), { cause: error });
	return awayOr(error);
}

/** That Discord is away; else the error as it is. Pure. */
export function awayOr(error: unknown): unknown {
	return awayOf(error) ?? error;
}

/** That Discord is away; undefined: that is not why it failed. Pure. */
export function awayOf(error: unknown): PlatformAwayError | undefined {
	if (error instanceof PlatformAwayError) return error;
	return causesOf(error).some(isAway)
		? new PlatformAwayError('discord', messageOf(error), { cause: error })
		: undefined;
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
