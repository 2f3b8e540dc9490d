import { join } from 'node:path';
import type { OpenFile } from '../../code-host/wire/open-file.ts';
import type { ObjectHash } from '../../tree/import/blob-writer.ts';
import { treeLimits } from '../../tree/limits.ts';
import { type NotHad, notHad } from '../not-had.ts';
import { askLfs, batchSize, type Offer } from './ask-lfs.ts';
import type { LfsReach, LfsServer } from './lfs-server.ts';
import type { Pointer } from './pointers.ts';
import { type TakenFile, takeFile } from './take-file.ts';

export interface FilesOrder {
	/** Those that are wanted, each once. */
	readonly pointers: readonly Pointer[];
	/** Asked one after the other, for what is not had yet. */
	readonly servers: readonly LfsReach[];
	/** Bytes of all of them. */
	readonly most: number;
	/** Takes the files; empty. */
	readonly folder: string;
	readonly hash: ObjectHash;
}

/** By SHA-256, what became of each. */
export type Taken = ReadonlyMap<string, TakenFile | NotHad>;

/** Files of one commit. */
const mostFiles = 5_000;
const atOnce = 4;
/** All of it may take so long, ms. */
const mostMs = 20 * 60_000;

/** Takes files of LFS from servers. Whatever cannot be had has a reason; rejects with the signal's reason, and where files cannot be written. */
export async function takeFiles(order: FilesOrder, open: OpenFile, outer: AbortSignal): Promise<Taken> {
	const late = AbortSignal.timeout(mostMs);
	const signal = AbortSignal.any([outer, late]);
	const became = new Map<string, TakenFile | NotHad>();
	const wanted = withinBounds(order, became);
	try {
		for (const [index, server] of order.servers.entries()) {
			const left = wanted.filter(({ sha256 }) => became.get(sha256)?.kind !== 'taken');
			const came =
				server.kind === 'not-had'
					? allAs(server, left)
					: askOne({ ...order, server, tag: String(index) }, left, open, signal);
			for await (const [sha256, one] of came) became.set(sha256, one);
		}
	} catch (error) {
		outer.throwIfAborted();
		if (!late.aborted) throw error;
	}
	const why = late.aborted ? 'all of it took too long' : 'no server of LFS is named';
	for (const { sha256 } of wanted) if (!became.has(sha256)) became.set(sha256, notHad(why));
	return became;
}

/** Those that are asked for; the rest is noted as not had. */
function withinBounds({ pointers, most }: FilesOrder, became: Map<string, TakenFile | NotHad>): readonly Pointer[] {
	let bytes = 0;
	let files = 0;
	return pointers.filter(({ sha256, size }) => {
		const why = whyNot(size, bytes + size > most, files >= mostFiles);
		if (why !== undefined) became.set(sha256, notHad(why));
		if (why === undefined) bytes += size;
		if (why === undefined) files += 1;
		return why === undefined;
	});
}

function whyNot(size: number, isTooMuch: boolean, isTooMany: boolean): string | undefined {
	if (size > treeLimits.file) return `it is larger than ${treeLimits.file / 1_000_000} MB`;
	if (isTooMuch) return 'all of them are more than is fetched here';
	return isTooMany ? `there are more than ${mostFiles} of them` : undefined;
}

interface Asking extends FilesOrder {
	readonly server: LfsServer;
	/** Names what comes of this server. */
	readonly tag: string;
}

type Became = readonly [sha256: string, became: TakenFile | NotHad];

/** A server that does not answer at all is not asked again, and none whose files do not come is waited for again and again. */
async function* askOne(
	order: Asking,
	pointers: readonly Pointer[],
	open: OpenFile,
	signal: AbortSignal,
): AsyncIterable<Became> {
	for (let from = 0; from < pointers.length; from += batchSize) {
		const batch = pointers.slice(from, from + batchSize);
		const offerOf = await askLfs(order.server, batch, open, signal);
		if (typeof offerOf !== 'function') return yield* allAs(offerOf, pointers.slice(from));
		const away = yield* takeBatch({ ...order, offerOf }, batch, open, signal);
		if (away) return yield* allAs(away, pointers.slice(from + batchSize));
	}
}

function allAs(became: NotHad, pointers: readonly Pointer[]): readonly Became[] {
	return pointers.map(({ sha256 }) => [sha256, became]);
}

interface Offered extends Asking {
	readonly offerOf: (sha256: string) => Offer;
}

/** A few at once. Where none of these comes from where it lies, the rest is not asked for, and what was wrong is answered. */
async function* takeBatch(
	order: Offered,
	batch: readonly Pointer[],
	open: OpenFile,
	signal: AbortSignal,
): AsyncGenerator<Became, NotHad | undefined> {
	for (let at = 0; at < batch.length; at += atOnce) {
		const came = await Promise.all(batch.slice(at, at + atOnce).map((one) => takeOne(order, one, open, signal)));
		yield* came;
		const away = came.flatMap(([, one]) => (one.kind === 'not-had' && one.isAway ? [one] : []));
		const [first] = away;
		if (first === undefined || away.length < came.length) continue;
		yield* allAs(first, batch.slice(at + atOnce));
		return first;
	}
	return undefined;
}

async function takeOne(order: Offered, pointer: Pointer, open: OpenFile, signal: AbortSignal): Promise<Became> {
	const offer = order.offerOf(pointer.sha256);
	const one = offer.kind === 'not-had' ? offer : await takeFile(fileOf(order, pointer, offer), open, signal);
	return [pointer.sha256, one];
}

function fileOf(
	{ server, folder, tag, hash }: Asking,
	pointer: Pointer,
	offer: Parameters<typeof takeFile>[0]['offer'],
): Parameters<typeof takeFile>[0] {
	const nearOrigin = server.mayBePrivate ? new URL(server.url).origin : undefined;
	return { pointer, offer, nearOrigin, hash, to: join(folder, `${pointer.sha256}.${tag}`) };
}
