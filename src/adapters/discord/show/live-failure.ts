import { RateLimitError } from '@discordjs/rest';
import type { LiveFailure } from '../../present/live/live-deps.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { timeOf } from '../ids.ts';

const leastMs = 250;
const mostMs = 60_000;
/** After failures that nobody told the end of. */
const soonMs = 4000;

/** Tells what to do about a live message that Discord does not take. Pure. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
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

function later(ms: number): Extract<LiveFailure, { type: 'later' }> {
	return { type: 'later', ms: Math.min(mostMs, Math.max(leastMs, ms)) };
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json, 30046. No usual limit of edits is that long. */
const oldMs = 3_600_000;
const longMs = 10_000;

/** Whether Discord says in the words of a rate limit of `ms` that a message is older than an hour and was edited too often. Pure. */
export function isFull(id: string, ms: number, now: number): boolean {
	return now - timeOf(id) > oldMs && ms >= longMs;
}
