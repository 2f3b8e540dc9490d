import { messageOf } from '../../../base/errors.ts';
import type { Question } from '../../../chat/question.ts';
import type { ClosedEvent } from '../advance.ts';
import type { Show } from '../presenter-deps.ts';
import { withLast } from '../turn-state.ts';
import { postOnce, rowOf, shownOnce } from './post-once.ts';
import { settleBeside } from './settle-beside.ts';

/** Asks in the thread, below what was done so far. */
export async function showQuestion<Message>(show: Show<Message>, key: string, question: Question): Promise<void> {
	const { signs, voice } = show.ground;
	signs.speaks();
	const message = await show.deps.look.question(question, key);
	const instead = { action: 'ask in the thread', words: question.text };
	await settleBeside(show, { of: 'question', key, post: () => postOnce(show, { key, message, instead }) });
	await voice.asked?.(question);
}

/** Takes the buttons of a question away, and says why where it was asked. Rejects as `Surface.edit` does. */
export async function closeQuestion<Message>(show: Show<Message>, closed: ClosedEvent): Promise<void> {
	const { last } = show.progress.now();
	await shownOnce(show, closed.key, () => editClosed(show, closed));
	// It has changed where it stood, which may be far above.
	show.progress.move((state) => withLast(state, last));
}

async function editClosed<Message>(show: Show<Message>, { key, question, text }: ClosedEvent): Promise<string> {
	const { thread, deps, ground } = show;
	const asked = `${show.turn}/${question.name}/question`;
	const id = rowOf(show, asked)?.id;
	if (id === undefined) return ground.nowhere;
	const message = await deps.look.closedQuestion(question, text, key);
	await ground.surface.edit({ thread, id, keys: [asked, key], message }, deps.signal).catch((error: unknown) => {
		// Somebody has deleted it, or it is too old for an edit: it stays as it is.
		if (!deps.isRefusal(error, thread)) throw error;
		deps.log.warn('A question cannot be closed', { reason: messageOf(error), thread: thread.id });
	});
	return id;
}
