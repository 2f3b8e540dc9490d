import { raceAbort } from '../../../base/race-abort.ts';

/** Who reads mirrors, and who takes something out of one: never both at once. What only adds to a mirror needs not ask. */
export interface Readers {
	/** Resolves once nobody takes anything out of that mirror; until it is disposed nobody does. Rejects with the signal's reason. */
	enter(id: string, signal: AbortSignal): Promise<Reading>;
	/** Runs `work` where nobody reads, and lets nobody in meanwhile; else it is not run. Answers whether it was. */
	ifNone(id: string, work: () => Promise<void>): Promise<boolean>;
	/** Ends those who read, waits until they are gone, and runs `work`. */
	without(id: string, work: () => Promise<void>): Promise<void>;
}

export interface Reading extends Disposable {
	/** Fires with the one that was given, and with `MirrorGoneError` when the mirror is taken away: what reads is to end then. */
	readonly signal: AbortSignal;
	/** Done more than once, it comes to the same. */
	[Symbol.dispose](): void;
}

/** The mirror is taken away under somebody who reads it. */
export class MirrorGoneError extends Error {
	override readonly name = 'MirrorGoneError';

	constructor() {
		super('It was closed here meanwhile.');
	}
}

interface Room {
	readonly inside: Set<AbortController>;
	/** Who empties it, while that goes on. */
	closed: PromiseWithResolvers<void> | undefined;
	/** Told when the last one has left. */
	empty: PromiseWithResolvers<void> | undefined;
}

export function createReaders(): Readers {
	const rooms = new Map<string, Room>();
	const roomOf = (id: string): Room => {
		const room = rooms.get(id) ?? { inside: new Set(), closed: undefined, empty: undefined };
		rooms.set(id, room);
		return room;
	};
	const tidy = (id: string, room: Room) => {
		if (rooms.get(id) === room && room.inside.size === 0 && !room.closed) rooms.delete(id);
	};
	const leave = (id: string, room: Room, own: AbortController) => {
		room.inside.delete(own);
		if (room.inside.size === 0) room.empty?.resolve();
		tidy(id, room);
	};
	const closedFor = async (id: string, room: Room, work: () => Promise<void>) => {
		const closed = Promise.withResolvers<void>();
		room.closed = closed;
		try {
			await emptied(room);
			await work();
		} finally {
			room.closed = undefined;
			closed.resolve();
			tidy(id, room);
		}
	};
	return {
		async enter(id, signal) {
			signal.throwIfAborted();
			for (let { closed } = roomOf(id); closed; { closed } = roomOf(id)) await raceAbort(closed.promise, signal);
			const room = roomOf(id);
			const own = new AbortController();
			room.inside.add(own);
			return { signal: AbortSignal.any([signal, own.signal]), [Symbol.dispose]: () => leave(id, room, own) };
		},
		async ifNone(id, work) {
			const room = roomOf(id);
			if (room.inside.size > 0 || room.closed) return false;
			await closedFor(id, room, work);
			return true;
		},
		async without(id, work) {
			for (let { closed } = roomOf(id); closed; { closed } = roomOf(id)) await closed.promise;
			await closedFor(id, roomOf(id), work);
		},
	};
}

/** Those who read hear of it, and leave in their own time. */
async function emptied(room: Room): Promise<void> {
	if (room.inside.size === 0) return;
	room.empty = Promise.withResolvers();
	for (const own of room.inside) own.abort(new MirrorGoneError());
	await room.empty.promise;
	room.empty = undefined;
}
