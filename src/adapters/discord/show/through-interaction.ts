import { messageOf } from '../../../base/errors.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { sentence } from '../render/parts.ts';
import type { ShowEventsDeps } from './show-parts.ts';

/** Stands for the id of a message that one person sees. */
const whispered = 'whispered';

type InteractionDeps = Pick<ShowEventsDeps, 'answers' | 'replies' | 'signal'>;

/**
 * Answers the interaction that came in under `key`, for the eyes of whoever made it. Undefined: none is known by that key, or it takes no
 * answer. Rejects as `Calls` do for all but refusals.
 */
export async function throughInteraction(
	{ replies, answers, signal }: InteractionDeps,
	key: string | undefined,
	message: DiscordMessage,
): Promise<string | undefined> {
	const reply = key === undefined ? undefined : replies.of(key);
	if (!reply) return undefined;
	const isFirst = reply.deferred;
	reply.deferred = false;
	try {
		const say = isFirst ? answers.editOriginal : answers.followUp;
		return (await say(reply, message, signal)) === 'answered' ? whispered : undefined;
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return undefined;
	}
}

/** Takes the deferred answer away of the interaction that came in under `key`; one that stays says no more than that it is being worked on. */
export async function takeAwayDeferral(
	{ replies, answers, signal, log }: InteractionDeps & Pick<ShowEventsDeps, 'log'>,
	key: string | undefined,
): Promise<void> {
	const reply = key === undefined ? undefined : replies.of(key);
	if (!reply?.deferred) return;
	reply.deferred = false;
	await answers.removeOriginal(reply, signal).catch((error: unknown) => {
		log.info('Discord keeps an answer that is done with', { reason: messageOf(error) });
	});
}

/** A command that hands in words has no answer of its own: whoever gave it is told what becomes of the words. Resolves at once. */
export function answerDeferral(deps: InteractionDeps & Pick<ShowEventsDeps, 'log'>, of: string, text: string): void {
	const [key] = /^i\/\d+/.exec(of) ?? [];
	if (key === undefined || !deps.replies.of(key)?.deferred) return;
	throughInteraction(deps, key, sentence(text)).catch((error: unknown) => {
		if (!deps.signal.aborted) deps.log.info('Discord does not take an answer', { reason: messageOf(error) });
	});
}
