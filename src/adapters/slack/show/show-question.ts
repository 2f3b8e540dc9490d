import type { AgentEvent } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import { updateMessage } from '../live/live-part.ts';
import { postOnceIn, shownOnce } from './post.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Asks in the thread, below what was done so far. */
export async function showQuestion(deps: ShowDeps, show: Show, key: string, question: Question): Promise<void> {
	const message = await deps.render('question', [question]);
	await settleBeside(deps, show, key, () => postOnceIn(deps, show, key, message));
}

/** Takes the buttons of a question away, and says why where it was asked; where Slack refuses that edit it stays. Rejects as `Calls` do for all else. */
export async function closeQuestion(
	deps: ShowDeps,
	show: Show,
	{ key, question, text }: Extract<AgentEvent, { type: 'question-closed' }>,
): Promise<void> {
	const asked = `${show.turn}/${question.name}/question`;
	const ts = show.alreadyShown.find((row) => row.key === asked)?.id;
	const last = show.last;
	await shownOnce(deps, show, key, async () => {
		if (ts === undefined) return show.place.ts;
		const message = await deps.render('closedQuestion', [question, text]);
		await updateMessage(deps, show, { ts, keys: [asked, key], message }).catch((error: unknown) => {
			// Somebody has deleted it, or it is too old for an edit: it stays as it is.
			if (slackCode(error) === undefined || mayComeBack(error, show.thread)) throw error;
			deps.log.warn('Slack does not let a question be closed', { reason: slackCode(error), thread: show.thread.id });
		});
		return ts;
	});
	show.last = last ?? show.last;
}
