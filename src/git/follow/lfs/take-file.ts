import { createHash } from 'node:crypto';
import { type FileHandle, open as openHandle } from 'node:fs/promises';
import type { OpenFile } from '../../code-host/wire/open-file.ts';
import type { ObjectHash } from '../../tree/import/blob-writer.ts';
import { type NotHad, notHad } from '../not-had.ts';
import { failureText, type Offer, statusText } from './ask-lfs.ts';
import type { Pointer } from './pointers.ts';

/** A file that is exactly what its pointer says. */
export interface TakenFile extends Pointer {
	readonly kind: 'taken';
	/** Where it lies now, absolute. */
	readonly at: string;
	/** Its id as an object of git's. */
	readonly oid: string;
}

export interface TakeFile {
	readonly pointer: Pointer;
	readonly offer: Extract<Offer, { kind: 'at' }>;
	/** A file that lies there may be at a private address that the operator has named. */
	readonly nearOrigin: string | undefined;
	/** The file to write, which is not there yet. */
	readonly to: string;
	readonly hash: ObjectHash;
}

/** A transfer that is slower has died: bytes a second; and so long it may take whatever its size, ms. */
const slowest = 50_000;
const leastMs = 60_000;

/** Takes a file from where it is offered, and no byte more than its pointer says. Rejects with the signal's reason, and where it cannot be written. */
export async function takeFile(order: TakeFile, open: OpenFile, outer: AbortSignal): Promise<TakenFile | NotHad> {
	const { pointer, offer, nearOrigin, to } = order;
	const late = AbortSignal.timeout(leastMs + Math.ceil((pointer.size / slowest) * 1_000));
	const signal = AbortSignal.any([outer, late]);
	const { url } = offer;
	const headers = { ...offer.headers, 'accept-encoding': 'identity' };
	await using file = await openHandle(to, 'wx', 0o600);
	try {
		const answer = await open({ method: 'GET', url, headers, mayBePrivate: url.origin === nearOrigin }, signal);
		if (answer.status !== 200) {
			for await (const _ of answer.body) break;
			const { status } = answer;
			return { ...notHad(statusText(status)), ...((status === 429 || status >= 500) && { isAway: true }) };
		}
		return await write(order, answer.body, file);
	} catch (error) {
		outer.throwIfAborted();
		return { ...notHad(late.aborted ? 'its server took too long' : failureText(error)), isAway: true };
	}
}

async function write(
	{ pointer, to, hash }: TakeFile,
	body: AsyncIterable<Uint8Array>,
	file: FileHandle,
): Promise<TakenFile | NotHad> {
	const content = createHash('sha256');
	const object = createHash(hash).update(`blob ${pointer.size}\0`);
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > pointer.size) return notHad('its server sends more than its pointer says');
		content.update(chunk);
		object.update(chunk);
		await file.writeFile(chunk);
	}
	if (size < pointer.size) return notHad('its server sends less than its pointer says');
	if (content.digest('hex') !== pointer.sha256) return notHad('what its server sends is not what its pointer says');
	return { kind: 'taken', ...pointer, at: to, oid: object.digest('hex') };
}
