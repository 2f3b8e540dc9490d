import { z } from 'zod';
import { sanitiseLine } from '../../sandbox/guest/sanitise.ts';
import { TreeRefusedError } from './refused.ts';

/** How git writes what a file is: plain, to be run, a link. */
export const fileModes = ['100644', '100755', '120000'] as const;
export type FileMode = (typeof fileModes)[number];

/**
 * A tree as it comes: each file, then its bytes in pieces, `size` in all, and one end. Nothing but form and sizes is checked yet: names and order are
 * the sender's.
 */
export type TreeEvent = TreeFile | TreeSame | { readonly kind: 'bytes'; readonly bytes: Uint8Array } | TreeEnd;

export interface TreeFile {
	readonly kind: 'file';
	readonly path: string;
	readonly mode: FileMode;
	readonly size: number;
}

/** A file of which the sender says that it is as the base has it: no bytes of it come. */
export interface TreeSame {
	readonly kind: 'same';
	readonly path: string;
	/** The object's id in the base, as the sender knows it. */
	readonly oid: string;
}

export interface TreeEnd {
	readonly kind: 'end';
	/** Files that .gitignore excludes, harmless text; `ignoredMore`: those that are not named. */
	readonly ignored: readonly string[];
	readonly ignoredMore: number;
	/** Files that were left out for another reason, as a half sentence: "is a pipe". */
	readonly left: readonly { readonly path: string; readonly why: string }[];
	readonly leftMore: number;
}

/** Bytes of a line between files; the last one names up to 300 files. */
const mostHead = 262_144;
const newline = 0x0a;

const count = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const named = z.string().transform((name) => sanitiseLine(name).slice(0, 300).toWellFormed());
const headSchema = z.union([
	z.object({ path: z.string(), mode: z.enum(fileModes), size: count }),
	z.object({ path: z.string(), same: z.string() }),
	z.object({
		end: z.literal(true),
		ignored: z.array(named).max(100).default([]),
		ignoredMore: count.default(0),
		left: z
			.array(z.object({ path: named, why: named }))
			.max(100)
			.default([]),
		leftMore: count.default(0),
	}),
	z.object({ problem: named }),
]);

/** Takes a tree's bytes in any pieces. */
export interface TreeReader {
	/** The events that these bytes complete. Throws `TreeRefusedError` where they are none of a tree. */
	push(chunk: Uint8Array): readonly TreeEvent[];
	/** Throws `TreeRefusedError` where the end has not been read. */
	end(): void;
}

/** Holds at most one line, and no file's bytes. */
export function createTreeReader(): TreeReader {
	const line = lineUntilNewline();
	let left = 0;
	let ended = false;
	const head = (text: string): TreeEvent => {
		const event = eventOf(text);
		if (event.kind === 'file') left = event.size;
		ended = event.kind === 'end';
		return event;
	};
	const take = (rest: Uint8Array, into: TreeEvent[]): Uint8Array => {
		if (ended) throw new TreeRefusedError('there is more after its end');
		if (left > 0) {
			const bytes = rest.subarray(0, left);
			left -= bytes.length;
			into.push({ kind: 'bytes', bytes });
			return rest.subarray(bytes.length);
		}
		const found = line.push(rest);
		if (found.text !== undefined) into.push(head(found.text));
		return rest.subarray(found.used);
	};
	return {
		push(chunk) {
			const events: TreeEvent[] = [];
			for (let rest = chunk; rest.length > 0; ) rest = take(rest, events);
			return events;
		},
		end() {
			if (!ended) throw new TreeRefusedError(brokeOff);
		},
	};
}

/** The events of a whole stream. Throws `TreeRefusedError` for what is no tree, and for a stream that fails. */
export async function* readTree(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<TreeEvent> {
	const reader = createTreeReader();
	try {
		for await (const chunk of stream) {
			signal.throwIfAborted();
			yield* reader.push(chunk);
		}
	} catch (error) {
		signal.throwIfAborted();
		throw error instanceof TreeRefusedError ? error : new TreeRefusedError(brokeOff, { cause: error });
	}
	reader.end();
}

/** Collects bytes until a line is whole. */
function lineUntilNewline() {
	let pieces: Uint8Array[] = [];
	let size = 0;
	const hold = (bytes: Uint8Array) => {
		size += bytes.length;
		if (size > mostHead) throw new TreeRefusedError(notUnderstood);
		// A copy: the rest of the chunk that it came in may be large.
		pieces.push(Uint8Array.from(bytes));
	};
	return {
		push(rest: Uint8Array): { readonly used: number; readonly text?: string } {
			const at = rest.indexOf(newline);
			hold(at < 0 ? rest : rest.subarray(0, at));
			if (at < 0) return { used: rest.length };
			const text = decode(Buffer.concat(pieces));
			pieces = [];
			size = 0;
			return { used: at + 1, text };
		},
	};
}

const brokeOff = 'it broke off before its end';
const notUnderstood = 'it came in a form that is not understood';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
	try {
		return utf8.decode(bytes);
	} catch (cause) {
		throw new TreeRefusedError(notUnderstood, { cause });
	}
}

function eventOf(text: string): TreeEvent {
	const head = headSchema.safeParse(parsed(text)).data;
	if (head === undefined) throw new TreeRefusedError(notUnderstood);
	if ('problem' in head) throw new TreeRefusedError(head.problem);
	if ('same' in head) return { kind: 'same', path: head.path, oid: head.same };
	return 'end' in head ? { kind: 'end', ...withoutEnd(head) } : { kind: 'file', ...head };
}

function withoutEnd({ ignored, ignoredMore, left, leftMore }: Omit<TreeEnd, 'kind'>): Omit<TreeEnd, 'kind'> {
	return { ignored, ignoredMore, left, leftMore };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
