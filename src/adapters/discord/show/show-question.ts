import { RateLimitError } from '@discordjs/rest';
import { sleep } from '../../../base/clock.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';
import { editMessage, type MessageEdit } from '../api/edit-message.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { wasPostedAt } from './next-best.ts';
import { postOnceIn, shownOnce } from './post.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { takeAwayDeferral } from './through-interaction.ts';

/** Asks in the thread, below what was done so far. */
export async function showQuestion(deps: ShowDeps, show: Show, key: string, question: Question): Promise<void> {
	show.typing?.[Symbol.dispose]();
	const instead = { action: 'ask in the thread', words: question.text };
	const message = await deps.render('question', [question, key]);
	await settleBeside(deps, show, () => postOnceIn(deps, show, { key, message, instead }));
	// That of a command that asks: nobody needs it beside the question.
	await takeAwayDeferral(deps, show.answers);
}

/** Takes the buttons of a question away, and says why where it was asked. */
export async function closeQuestion(
	deps: ShowDeps,
	show: Show,
	{ key, question, text }: Extract<AgentEvent, { type: 'question-closed' }>,
): Promise<void> {
	const asked = `${show.turn}/${question.name}/question`;
	const message = show.alreadyShown.find((row) => row.key === asked)?.id;
	const last = show.last;
	const { channel } = show.place;
	await shownOnce(deps, show, key, async () => {
		// Words in another place are not changed.
		if (message === undefined || !wasPostedAt(show.place, message)) return channel;
		const content = await deps.render('closedQuestion', [question, text, key]);
		await editPatiently(deps, { channel, message, content }).catch((error: unknown) => {
			// Somebody has deleted it, or the thread is closed.
			if (!isRefusal(error)) throw error;
		});
		return message;
	});
	show.last = last ?? show.last;
}

/** Edits are not queued: nothing newer follows this one. */
async function editPatiently({ calls, clock, signal }: ShowDeps, edit: MessageEdit): Promise<void> {
	for (;;) {
		try {
			return await editMessage({ calls }, edit, signal);
		} catch (error) {
			if (!(error instanceof RateLimitError)) throw error;
			await sleep(clock, error.retryAfter, signal);
		}
	}
}
