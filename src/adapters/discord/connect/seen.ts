import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Records } from '../../../store/records.ts';
import { idAt, isAfter, timeOf } from '../ids.ts';

/** How far the messages of one shard have been taken in. */
export interface Seen extends AsyncDisposable {
	/** Where an earlier process has left off, or this one; undefined at the very first start. */
	leftOff(): Promise<LeftOff | undefined>;
	/** Notes that a message is being taken in; calling the answer notes that it was. */
	begin(message: string): () => void;
}

export interface LeftOff {
	/** All messages up to this id have been taken in. */
	readonly after: string;
	/** And these of the later ones. */
	readonly taken: readonly string[];
}

export interface SeenDeps {
	readonly shard: number;
	/** Of shards. */
	readonly count: number;
	readonly records: Pick<Records, 'put' | 'list'>;
	readonly clock: Clock;
	readonly log: Logger;
}

const place = 'discord-seen';
const schema = z.object({
	shard: z.number(),
	count: z.number(),
	/** Milliseconds since 1970. */
	at: z.number(),
	after: z.string(),
	taken: z.array(z.string()),
});
type Note = z.infer<typeof schema>;

/** At most this often it is written. */
const pauseMs = 2000;
/** Channels are not told of in one order: a message may come this much later than a newer one elsewhere. */
const overlapMs = 10_000;
/** More messages than this are not told apart in that time. */
const mostTaken = 1000;

export function createSeen({ shard, count, records, clock, log }: SeenDeps): Seen {
	const pending = new Set<string>();
	let taken: readonly string[] = [];
	/** Undefined until it is known where an earlier process has left off: until then nothing is written. */
	let newest: string | undefined;
	let callOff: (() => void) | undefined;
	let writing = Promise.resolve();

	const now = (known: string): LeftOff => {
		const after = floorOf(known, pending);
		taken = taken.filter((id) => isAfter(id, after)).slice(-mostTaken);
		return { after, taken };
	};
	const write = async () => {
		callOff = undefined;
		if (newest === undefined) return;
		const note: Note = { shard, count, at: clock.now(), after: now(newest).after, taken: [...taken] };
		await records.put('adapter', place, `seen ${shard}/${count}`, note);
	};
	const writeInTurn = () => {
		writing = writing.then(write).catch((error: unknown) => log.warn('Newest message cannot be noted', { err: error }));
		return writing;
	};

	return {
		async leftOff() {
			if (newest !== undefined) return now(newest);
			const left = noteFor(await records.list('adapter', place, schema), shard, count);
			newest ??= idAt(clock.now());
			if (left) taken = left.taken;
			else await writeInTurn();
			return left;
		},
		begin(message) {
			pending.add(message);
			return () => {
				pending.delete(message);
				taken = [...taken, message];
				if (newest !== undefined && isAfter(message, newest)) newest = message;
				callOff ??= clock.after(pauseMs, () => void writeInTurn());
			};
		},
		async [Symbol.asyncDispose]() {
			callOff?.();
			await writeInTurn();
		},
	};
}

/** The note of this shard; where there were more or fewer of them last, that of the one that was behind the others. */
function noteFor(notes: readonly Note[], shard: number, count: number): LeftOff | undefined {
	const [last] = [...notes].sort((one, other) => other.at - one.at);
	if (last?.count === count) return notes.find((note) => note.shard === shard && note.count === count);
	const all = notes.filter((note) => note.count === last?.count);
	const [behind] = all.sort((one, other) => (isAfter(one.after, other.after) ? 1 : -1));
	return behind && { after: behind.after, taken: all.flatMap((note) => note.taken) };
}

/** Below what is newest by as much as order is uncertain, and below whatever is not taken in. */
function floorOf(newest: string, pending: ReadonlySet<string>): string {
	const settled = idAt(timeOf(newest) - overlapMs);
	const oldest = [...pending].reduce((one, other) => (isAfter(one, other) ? other : one), newest);
	const below = String(BigInt(oldest) - 1n);
	return isAfter(below, settled) ? settled : below;
}
