import type { AgentEvent } from '../../../agent/events.ts';
import { toMrkdwn } from '../render/mrkdwn.ts';
import { neutralise } from '../render/neutralise.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { slackUserOf } from '../thread-keys.ts';
import { putLine } from './live-lines.ts';
import { plainMessages, postPieces, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { whisper } from './whisper.ts';

export type NoticeEvent = Extract<AgentEvent, { type: 'notice' }>;

/** Shows a notice: for one person's eyes, as a line of a turn that is under way, or as a message of its own. */
export async function showNotice(deps: ShowDeps, show: Show, notice: NoticeEvent): Promise<void> {
	const { key, text, to } = notice;
	if (to) await shownOnce(deps, show, key, () => whisper(deps, show, slackUserOf(to.id)?.user, markdownText(text)));
	else if (show.isTurn) await putLine(deps, show, key, { type: 'notice', text });
	else await postPieces(deps, show, key, plainMessages(text));
}

/** Whether a notice comes when the answer is there: then it is a message below it, with those that follow it. */
export function comesAfter(show: Show, event: AgentEvent): event is NoticeEvent {
	return event.type === 'notice' && event.to === undefined && show.isTurn && show.answered;
}

function markdownText(text: string): RenderedMessage {
	return { blocks: [], text: toMrkdwn(neutralise(text)) };
}
