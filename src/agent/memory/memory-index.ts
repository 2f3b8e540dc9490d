import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CorruptFileError, ProblemError } from '../../base/errors.ts';
import { inTurn } from '../../base/in-turn.ts';
import { kept } from '../../base/kept.ts';
import { indexName, type NoteFile, type NoteFolder, type Notes } from '../../store/notes.ts';
import { readMemoryFile } from './front-matter.ts';
import { digestOf, lineOf, type Memory, mostMemories } from './memory.ts';

const entrySchema = kept({
	id: z.string(),
	/** Its text, in a line. */
	line: z.string(),
	at: z.string(),
	/** Tells texts apart that do not say the same. */
	digest: z.string(),
	from: z.string(),
	person: z.string().optional(),
	session: z.string().optional(),
	turn: z.string().optional(),
	message: z.string().optional(),
	about: z.string().optional(),
	supersedes: z.array(z.string()),
});

/** A memory without its text. */
export type MemoryEntry = z.infer<typeof entrySchema>;

/** `memory_registry.json`: made of the memories' files, and made anew where these were changed. */
const indexSchema = kept({
	version: z.literal(1),
	/** The stamps of the files that it was made of, by their names. */
	files: z.record(z.string(), z.string()),
	/** Newest first. */
	memories: z.array(entrySchema),
	/** A sentence for each file in which something is wrong. */
	problems: z.array(z.string()),
});
export type MemoryIndex = z.infer<typeof indexSchema>;

type Entries = Pick<MemoryIndex, 'memories'>;

/** All memories of a session, channel or person; where files were changed it is made anew. What cannot be read or written is among its problems. */
export function readIndex(folder: NoteFolder): Promise<MemoryIndex> {
	return inTurn(folder.own, () => indexIn(folder));
}

async function indexIn({ memories, own }: NoteFolder): Promise<MemoryIndex> {
	const found = await memories.list().catch(asProblem);
	if (typeof found === 'string') return { ...nothing, problems: [found] };
	const known = parse(await own.read(indexName).catch(noneIfUnread));
	if (found.length === 0 && known === undefined) return nothing;
	const files = Object.fromEntries(found.map(({ name, stamp }) => [name, stamp]));
	if (known && isDeepStrictEqual(known.files, files)) return known;
	const index = { version: 1 as const, files, ...(await readAll(found, memories, known ?? nothing)) };
	// It is made of the memories: without it they are read again.
	await own.write(indexName, `${JSON.stringify(index, null, '\t')}\n`).catch(asProblem);
	return index;
}

/** Whatever a person has to mend, as a sentence; anything else is thrown. */
function asProblem(error: unknown): string {
	if (isToMend(error)) return `memories: ${error.message}`;
	throw error;
}

function isToMend(error: unknown): error is Error {
	return error instanceof CorruptFileError || error instanceof ProblemError;
}

const nothing: MemoryIndex = { version: 1, files: {}, memories: [], problems: [] };

/** Those that nothing newer has replaced. Pure. */
export function inForce({ memories }: Entries): readonly MemoryEntry[] {
	const replaced = new Map<string, string>();
	for (const { supersedes, at } of memories)
		for (const id of supersedes) replaced.set(id, laterOf(replaced.get(id) ?? '', at));
	return memories.filter(({ id, at }) => (replaced.get(id) ?? '') <= at);
}

/** The one that has replaced a memory; undefined: nothing. Pure. */
export function successorOf({ id, at }: MemoryEntry, { memories }: Entries): MemoryEntry | undefined {
	return memories.find((other) => other.at > at && other.supersedes.includes(id));
}

/** The text of a memory and all that is known of it; undefined where it is gone. */
export async function readMemory(entry: MemoryEntry, { memories }: NoteFolder): Promise<Memory | undefined> {
	const file = await memories.read(nameOf(entry.id)).catch(noneIfUnread);
	return file === undefined ? undefined : readMemoryFile(entry.id, file, entry.at).memory;
}

export function nameOf(id: string): string {
	return `${id}.md`;
}

function laterOf(one: string, other: string): string {
	return one > other ? one : other;
}

function noneIfUnread(error: unknown): undefined {
	if (!isToMend(error)) throw error;
}

/** A damaged one, or one of another version, is made anew. */
function parse(text: string | undefined): MemoryIndex | undefined {
	if (text === undefined) return undefined;
	try {
		return indexSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

/** Files that are as they were are not read again, but for those in which something was wrong. */
async function readAll(
	files: readonly NoteFile[],
	notes: Notes,
	before: MemoryIndex,
): Promise<Pick<MemoryIndex, 'memories' | 'problems'>> {
	const known = new Map(before.memories.map((entry) => [nameOf(entry.id), entry]));
	const wrong = before.problems.join('\n');
	const read = await Promise.all(
		files.slice(0, mostMemories * 2).map(async (file) => {
			const entry = before.files[file.name] === file.stamp ? known.get(file.name) : undefined;
			return entry && !wrong.includes(`${file.name}: `) ? { entry } : await entryOf(file, notes);
		}),
	);
	const left = files.length - read.length;
	return {
		memories: read.flatMap((one: ReadEntry) => one.entry ?? []).toSorted(newestFirst),
		problems: [
			...read.flatMap((one: ReadEntry) => one.problem ?? []),
			...(left > 0 ? [`${left} files more than are read (${mostMemories * 2})`] : []),
		],
	};
}

function newestFirst(one: MemoryEntry, other: MemoryEntry): number {
	if (one.at !== other.at) return other.at < one.at ? -1 : 1;
	return one.id < other.id ? -1 : 1;
}

interface ReadEntry {
	readonly entry?: MemoryEntry;
	readonly problem?: string;
}

async function entryOf({ name, changed }: NoteFile, notes: Notes): Promise<ReadEntry> {
	try {
		const file = await notes.read(name);
		if (file === undefined) return {};
		const { memory, problem } = readMemoryFile(name.replace(/\.md$/, ''), file, changed);
		const named = problem === undefined ? {} : { problem: `${name}: ${problem}` };
		if (memory.text === '') return { problem: `${name}: it says nothing` };
		const { text, source: _source, ...rest } = memory;
		return { entry: { ...withoutGaps(rest), line: lineOf(text), digest: digestOf(text) }, ...named };
	} catch (error) {
		if (error instanceof CorruptFileError) return { problem: `${name}: it cannot be read` };
		if (error instanceof ProblemError) return { problem: `${name}: ${error.message}` };
		throw error;
	}
}

/** JSON knows no undefined. */
function withoutGaps({
	id,
	at,
	from,
	supersedes,
	...rest
}: Omit<Memory, 'text' | 'source'>): Omit<MemoryEntry, 'line' | 'digest'> {
	const { person, session, turn, message, about } = rest;
	return {
		id,
		at,
		from,
		...(person !== undefined && { person }),
		...(session !== undefined && { session }),
		...(turn !== undefined && { turn }),
		...(message !== undefined && { message }),
		...(about !== undefined && { about }),
		supersedes: [...supersedes],
	};
}
