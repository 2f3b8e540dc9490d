import { createHash } from 'node:crypto';
import type { StoredAttachment } from './records.ts';
import type { World } from './world.ts';

/** A link is good for a day. */
const linkMs = 24 * 3_600_000;

export interface NewAttachment {
	readonly channel: string;
	readonly name: string;
	readonly title?: string | undefined;
	readonly bytes: Uint8Array;
	readonly contentType?: string | undefined;
	readonly description?: string | undefined;
	readonly ephemeral?: boolean;
}

export function storeAttachment(world: World, given: NewAttachment): StoredAttachment {
	const { channel, name, title, bytes, contentType, description, ephemeral = false } = given;
	const id = world.clock.newId();
	const stored: StoredAttachment = {
		...{ id, channel, title, bytes, contentType, description, ephemeral, createdAt: world.clock.now() },
		// As Discord: what is no letter, digit, dot, dash or underscore becomes an underscore.
		name: name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_'),
	};
	world.attachments.set(id, stored);
	return stored;
}

/** A signed link that ends in a day: `ex` and `is` are seconds in hexadecimal. Every one that is made anew lives anew. */
export function linkOf(world: World, { id, channel, name }: StoredAttachment): string {
	const now = world.clock.now();
	const ex = toHex(now + linkMs);
	const is = toHex(now);
	const place = `/attachments/${channel}/${id}/${encodeURIComponent(name)}`;
	return `${world.url}${place}?ex=${ex}&is=${is}&hm=${signatureOf(place, ex, is)}&`;
}

/** The attachment of a link; undefined when it is not one of ours, was tampered with, or has ended. */
export function attachmentAt(world: World, url: URL): StoredAttachment | undefined {
	const [, , , id = ''] = url.pathname.split('/');
	const ex = url.searchParams.get('ex') ?? '';
	const signed = url.searchParams.get('hm') === signatureOf(url.pathname, ex, url.searchParams.get('is') ?? '');
	const alive = Number.parseInt(ex, 16) * 1000 > world.clock.now();
	return signed && alive ? world.attachments.get(id) : undefined;
}

function toHex(ms: number): string {
	return Math.floor(ms / 1000).toString(16);
}

function signatureOf(place: string, ex: string, is: string): string {
	return createHash('sha256').update(`fake ${place} ${ex} ${is}`).digest('hex');
}
