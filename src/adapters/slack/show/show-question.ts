import type { AgentEvent } from '../../../agent/events.ts';
import type { Question } from '../../../store/question.ts';
import { updateMessage } from '../live/live-part.ts';
import { slackCode } from '../web/slack-sentence.ts';
import { postOnceIn, shownOnce } from './post.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Asks in the thread, below what was done so far. */
export async function showQuestion(deps: ShowDeps, show: Show, key: string, question: Question): Promise<void> {
	const message = await deps.render('question', [question]);
	await settleBeside(deps, show, key, () => postOnceIn(deps, show, key, message));
}

/** Takes the buttons of a question away, and says why where it was asked. */
export async function closeQuestion(
	deps: ShowDeps,
	show: Show,
	{ key, question, text }: Extract<AgentEvent, { type: 'question-closed' }>,
): Promise<void> {
	const asked = `${show.turn}/${question.callId}/question`;
	const ts = show.alreadyShown.find((row) => row.key === asked)?.id;
	const last = show.last;
	await shownOnce(deps, show, key, async () => {
		if (ts === undefined) return show.place.ts;
		const message = await deps.render('closedQuestion', [question, text]);
		await updateMessage(deps, show, { ts, keys: [asked, key], message }).catch((error: unknown) => {
			// Somebody has deleted it.
			if (!['message_not_found', 'cant_update_message'].includes(slackCode(error) ?? '')) throw error;
		});
		return ts;
	});
	show.last = last ?? show.last;
}
