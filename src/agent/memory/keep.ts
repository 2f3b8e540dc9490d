import { inTurn } from '../../base/in-turn.ts';
import type { NoteFolder } from '../../store/notes.ts';
import { memoryFile } from './front-matter.ts';
import { cleanText, digestOf, mostBytes, mostMemories, type Origin } from './memory.ts';
import { inForce, type MemoryEntry, type MemoryIndex, nameOf, readIndex } from './memory-index.ts';

/** A memory that is to be kept. `supersedes`: ids of others there. */
export interface Draft extends Origin {
	readonly text: string;
	/** Begins its id. */
	readonly letter: string;
}

/** The outcome of keeping one; `known`: it was there already. */
export type Kept =
	| { readonly kind: 'kept' | 'known'; readonly id: string }
	| { readonly kind: 'refused'; readonly why: string };

/** Keeps a memory, once: done again it comes to the same. Rejects as a disk does. */
export function keep(draft: Draft, folder: NoteFolder): Promise<Kept> {
	return inTurn(folder.memories, async () => {
		const index = await readIndex(folder);
		const planned = plan(draft, index);
		if (planned.kind !== 'new') return planned;
		await makeRoom(index, folder);
		const { letter: _letter, ...rest } = draft;
		const { id, supersedes } = planned;
		const memory = { ...rest, id, text: cleanText(draft.text), supersedes, at: after(supersedes, draft.at, index) };
		await folder.memories.write(nameOf(memory.id), memoryFile(memory));
		await readIndex(folder);
		return { kind: 'kept', id };
	});
}

type Planned = Kept | { readonly kind: 'new'; readonly id: string; readonly supersedes: readonly string[] };

/** Tells how keeping it would end. Pure. */
export function plan(draft: Pick<Draft, 'text' | 'letter' | 'supersedes'>, index: MemoryIndex): Planned {
	const text = cleanText(draft.text);
	const digest = digestOf(text);
	const fault = faultIn(text, mostBytes) ?? unknownIn(draft.supersedes, index);
	if (fault !== undefined) return { kind: 'refused', why: fault };
	const current = inForce(index);
	const same = current.find((entry) => entry.digest === digest);
	if (same) return { kind: 'known', id: same.id };
	const before = index.memories.find((entry) => entry.digest === digest);
	const ruled = before && new Set([...overrulers(before, index), ...draft.supersedes]);
	if (ruled) return { kind: 'new', id: before.id, supersedes: [...ruled] };
	const others = current.filter(({ id }) => !draft.supersedes.includes(id));
	if (others.length >= mostMemories) return { kind: 'refused', why: full };
	return { kind: 'new', id: freeId(`${draft.letter}-${digest}`, index), supersedes: draft.supersedes };
}

/** Only what is older is replaced, and clocks go back. */
function after(ids: readonly string[], at: string, { memories }: MemoryIndex): string {
	const replaced = memories.filter(({ id }) => ids.includes(id)).map((entry) => Date.parse(entry.at) + 1);
	return new Date(Math.max(Date.parse(at), ...replaced)).toISOString();
}

const full = `There are ${mostMemories} memories already, and no more are kept. Replace one (supersedes), or have people forget some`;

/** Why a text can be no memory. Pure. */
export function faultIn(text: string, most: number): string | undefined {
	if (!/[\p{L}\p{N}]/u.test(text)) return 'There is nothing in it to remember';
	const bytes = Buffer.byteLength(text);
	return bytes > most ? `It is too long (${bytes} bytes; at most ${most}): remember less, or in parts` : undefined;
}

function unknownIn(ids: readonly string[], { memories }: MemoryIndex): string | undefined {
	const unknown = ids.filter((id) => !memories.some((entry) => entry.id === id));
	return unknown.length === 0 ? undefined : `There is no memory ${unknown.join(', ')} to replace there`;
}

/** A fact that is said again replaces what has replaced it. */
function overrulers({ id }: MemoryEntry, { memories }: MemoryIndex): string[] {
	return memories.filter(({ supersedes }) => supersedes.includes(id)).map((entry) => entry.id);
}

function freeId(whole: string, { memories }: MemoryIndex): string {
	const isTaken = (id: string) => memories.some((entry) => entry.id === id);
	const short = whole.slice(0, 10);
	return isTaken(short) ? whole : short;
}

/** Of too many files those that were replaced go, the oldest first: they stand for nothing any more. */
async function makeRoom(index: MemoryIndex, { memories }: NoteFolder): Promise<void> {
	const current = new Set(inForce(index).map(({ id }) => id));
	const old = index.memories.filter(({ id }) => !current.has(id)).toReversed();
	const tooMany = index.memories.length + 1 - mostMemories;
	for (const { id } of old.slice(0, Math.max(0, tooMany))) await memories.remove(nameOf(id));
}

/** The ids of those that are meant, and of what they had replaced. */
export async function meantWhere(
	isMeant: (entry: MemoryEntry) => boolean,
	folder: NoteFolder,
): Promise<readonly string[]> {
	const index = await readIndex(folder);
	return withFormer(index.memories.filter(isMeant), index);
}

/** Removes those that are meant, and what they had replaced. Answers the ids of all of them. */
export function forgetWhere(isMeant: (entry: MemoryEntry) => boolean, folder: NoteFolder): Promise<readonly string[]> {
	return inTurn(folder.memories, async () => {
		await folder.sweep();
		const index = await readIndex(folder);
		const gone = withFormer(index.memories.filter(isMeant), index);
		// The replaced ones go first: cut off in between, none of it is in force again.
		for (const id of gone.toReversed()) await folder.memories.remove(nameOf(id));
		if (gone.length > 0) await readIndex(folder);
		return gone;
	});
}

function withFormer(meant: readonly MemoryEntry[], { memories }: MemoryIndex): readonly string[] {
	const gone = new Map(meant.map((entry) => [entry.id, entry]));
	for (const entry of gone.values())
		for (const former of memories)
			if (entry.supersedes.includes(former.id) && former.at < entry.at) gone.set(former.id, former);
	return [...gone.keys()];
}
