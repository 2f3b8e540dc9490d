import { RateLimitError } from '@discordjs/rest';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { timeOf } from '../ids.ts';

/** Why a live message cannot be shown, by what to do about it. */
export type LiveFailure =
	/** In `ms` milliseconds it may go; what is the newest then. */
	| { readonly type: 'later'; readonly ms: number }
	/** Somebody has deleted it. */
	| { readonly type: 'gone' }
	/** It takes no more edits; another one does. */
	| { readonly type: 'full' }
	/** Discord does not take its form. */
	| { readonly type: 'form' }
	/** Nothing can be said there. */
	| { readonly type: 'never' };

const leastMs = 250;
const mostMs = 60_000;
/** After failures that nobody told the end of. */
const soonMs = 4000;

/** Pure. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
export function failureOf(error: unknown): LiveFailure {
	if (error instanceof RateLimitError) return later(Math.max(error.retryAfter, error.sublimitTimeout));
	switch (discordCode(error)) {
		case 10008:
			return { type: 'gone' };
		case 30046:
		case 50083:
			return { type: 'full' };
		case 50035:
			return { type: 'form' };
		// Slow mode, and limits of a channel: they end.
		case 20016:
		case 20028:
			return later(soonMs);
		default:
			return isRefusal(error) ? { type: 'never' } : later(soonMs);
	}
}

function later(ms: number): LiveFailure {
	return { type: 'later', ms: Math.min(mostMs, Math.max(leastMs, ms)) };
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json, 30046. No usual limit of edits is that long. */
const oldMs = 3_600_000;
const longMs = 10_000;

/** Whether Discord says in the words of a rate limit of `ms` that a message is older than an hour and was edited too often. Pure. */
export function isFull(id: string, ms: number, now: number): boolean {
	return now - timeOf(id) > oldMs && ms >= longMs;
}
