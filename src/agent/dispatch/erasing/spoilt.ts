import type { Message, Step } from '../../../store/journal.ts';
import { usualPrefix } from '../../compaction/fill.ts';
import { undoErased } from '../../compaction/undo.ts';
import type { Session } from '../../session/session.ts';

type Compacted = Extract<Step, { type: 'compacted' }>;

/** The texts that compactions have made after one of the steps that are erased: of a summary nobody knows whose words it holds. Pure. */
export function spoiltBy(meant: readonly Step[], steps: readonly Step[]): readonly Message[] {
	const first = steps.findIndex((step) => meant.includes(step));
	const calls = new Set(meant.flatMap((step) => (step.type === 'tool-finished' ? [step.callId] : [])));
	const isSpoilt = (message: Message) =>
		message.role === 'user' || (message.role === 'tool' && calls.has(message.callId));
	return steps.slice(first).flatMap((step) => (step.type === 'compacted' ? madeBy(step).filter(isSpoilt) : []));
}

function madeBy({ result }: Compacted): readonly Message[] {
	return result.flatMap((piece) => ('role' in piece ? [piece] : []));
}

/** A step that holds copies of messages, with each as `anew` answers it. Pure. */
export function withCopies(step: Step, anew: (message: Message) => Message): Step {
	switch (step.type) {
		case 'restored':
		case 'compaction-undone':
			return { ...step, messages: step.messages.map(anew) };
		case 'compacted':
			return { ...step, result: step.result.map((piece) => ('role' in piece ? anew(piece) : piece)) };
		default:
			return step;
	}
}

/** Where a summary was erased its past stands again, without the words that were meant; it is summarized anew when it must be. */
export async function bringBack(session: Session): Promise<void> {
	await undoErased({ session, model: '', prefix: usualPrefix, record: session.record });
}
