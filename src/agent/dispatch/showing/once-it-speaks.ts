import type { AgentEvent } from '../../../chat/events.ts';
import { isAside } from '../../session/aside.ts';
import type { Session } from '../../session/session.ts';

/**
 * The events of the open turn. Where what it took may have been meant for others there are none, and so no sign of it, until it speaks or
 * works: then they come from the first on. Of one that stays silent, or fails before it has said anything, there are none at all: whoever
 * talks to others is not told that we could not listen.
 */
export async function* onceItSpeaks(
	events: AsyncIterable<AgentEvent>,
	session: Pick<Session, 'history'>,
): AsyncGenerator<AgentEvent> {
	let held: AgentEvent[] | undefined = [];
	for await (const event of events) {
		const { open } = session.history();
		if (held && open && isAside(open) && !breaksSilence(event)) {
			if (!isLive(event)) held.push(event);
			continue;
		}
		yield* held ?? [];
		held = undefined;
		yield event;
	}
}

/** Words as they stream may be taken back: a call to stay silent may follow them. */
function isLive({ type }: AgentEvent): boolean {
	return type === 'text' || type === 'reasoning' || type === 'tool-output';
}

function breaksSilence(event: AgentEvent): boolean {
	switch (event.type) {
		case 'message':
		case 'tool-started':
		case 'question':
		case 'question-closed':
		case 'artifact':
			return true;
		case 'turn-ended':
			return event.outcome !== 'done' && event.outcome !== 'failed';
		default:
			return false;
	}
}
