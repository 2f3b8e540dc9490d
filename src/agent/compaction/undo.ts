import type { JournalEntry, Message } from '../../store/journal.ts';
import { withPieces } from '../session/compacted.ts';
import { applyEntry, emptyHistory, type History } from '../session/history.ts';
import { saveHistory } from '../session/session.ts';
import { tokensOfAll } from './measure/tokens.ts';
import { placeOf, type Scene } from './scene.ts';

/** A compaction that is in effect: where its result stands now, and what stood there before. */
interface InEffect {
	readonly from: number;
	readonly length: number;
	readonly before: readonly Message[];
}

/** Brings back what the newest compaction that is in effect has replaced. False where there is none. */
export async function undoCompaction(scene: Scene): Promise<boolean> {
	const newest = compactionsIn(await scene.session.folder.journal.after(0)).at(-1);
	if (!newest) return false;
	const { from, length, before } = newest;
	const { messages } = scene.session.history();
	const covers = { from, to: from + length };
	const left = [...messages.slice(0, from), ...before, ...messages.slice(covers.to)];
	const tokens = scene.prefix + tokensOfAll(left);
	await scene.record({ ...placeOf(scene), type: 'compaction-undone', covers, messages: [...before], tokens });
	if (!scene.session.history().open) await saveHistory(scene.session);
	return true;
}

/** Those that can be taken back, oldest first, in a whole journal. What only cleared results is none: it covers too little to be told. Pure. */
export function compactionsIn(entries: readonly JournalEntry[]): readonly InEffect[] {
	let history = emptyHistory;
	let stack: readonly InEffect[] = [];
	for (const entry of entries) {
		stack = after(stack, entry, history);
		history = applyEntry(history, entry);
	}
	return stack;
}

function after(stack: readonly InEffect[], { step }: JournalEntry, { messages }: History): readonly InEffect[] {
	switch (step.type) {
		case 'compacted': {
			if (step.by === 'masked') return stack;
			const { from, to } = step.covers;
			const length = withPieces(messages, step).length - (messages.length - (to - from));
			return [...stack, { from, length, before: messages.slice(from, to) }];
		}
		case 'compaction-undone':
			return stack.slice(0, -1);
		case 'cleared':
			return [];
		case 'restored':
			return stack.map((one) => ({ ...one, from: one.from + step.messages.length }));
		default:
			return stack;
	}
}
