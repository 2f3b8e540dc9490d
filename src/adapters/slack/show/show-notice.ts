import type { AgentEvent } from '../../../chat/events.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { slackUserOf } from '../thread-keys.ts';
import { putLine } from './live-lines.ts';
import { postPieces, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { whisper } from './whisper.ts';

export type NoticeEvent = Extract<AgentEvent, { type: 'notice' }>;

/** Shows a notice: for one person's eyes, as a line of a turn that is under way, or as a message of its own. */
export async function showNotice(deps: ShowDeps, show: Show, notice: NoticeEvent): Promise<void> {
	const { key, text, to } = notice;
	if (to)
		await shownOnce(deps, show, key, async () =>
			whisper(deps, show, slackUserOf(to.id)?.user, await markdownText(deps, text)),
		);
	else if (show.isTurn) await putLine(deps, show, key, { type: 'notice', text });
	else await postPieces(deps, show, key, await deps.render('messages', [text]));
}

/** Whether a notice comes when the answer is there: then it is a message below it, with those that follow it. */
export function comesAfter(show: Show, event: AgentEvent): event is NoticeEvent {
	return event.type === 'notice' && event.to === undefined && show.isTurn && show.answered;
}

async function markdownText({ render }: ShowDeps, text: string): Promise<RenderedMessage> {
	return { blocks: [], text: await render('text', [neutralise(text)]) };
}
