import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBook, noteSent, noteTaken, room } from '../../src/sandbox/process-book.ts';
import {
	mostPiece,
	type NoteBody,
	type ProcessNote,
	readNote,
	toMessage,
	windowBytes,
} from '../../src/sandbox/process-wire.ts';

/** What a side does next: sends so many bytes, reads the next note, or lets go of so many bytes that came. */
const step = fc.record({
	side: fc.constantFrom('host', 'guest'),
	does: fc.constantFrom('send', 'read', 'give'),
	bytes: fc.integer({ min: 1, max: 2 * mostPiece }),
});

interface Side {
	book: typeof newBook;
	/** What has come and is not let go of yet, bytes. */
	held: number;
	readonly inbox: ProcessNote[];
	sentBytes: number;
	gotBytes: number;
}

const newSide = (): Side => ({ book: newBook, held: 0, inbox: [], sentBytes: 0, gotBytes: 0 });

function post(from: Side, to: Side, body: NoteBody): void {
	from.book = noteSent(from.book, body);
	to.inbox.push({ ...body, process: 1, number: from.book.sent });
}

function take(side: Side): void {
	const note = side.inbox.shift();
	if (note === undefined) return;
	side.book = noteTaken(side.book, note);
	if (note.kind !== 'data') return;
	side.held += note.bytes.length;
	side.gotBytes += note.bytes.length;
}

function act({ does, bytes }: { does: string; bytes: number }, mine: Side, other: Side): void {
	const count = does === 'send' ? Math.min(bytes, room(mine.book)) : Math.min(bytes, mine.held, windowBytes);
	if (does === 'read') take(mine);
	if (does === 'read' || count === 0) return;
	if (does === 'send') {
		post(mine, other, { kind: 'data', bytes: Buffer.alloc(count) });
		mine.sentBytes += count;
		return;
	}
	mine.held -= count;
	post(mine, other, { kind: 'credit', count });
}

describe('The notes about a process', () => {
	it('between two sides that keep the rules never break them, are never more than the window, and lose nothing', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
				const [host, guest] = [newSide(), newSide()];
				for (const one of steps) {
					const [mine, other] = one.side === 'host' ? [host, guest] : [guest, host];
					act(one, mine, other);
					for (const [from, to] of [
						[host, guest],
						[guest, host],
					] as const) {
						const waits = to.inbox.reduce((sum, note) => sum + (note.kind === 'data' ? note.bytes.length : 0), 0);
						const back = from.inbox.reduce((sum, note) => sum + (note.kind === 'credit' ? note.count : 0), 0);
						expect(from.book.mine + waits + to.held + back).toBe(windowBytes);
						expect(from.sentBytes).toBe(to.gotBytes + waits);
					}
				}
			}),
		);
	});

	it('of a side that leaves one out, says one twice or sends more than it may are found out', () => {
		const note = fc.constantFrom<NoteBody>({ kind: 'end' }, { kind: 'data', bytes: Buffer.alloc(mostPiece) });
		fc.assert(
			fc.property(fc.array(note, { minLength: 1, maxLength: 4 }), fc.integer(), (bodies, skew) => {
				const numbered = bodies.map((body, at): ProcessNote => ({ ...body, process: 1, number: at + 1 }));
				const book = numbered.reduce(noteTaken, newBook);
				const next = { kind: 'end', process: 1, number: bodies.length + 1 + skew } as const;
				if (skew === 0) noteTaken(book, next);
				else expect(() => noteTaken(book, next)).toThrow(/note -?\d+ of a process after/);
				const many = {
					kind: 'data',
					bytes: Buffer.alloc(book.theirs + 1),
					process: 1,
					number: book.taken + 1,
				} as const;
				expect(() => noteTaken(book, many)).toThrow('more of a process than there was room for');
				const refill = { kind: 'credit', count: 1, process: 1, number: book.taken + 1 } as const;
				expect(() => noteTaken(book, refill)).toThrow('room for more of a process than was taken');
			}),
		);
	});
});

describe('A note on the wire', () => {
	const facts = { process: fc.integer({ min: 1 }), number: fc.integer({ min: 1 }) };
	const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((all) => Buffer.from(all));
	const note = fc.oneof(
		fc.record({ kind: fc.constant('data' as const), bytes, ...facts }),
		fc.record({ kind: fc.constant('words' as const), bytes, ...facts }),
		fc.record({ kind: fc.constant('credit' as const), count: fc.integer({ min: 1, max: windowBytes }), ...facts }),
		fc.record({ kind: fc.constant('end' as const), ...facts }),
		fc.record({ kind: fc.constant('ended' as const), code: fc.nat(255), words: bytes, ...facts }),
		fc.record({
			kind: fc.constant('ended' as const),
			signal: fc.constantFrom('SIGKILL', 'SIGRTMIN+1'),
			words: bytes,
			...facts,
		}),
	);

	it('is read as it was written', () => {
		fc.assert(
			fc.property(note, (one) => {
				expect(readNote(JSON.parse(JSON.stringify(toMessage(one))))).toEqual(one);
			}),
		);
	});

	const piece = (length: number) => Buffer.alloc(length).toString('base64');
	const good = { process: 1, number: 1 };
	it.each([
		['of no known kind', 'teleport', good],
		['of a kind that every object has', 'toString', good],
		['without a number', 'end', { process: 1 }],
		['with more than is known', 'end', { ...good, more: 1 }],
		['with no bytes', 'data', { ...good, bytes: '' }],
		['with a byte too many', 'data', { ...good, bytes: piece(mostPiece + 1) }],
		['with base64 that has another form', 'data', { ...good, bytes: 'AB==' }],
		['with what is no base64', 'data', { ...good, bytes: 'A-_A' }],
		['with a line end in it', 'data', { ...good, bytes: 'AAAA\n' }],
		['with half a byte of credit', 'credit', { ...good, count: 0.5 }],
		['that takes credit away', 'credit', { ...good, count: -1 }],
		['with a signal that is none', 'ended', { ...good, signal: 'your files', words: '' }],
		['with too many words', 'words', { ...good, bytes: piece(9_000) }],
	])('%s is refused', (_how, kind, params) => {
		expect(() => readNote({ method: `notifications/threadsmith/process/${kind}`, params })).toThrow(/^it sent a note/);
	});

	it('may have as many bytes as there may be', () => {
		const params = { ...good, bytes: piece(mostPiece) };
		expect(readNote({ method: 'notifications/threadsmith/process/data', params })).toMatchObject({ kind: 'data' });
	});
});
