import type { JournalEntry, Message } from '../../../store/journal.ts';

/**
 * The entries that can be replayed after entry `seq`. Where some between them could not be read any more, those are left out that come before the
 * last gap, and the end of a turn whose beginning is among the lost. Pure.
 */
export function replayable(entries: readonly JournalEntry[], seq: number): readonly JournalEntry[] {
	const gap = entries.findLastIndex((entry, at) => entry.seq !== (entries[at - 1]?.seq ?? seq) + 1);
	if (gap < 0) return entries;
	const known = new Set<string>();
	return entries.slice(gap).filter(({ step }) => {
		if (step.type === 'taken') known.add(step.turn);
		const turn = 'turn' in step ? step.turn : undefined;
		return turn === undefined || known.has(turn);
	});
}

/** About how many characters of JSON what was said, thought and done makes. Pure. */
export function sizeOf(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);
}

/** Of what stands around the words of a message. */
const frame = 100;

function sizeOfMessage(message: Message): number {
	const words = frame + message.text.length;
	if (message.role !== 'assistant') return words;
	const calls = message.calls.reduce((sum, call) => sum + frame + call.arguments.length, 0);
	return words + (message.reasoning?.length ?? 0) + calls;
}
