import { type Book, newBook, noteSent, noteTaken, room } from './process-book.ts';
import { type NoteBody, type ProcessNote, windowBytes } from './process-wire.ts';

/** One side's end of what is said about one process. */
export interface ProcessLink {
	/** A note of the other side. Throws, as half a sentence, where it breaks the rules. */
	take(note: ProcessNote): void;
	/** Sends a note; resolves when it is out of the way. */
	post(body: NoteBody): Promise<void>;
	/** Sends bytes as the other side has room for them. Resolves when all are sent, or are not to be any more. */
	write(bytes: Uint8Array): Promise<void>;
	/** So many of the bytes that came have been passed on: as many may come. */
	give(count: number): void;
	/** Nothing more is written: whoever waits for room goes on. */
	drop(): void;
}

/** The other side is told of room in such steps, bytes, so that short lines cost no second note. */
const step = windowBytes / 4;

/** `send` passes a note to the other side, in order, and resolves when it is out of the way. */
export function createProcessLink(process: number, send: (note: ProcessNote) => Promise<void>): ProcessLink {
	let book: Book = newBook;
	let owed = 0;
	let isDropped = false;
	let wake = Promise.withResolvers<void>();

	function post(body: NoteBody): Promise<void> {
		book = noteSent(book, body);
		return send({ ...body, process, number: book.sent });
	}

	function rouse(): void {
		wake.resolve();
		wake = Promise.withResolvers<void>();
	}

	return {
		take(note) {
			book = noteTaken(book, note);
			if (note.kind === 'credit') rouse();
		},
		post,
		async write(bytes) {
			for (let rest = bytes; rest.length > 0 && !isDropped; ) {
				const piece = rest.subarray(0, room(book));
				rest = rest.subarray(piece.length);
				await (piece.length > 0 ? post({ kind: 'data', bytes: piece }) : wake.promise);
			}
		},
		give(count) {
			owed += count;
			if (owed < step || isDropped) return;
			const given = owed;
			owed = 0;
			void post({ kind: 'credit', count: given });
		},
		drop() {
			isDropped = true;
			rouse();
		},
	};
}
