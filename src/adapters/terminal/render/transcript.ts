import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../base/errors.ts';
import type { Thread } from '../../../chat/thread.ts';

/** How a piece of a thread is set: what a person said, what the Brain said, or a line about the work. */
export type PieceKind = 'said' | 'text' | 'meta';

const entrySchema = z.object({
	/** The outbox's key of what was shown; absent for what a person said. */
	key: z.string().optional(),
	id: z.string(),
	at: z.string(),
	kind: z.enum(['said', 'text', 'meta']),
	/** Clean text without colours; empty for what is shown only while it happens. */
	text: z.string(),
});
export type TranscriptEntry = z.infer<typeof entrySchema>;

/** Keeps everything shown in the terminal's threads, one file of JSON lines a thread. It is the "platform" the outbox speaks of. */
export interface Transcripts extends AsyncDisposable {
	/** Appends and fsyncs; resolves with the entry's id. */
	append(thread: Thread, entry: Omit<TranscriptEntry, 'id'>): Promise<string>;
	/** The id of what was shown under `key`. */
	find(thread: Thread, key: string): Promise<string | undefined>;
	/** The last `count` entries that have text, oldest first. */
	last(thread: Thread, count: number): Promise<readonly TranscriptEntry[]>;
}

interface OpenTranscript {
	readonly handle: FileHandle;
	readonly entries: TranscriptEntry[];
	readonly ids: Map<string, string>;
	/** The file may end in half a line. */
	torn: boolean;
}

/** Transcripts below `dir`, which is made when missing. Disposing closes the files. */
export function createTranscripts(dir: string): Transcripts {
	const opened = new Map<string, Promise<OpenTranscript>>();
	let tail: Promise<unknown> = Promise.resolve();

	function of(thread: Thread): Promise<OpenTranscript> {
		const known = opened.get(thread.id) ?? openTranscript(dir, `${thread.id}.jsonl`);
		opened.set(thread.id, known);
		// A folder that could not be opened now may be there later.
		known.catch(() => opened.delete(thread.id));
		return known;
	}

	return {
		append(thread, entry) {
			const turn = tail.then(async () => append(await of(thread), entry));
			tail = turn.catch(() => undefined);
			return turn;
		},
		async find(thread, key) {
			return (await of(thread)).ids.get(key);
		},
		async last(thread, count) {
			const { entries } = await of(thread);
			return entries.filter(({ text }) => text !== '').slice(-count);
		},
		async [Symbol.asyncDispose]() {
			await tail;
			for (const transcript of opened.values()) await (await transcript).handle.close();
			opened.clear();
		},
	};
}

async function openTranscript(dir: string, name: string): Promise<OpenTranscript> {
	await mkdir(dir, { recursive: true, mode: 0o700 });
	const path = join(dir, name);
	const text = await readIfThere(path);
	const handle = await open(path, 'a', 0o600);
	if (text === '') await syncFolder(dir);
	const entries = text.split('\n').flatMap(parseEntry);
	const ids = new Map(entries.flatMap(({ key, id }) => (key === undefined ? [] : [[key, id] as const])));
	return { handle, entries, ids, torn: text !== '' && !text.endsWith('\n') };
}

async function append(transcript: OpenTranscript, entry: Omit<TranscriptEntry, 'id'>): Promise<string> {
	const { handle, entries, ids } = transcript;
	const whole = { ...entry, id: String(entries.length + 1) };
	// A line that a crash or a full disk has cut was never acknowledged: it only must not join the next one.
	const start = transcript.torn ? '\n' : '';
	transcript.torn = true;
	await handle.appendFile(`${start}${JSON.stringify(whole)}\n`);
	transcript.torn = false;
	await handle.datasync();
	entries.push(whole);
	if (entry.key !== undefined) ids.set(entry.key, whole.id);
	return whole.id;
}

/** The entries of a transcript; none where there is none. */
export async function readEntries(path: string): Promise<readonly TranscriptEntry[]> {
	return (await readIfThere(path)).split('\n').flatMap(parseEntry);
}

function parseEntry(line: string): readonly TranscriptEntry[] {
	try {
		const parsed = entrySchema.safeParse(JSON.parse(line));
		return parsed.success ? [parsed.data] : [];
	} catch {
		return [];
	}
}

async function readIfThere(path: string): Promise<string> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return '';
		throw error;
	}
}

async function syncFolder(dir: string): Promise<void> {
	await using folder = await open(dir, 'r');
	await folder.sync();
}
