import type { FoundFile, WalkEntry } from '../../files/fd-walk.ts';
import type { WalkDone, WalkRequest } from './messages.ts';

/** The walks that somebody at the other end of a line has under way, by number. */
export interface Walks {
	/** Opens one more; rejects where there are too many. The signal aborts when it is over. */
	open(begin: (signal: AbortSignal) => AsyncGenerator<WalkEntry>): WalkAnswer;
	answer(request: WalkRequest): Promise<WalkAnswer>;
	/** Ends all. */
	end(): void;
}

export interface WalkAnswer {
	readonly done: WalkDone;
	readonly body?: Uint8Array | undefined;
}

interface OpenWalk {
	readonly entries: AsyncGenerator<WalkEntry>;
	readonly ending: AbortController;
	/** Where it is. */
	file?: FoundFile;
	chunks?: AsyncGenerator<Uint8Array>;
}

/** `most`: under way at once. */
export function createWalks(most = Number.POSITIVE_INFINITY): Walks {
	const walks = new Map<number, OpenWalk>();
	let count = 0;

	function walkOf(number: number): OpenWalk {
		const walk = walks.get(number);
		if (walk === undefined) throw new Error(`walk ${number} is not open`);
		return walk;
	}

	async function leave(number: number): Promise<void> {
		const walk = walks.get(number);
		walks.delete(number);
		walk?.ending.abort();
		await walk?.entries.return(undefined);
	}

	return {
		open(begin) {
			if (walks.size >= most) throw new Error('too many walks are open');
			const ending = new AbortController();
			const walk = count;
			count += 1;
			walks.set(walk, { entries: begin(ending.signal), ending });
			return { done: { walk } };
		},
		async answer(request) {
			if (request.verb === 'step') return step(walkOf(request.walk));
			if (request.verb === 'read') return read(walkOf(request.walk), request.from);
			await leave(request.walk);
			return { done: {} };
		},
		end() {
			for (const { ending } of walks.values()) ending.abort();
		},
	};
}

async function step(walk: OpenWalk): Promise<WalkAnswer> {
	delete walk.file;
	delete walk.chunks;
	const { value, done } = await walk.entries.next();
	if (done === true) return { done: {} };
	if (value.type === 'refused') return { done: { entry: value } };
	walk.file = value;
	const { read: _, ...entry } = value;
	return { done: { entry } };
}

async function read(walk: OpenWalk, from: 'start' | 'here'): Promise<WalkAnswer> {
	if (from === 'start' && walk.file !== undefined) walk.chunks = walk.file.read(walk.ending.signal);
	const next = await walk.chunks?.next();
	return { done: {}, body: next?.done === true ? undefined : next?.value };
}
