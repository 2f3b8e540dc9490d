import type { JournalEntry, Message, Step } from '../../store/journal.ts';
import { emptyHistory, type History, replaying } from '../session/history.ts';
import { withPieces } from '../session/past/compacted.ts';
import { replayable } from '../session/past/replayable.ts';
import { erasedText } from '../session/past/stubs.ts';
import { tokensOfAll } from './measure/tokens.ts';
import { placeOf, type Scene } from './scene.ts';

type Compacted = Extract<Step, { type: 'compacted' }>;

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
	const { inEffect, messages } = compactionsIn(replayable(await session.folder.journal.after(0), 0));
	// Of a journal that was damaged a part may be lost that the snapshot knows: places in it tell nothing then.
	return shapeOf(messages) === shapeOf(session.history().messages) ? inEffect.at(-1) : undefined;
}

/** Tells two histories apart by whose messages stand in them. */
function shapeOf(messages: readonly Message[]): string {
	return messages.map((message) => (message.role === 'tool' ? message.callId : message.role)).join();
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

/** Those that are in effect, oldest first, and those that were when the conversation was cleared: they come back with it. */
interface Stacks {
	readonly inEffect: readonly InEffect[];
	readonly cleared: readonly InEffect[];
}

/** Those that can be taken back, oldest first, in a whole journal, and its messages. What only cleared results is none: it covers too little to be told. Pure. */
export function compactionsIn(
	entries: readonly JournalEntry[],
): Pick<Stacks, 'inEffect'> & { readonly messages: readonly Message[] } {
	const next = replaying();
	let history = emptyHistory;
	let stacks: Stacks = { inEffect: [], cleared: [] };
	for (const entry of entries) {
		stacks = after(stacks, entry, history);
		history = messagesOf(next(history, entry));
	}
	return { inEffect: stacks.inEffect, messages: history.messages };
}

/** All else grows with each turn, and is copied with each: that of a year would take minutes. */
function messagesOf({ seq, messages, open }: History): History {
	return { ...emptyHistory, seq, messages, ...(open && { open }) };
}

function after(stacks: Stacks, { step }: JournalEntry, { messages }: History): Stacks {
	const { inEffect, cleared } = stacks;
	switch (step.type) {
		case 'compacted':
			return step.by === 'masked' ? stacks : { inEffect: [...inEffect, effectOf(step, messages)], cleared };
		case 'compaction-undone':
			return { inEffect: inEffect.slice(0, -1), cleared };
		case 'cleared':
			// Erasing clears without a copy.
			return { inEffect: [], cleared: step.backup === '' ? [] : inEffect };
		case 'restored': {
			const later = inEffect.map((one) => ({ ...one, from: one.from + step.messages.length }));
			return { inEffect: [...cleared, ...later], cleared: [] };
		}
		default:
			return stacks;
	}
}

function effectOf(step: Compacted, messages: readonly Message[]): InEffect {
	const { from, to } = step.covers;
	const length = withPieces(messages, step).length - (messages.length - (to - from));
	const erased = step.result.some((piece) => 'role' in piece && piece.text === erasedText);
	return { from, length, before: messages.slice(from, to), erased };
}
