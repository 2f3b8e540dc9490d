import type { Message } from '../../store/journal.ts';
import {
	type Instructions,
	type InstructionsOf,
	instructionsOf,
	type ReadInstructions,
	readInstructions,
} from './instructions.ts';
import { inForce, type MemoryEntry, readIndex } from './memory-index.ts';
import { type MemoryDeps, type MemoryScene, type Scope, type Shelf, scopes, shelvesOf } from './shelves.ts';

/** All that the message which begins a turn tells the Brain of instructions and memories, and which instructions the turn has. */
export interface Told {
	/** Whole lines, in their order. */
	readonly lines: readonly string[];
	readonly instructions: readonly Pick<Instructions, 'of' | 'version'>[];
	/** For people as well, once: instructions that cannot be read, and why, for the log. */
	readonly unread: readonly { readonly name: string; readonly why: string }[];
}

/** Memories that are named, and bytes of them, in a scope. */
const mostNamed = 20;
const mostNamedBytes = 1_500;

const memoryMarks: Readonly<Record<Scope, string>> = {
	session: 'Memories of this session: ',
	person: 'Memories of whoever speaks: ',
	channel: 'Memories of this channel: ',
};
const instructionMarks: Readonly<Record<InstructionsOf, string>> = {
	place: 'Instructions for all here, by its admins',
	channel: 'Instructions for this channel, by its admins',
	person: 'Instructions by whoever speaks',
};

/** Something that is told once, and again when it has changed; `now` undefined: there is none, which is told of what there was. */
interface Block {
	readonly mark: string;
	readonly now: string | undefined;
	/** Stands for it where all of it can still be read further back. */
	readonly again?: string;
}

/** A message without what it tells of memories. Pure. */
export function withoutMemories(text: string): string {
	const end = text.startsWith('[') ? text.indexOf('\n[Time: ') : -1;
	if (end < 0) return text;
	const lines = text
		.slice(0, end)
		.split('\n')
		.filter((line) => !line.startsWith('[Memories '));
	return lines.length === 0 ? text.slice(end + 1) : `${lines.join('\n')}${text.slice(end)}`;
}

/** The news for the Brain, by what it still reads in `messages`. Rejects as a disk does. */
export async function toldIn(
	scene: MemoryScene,
	messages: readonly Message[],
	deps: Pick<MemoryDeps, 'notes' | 'places'>,
): Promise<Told> {
	const { found, unread } = await readInstructions(scene, deps);
	const shelves = shelvesOf(scene, deps);
	const instructions = instructionsOf.map((of) => instructionBlock(of, { found, unread }));
	const memories = await Promise.all(
		scopes.map((scope) =>
			memoryBlock(
				scope,
				shelves.find((shelf) => shelf.scope === scope),
			),
		),
	);
	const lines = newBlocks([...instructions, ...memories], messages);
	return {
		lines,
		instructions: found.map(({ of, version }) => ({ of, version })),
		unread: unread.filter(({ of }) => lines.includes(unreadLine(of))).map(({ of, why }) => ({ name: names[of], why })),
	};
}

/** As people are told of them. */
const names: Readonly<Record<InstructionsOf, string>> = {
	place: 'the instructions for all channels',
	channel: 'the instructions for this channel',
	person: 'your instructions',
};

function unreadLine(of: InstructionsOf): string {
	return `[${instructionMarks[of]}: their file cannot be read now]`;
}

function instructionBlock(of: InstructionsOf, { found, unread }: ReadInstructions): Block {
	const mark = instructionMarks[of];
	if (unread.some((other) => other.of === of)) return { mark, now: unreadLine(of) };
	const one = found.find((other) => other.of === of);
	if (!one) return { mark, now: undefined };
	const quoted = one.text.replaceAll(/^/gm, '> ');
	const head = `[${mark}, version ${one.version}`;
	return { mark, now: `${head}. Follow them:]\n${quoted}`, again: `${head}: as told before. Follow them]` };
}

async function memoryBlock(scope: Scope, shelf: Shelf | undefined): Promise<Block> {
	const mark = memoryMarks[scope];
	const entries = shelf ? inForce(await readIndex(shelf.folder)) : [];
	return { mark, now: entries.length === 0 ? undefined : `[${mark}${indexLine(entries)}]` };
}

/** The newest, as many as have room, and how many there are besides. Pure. */
function indexLine(entries: readonly MemoryEntry[]): string {
	let bytes = 0;
	const named = entries.slice(0, mostNamed).map(({ id, at, line }) => `${id} (${at.slice(0, 10)}) ${line}`);
	const fitting = named.filter((one) => {
		bytes += Buffer.byteLength(one) + 2;
		return bytes <= mostNamedBytes;
	});
	const left = entries.length - fitting.length;
	return [...fitting, ...(left > 0 ? [`${left} more`] : [])].join('; ');
}

/** From the newest message back, until each block is known. Pure. */
function newBlocks(blocks: readonly Block[], messages: readonly Message[]): string[] {
	const before = new Map<string, string>();
	for (let at = messages.length - 1; at >= 0 && before.size < blocks.length; at -= 1) {
		const head = headOf(messages[at]);
		if (head !== undefined) noteTold(blocks, head, before);
	}
	return blocks.flatMap((block) => linesFor(block, before.get(block.mark), messages));
}

/** `was`: as it was told last. Pure. */
function linesFor({ mark, now, again }: Block, was: string | undefined, messages: readonly Message[]): string[] {
	if (was === undefined) return now?.split('\n') ?? [];
	const wanted = now ?? noneLine(mark);
	if (was === wanted || was === again) return [];
	return again !== undefined && isToldIn(messages, wanted) ? [again] : wanted.split('\n');
}

/** Somebody else has spoken since. */
function isToldIn(messages: readonly Message[], block: string): boolean {
	return messages.some(
		(message) =>
			headOf(message)
				?.split(/\n(?=\[)/)
				.includes(block) ?? false,
	);
}

function noneLine(mark: string): string {
	return `[${mark.replace(/: $/, '')}: none]`;
}

/** The lines that a message begins with and that are ours, up to its time. */
function headOf(message: Message | undefined): string | undefined {
	if (message?.role !== 'user' || !/^\[(?:Forged tools|Instructions|Memories) ?/.test(message.text)) return undefined;
	const end = message.text.indexOf('\n[Time: ');
	return end < 0 ? undefined : message.text.slice(0, end);
}

function noteTold(blocks: readonly Block[], head: string, before: Map<string, string>): void {
	const told = head.split(/\n(?=\[)/);
	for (const { mark } of blocks) {
		const one = before.has(mark) ? undefined : told.find((block) => block.startsWith(`[${mark}`));
		if (one !== undefined) before.set(mark, one);
	}
}
