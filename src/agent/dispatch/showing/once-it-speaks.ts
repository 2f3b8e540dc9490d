import type { AgentEvent } from '../../../chat/events.ts';
import { isAlone, isAside } from '../../session/aside.ts';
import type { OpenTurn } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { replayEvents } from '../../turn/replay.ts';

/**
 * The events of the open turn. Where what it took may have been meant for others there are none, and so no sign of it, until it speaks or
 * works: then they come from the first on. Of one that stays silent, or fails before it has said anything, there are none at all: whoever
 * talks to others is not told that we could not listen. Where nobody else has spoken so far, a failure is told.
 */
export async function* onceItSpeaks(
	events: AsyncIterable<AgentEvent>,
	session: Pick<Session, 'history'>,
): AsyncGenerator<AgentEvent> {
	let held: AgentEvent[] | undefined = [];
	for await (const event of events) {
		const { open } = session.history();
		if (held && open && isAside(open) && !breaksSilence(event, session)) {
			if (!isLive(event)) held.push(event);
			continue;
		}
		yield* held ?? [];
		held = undefined;
		yield event;
	}
}

/** Whether nothing of an ended turn was shown, as it said nothing where it may have been spoken to by chance. Pure. */
export function isUnseen(open: OpenTurn, session: Pick<Session, 'history'>): boolean {
	return isAside(open) && !replayEvents(open.id, open.entries).some((event) => breaksSilence(event, session));
}

const broken = '/broken/notice';

/** The key of the sentence that a turn has broken. Pure. */
export function brokenKey(turn: string): string {
	return `${turn}${broken}`;
}

/** Words as they stream may be taken back: a call to stay silent may follow them. */
function isLive({ type }: AgentEvent): boolean {
	return ['text', 'reasoning', 'tool-output', 'tool-step', 'queued'].includes(type);
}

function breaksSilence(event: AgentEvent, session: Pick<Session, 'history'>): boolean {
	switch (event.type) {
		case 'message':
		case 'tool-started':
		case 'question':
		case 'question-closed':
		case 'artifact':
			return true;
		// Nothing but trouble is told of so before the Brain has said anything.
		case 'notice':
			return event.key.endsWith(broken) && isAlone(session.history());
		case 'turn-ended':
			return event.outcome === 'failed' ? isAlone(session.history()) : event.outcome !== 'done';
		default:
			return false;
	}
}
