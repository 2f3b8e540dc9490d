import { createHash } from 'node:crypto';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { Denied } from './denied.ts';

/** Bytes that may still be fetched. */
export interface ByteBudget {
	/** Takes bytes off; false when there are not so many left. */
	take(bytes: number): boolean;
	left(): number;
}

/** A bound on reading one body: at most `cap` bytes, each of which the session's budget pays for. `what` names it: "the page of humanize". */
export interface Allowance {
	readonly what: string;
	readonly cap: number;
	readonly budget: ByteBudget;
}

/** Passes a body on, counting what comes, whatever its length was said to be. Throws `Denied` when that is too much. */
export async function* counted(body: AsyncIterable<Uint8Array>, allowance: Allowance): AsyncGenerator<Uint8Array> {
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > allowance.cap) throw tooLarge(allowance);
		if (!allowance.budget.take(chunk.length))
			throw new Denied(`${allowance.what} does not fit into what this session may still download`, { status: 403 });
		yield chunk;
	}
}

/** The hash that a body must have: hex. */
export interface RightHash {
	readonly algorithm: 'sha256' | 'sha384' | 'sha512';
	readonly hex: string;
}

/** As {@link heldUntilRightBy}, by SHA-256. */
export function heldUntilRight(
	body: AsyncIterable<Uint8Array>,
	sha256: string,
	what: string,
): AsyncGenerator<Uint8Array> {
	return heldUntilRightBy(body, { algorithm: 'sha256', hex: sha256 }, what);
}

/** Passes a body on but for its last chunk, which waits until all of it has the hash that it must have. Throws `Denied` in place of it. */
export async function* heldUntilRightBy(
	body: AsyncIterable<Uint8Array>,
	{ algorithm, hex }: RightHash,
	what: string,
): AsyncGenerator<Uint8Array> {
	const hash = createHash(algorithm);
	let held: Uint8Array | undefined;
	for await (const chunk of body) {
		if (held) yield held;
		hash.update(chunk);
		held = chunk;
	}
	if (hash.digest('hex') !== hex)
		throw new Denied(`${what} is not what the index says it is: its ${hashNames[algorithm]} differs`, { status: 502 });
	if (held) yield held;
}

const hashNames = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

/** A small body as a whole. */
export async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
	return Buffer.concat(await Array.fromAsync(body));
}

function tooLarge({ what, cap }: Allowance): Denied {
	return new Denied(`${what} is larger than ${formatBytes(cap)}`, { status: 502 });
}
