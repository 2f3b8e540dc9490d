import * as z from 'zod';

/** How many processes may be open in a sandbox at once. */
export const mostProcesses = 8;
/** So many bytes may be under way to a process, and as many from it: what either side holds of one at most. */
export const windowBytes = 256 * 1024;
/** The most bytes of one note. */
export const mostPiece = 64 * 1024;
/** So much is kept of what a process says on stderr, bytes. */
export const mostWords = 8 * 1024;
/** The most that is laid before a process starts, bytes, and the most files. */
export const mostLaid = { bytes: 1024 * 1024, files: 100 } as const;

const number = z.number().int().min(1);

/** The host chooses the number, so that it knows a process before anything comes of it; none is used twice. */
export const processOpenArgs = z.strictObject({
	process: number,
	argv: z.array(z.string()).min(1),
	cwd: z.string(),
	env: z.record(z.string(), z.string()),
	files: z
		.array(z.strictObject({ path: z.string(), content: z.string() }))
		.max(mostLaid.files)
		.default([]),
});

export const processCloseArgs = z.strictObject({ process: number });

/**
 * A note about a process, beside the answers to calls: `data` to its stdin or from its stdout, `credit` for so many bytes more, `end` of its
 * stdin, `words`, the last of its stderr, and that it has `ended`. Notes about a process are numbered from 1, each way by itself.
 */
export type ProcessNote = NoteBody & { readonly process: number; readonly number: number };

export type NoteBody =
	| { readonly kind: 'data'; readonly bytes: Uint8Array }
	| { readonly kind: 'credit'; readonly count: number }
	| { readonly kind: 'end' }
	| { readonly kind: 'words'; readonly bytes: Uint8Array }
	| { readonly kind: 'ended'; readonly code?: number; readonly signal?: string; readonly words: Uint8Array };

const prefix = 'notifications/threadsmith/process/';

export function isProcessNote({ method }: { readonly method: string }): boolean {
	return method.startsWith(prefix);
}

/** A note as it is sent, one JSON-RPC notification. */
export function toMessage({ kind, ...note }: ProcessNote) {
	const params = Object.entries(note).map(([key, value]) => [key, value instanceof Uint8Array ? encode(value) : value]);
	return { jsonrpc: '2.0' as const, method: prefix + kind, params: Object.fromEntries(params) };
}

function encode(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** Base64 in its one form: anything else would be read as something. */
function bytes(most: number) {
	return z
		.string()
		.max(4 * Math.ceil(most / 3))
		.transform((text, context) => {
			const read = Buffer.from(text, 'base64');
			if (read.length <= most && read.toString('base64') === text) return read;
			context.addIssue('bad base64');
			return z.NEVER;
		});
}

const facts = { process: number, number };
const bodies = {
	data: z.strictObject({ ...facts, bytes: bytes(mostPiece).refine(({ length }) => length > 0) }),
	credit: z.strictObject({ ...facts, count: z.number().int().min(1).max(windowBytes) }),
	end: z.strictObject(facts),
	words: z.strictObject({ ...facts, bytes: bytes(mostWords) }),
	ended: z.strictObject({
		...facts,
		code: z.number().int().min(0).max(255).optional(),
		signal: z
			.string()
			.regex(/^SIG[A-Z0-9+-]{1,20}$/)
			.optional(),
		words: bytes(mostWords),
	}),
};

/** Reads a note of the other side; throws, as half a sentence, where it is none. */
export function readNote({ method, params }: { readonly method: string; readonly params?: unknown }): ProcessNote {
	const kind = method.slice(prefix.length);
	if (!isKind(kind)) throw new Error('it sent a note of a process of no known kind');
	const parsed = bodies[kind].safeParse(params);
	if (!parsed.success) throw new Error(`it sent a note of a process that is none: ${kind}`);
	return { kind, ...parsed.data } as ProcessNote;
}

function isKind(kind: string): kind is keyof typeof bodies {
	return Object.hasOwn(bodies, kind);
}
