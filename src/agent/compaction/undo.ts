import type { JournalEntry, Message } from '../../store/journal.ts';
import { applyEntry, emptyHistory, type History } from '../session/history.ts';
import { withPieces } from '../session/past/compacted.ts';
import { replayable } from '../session/past/replayable.ts';
import { erasedText } from '../session/past/stubs.ts';
import { tokensOfAll } from './measure/tokens.ts';
import { placeOf, type Scene } from './scene.ts';

/** A compaction that is in effect: where its result stands now, and what stood there before. */
interface InEffect {
	readonly from: number;
	readonly length: number;
	readonly before: readonly Message[];
	/** The text that stood for it is erased. */
	readonly erased: boolean;
}

/** Brings back what the newest compaction that is in effect has replaced. False where there is none. */
export async function undoCompaction(scene: Scene): Promise<boolean> {
	const newest = await newestIn(scene);
	if (!newest) return false;
	await undo(newest, scene);
	return true;
}

/** Brings back all that stood where now an erased summary does. */
export async function undoErased(scene: Scene): Promise<void> {
	for (let newest = await newestIn(scene); newest?.erased; newest = await newestIn(scene)) await undo(newest, scene);
}

async function newestIn({ session }: Scene): Promise<InEffect | undefined> {
	return compactionsIn(replayable(await session.folder.journal.after(0), 0)).at(-1);
}

async function undo(newest: InEffect, scene: Scene): Promise<void> {
	const { from, length, before } = newest;
	const { messages } = scene.session.history();
	const covers = { from, to: from + length };
	const left = [...messages.slice(0, from), ...before, ...messages.slice(covers.to)];
	const tokens = scene.prefix + tokensOfAll(left);
	await scene.record({ ...placeOf(scene), type: 'compaction-undone', covers, messages: [...before], tokens });
	await scene.session.rest();
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
			const erased = step.result.some((piece) => 'role' in piece && piece.text === erasedText);
			return [...stack, { from, length, before: messages.slice(from, to), erased }];
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
