import { mostPiece, type NoteBody, type ProcessNote, windowBytes } from './process-wire.ts';

/** One side's count of the notes about one process, so that neither sends more than the other has room for, and nothing is lost or comes twice. */
export interface Book {
	/** The numbers of the last note that was sent, and taken. */
	readonly sent: number;
	readonly taken: number;
	/** Bytes that this side may still send. */
	readonly mine: number;
	/** Bytes that the other side may still send. */
	readonly theirs: number;
}

export const newBook: Book = { sent: 0, taken: 0, mine: windowBytes, theirs: windowBytes };

/** The book once this was sent, as number `sent`. Throws where it must not be: that is a mistake of ours. Pure. */
export function noteSent(book: Book, body: NoteBody): Book {
	const next = { ...book, sent: book.sent + 1 };
	if (body.kind === 'data') return { ...next, mine: spend(book.mine, body.bytes.length) };
	if (body.kind === 'credit') return { ...next, theirs: refill(book.theirs, body.count) };
	return next;
}

/** The book once this has come. Throws, as half a sentence, where the other side has broken the rules. Pure. */
export function noteTaken(book: Book, note: ProcessNote): Book {
	if (note.number !== book.taken + 1)
		throw new Error(`it sent note ${note.number} of a process after note ${book.taken}`);
	const next = { ...book, taken: note.number };
	if (note.kind === 'data') return { ...next, theirs: spend(book.theirs, note.bytes.length) };
	if (note.kind === 'credit') return { ...next, mine: refill(book.mine, note.count) };
	return next;
}

/** How many bytes the next note may have. Pure. */
export function room({ mine }: Book): number {
	return Math.min(mine, mostPiece);
}

function spend(left: number, bytes: number): number {
	if (bytes > left) throw new Error('it sent more of a process than there was room for');
	return left - bytes;
}

function refill(left: number, bytes: number): number {
	if (left + bytes > windowBytes) throw new Error('it gave room for more of a process than was taken');
	return left + bytes;
}
