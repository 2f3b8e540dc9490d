import type { AgentEvent } from '../../chat/events.ts';
import type { TurnEnded } from './look.ts';
import type { Show } from './presenter-deps.ts';
import { noteUndelivered } from './show/note-undelivered.ts';
import type { Unsaid } from './surface.ts';
import { type ArtifactEvent, type TurnState, withBar, withoutHeld, withUnsaidFile } from './turn-state.ts';

/**
 * Shows events in the thread; once that takes nothing any more they are said in the next best place. Rejects as `act` does for all else, and
 * as the next best place does.
 */
export async function orElsewhere<Message>(
	show: Show<Message>,
	events: readonly AgentEvent[],
	act: () => Promise<void>,
): Promise<void> {
	const { nextBest } = show.ground;
	try {
		if (!nextBest || !show.progress.now().barred) return await act();
	} catch (error) {
		if (!nextBest?.isBarred(error)) throw error;
		show.progress.move((state) => withBar(state, error));
	}
	for (const event of events) await sayElsewhere(show, event);
	show.progress.move((state) => withoutHeld(state, events));
}

async function sayElsewhere<Message>(show: Show<Message>, event: AgentEvent): Promise<void> {
	const { ground, progress } = show;
	if (event.type === 'artifact') return await leaveFile(show, event);
	const state = progress.now();
	const unsaid = unsaidIn(state, event);
	if (unsaid) await ground.nextBest?.say(unsaid, state.barred?.why);
}

/** It is handed over by a later turn, where the thread takes files again. */
async function leaveFile<Message>(show: Show<Message>, { key, name }: ArtifactEvent): Promise<void> {
	const reason = `Cannot hand over "${name}": its thread took nothing any more`;
	await noteUndelivered(show, { key, until: 'later', reason });
	show.progress.move((state) => withUnsaidFile(state, name));
}

/** The part that people miss of an event that is not shown in its thread; undefined: nothing. Pure. */
function unsaidIn(state: TurnState, event: AgentEvent): Unsaid | undefined {
	switch (event.type) {
		case 'message':
			if (!event.final) return undefined;
			return { key: event.key, action: 'show the answer in its thread', words: event.text };
		case 'question':
			return { key: event.key, action: 'ask in the thread', words: event.question.text };
		case 'notice':
			return { key: event.key, action: 'say this in its thread', words: event.text, to: event.to };
		case 'turn-ended':
			return endIn(state, event);
		default:
			return undefined;
	}
}

function endIn({ barred }: TurnState, event: TurnEnded): Unsaid | undefined {
	const names = (barred?.files ?? []).map((name) => `"${name}"`).join(', ');
	const words = [
		...(event.outcome === 'failed' ? [event.reason] : []),
		...(names ? [`Not handed over: ${names}`] : []),
	];
	if (words.length === 0) return undefined;
	return { key: event.key, action: 'show in the thread how this ended', words: words.join('\n') };
}
