import type { Asker } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { SessionRecord } from './session-record.ts';

type Heard = Pick<SessionRecord, 'thread' | 'audience'>;
type At = Pick<Asker, 'thread' | 'audience'>;
type Reading = Pick<Places, 'conversationOf'>;

/** Whether admins of its place may read it. Whoever has this machine has its disk. Pure. */
export function isOpen({ thread, audience }: Heard, { conversationOf }: Reading): boolean {
	const { kind } = conversationOf(thread);
	return kind === 'host' || (audience === 'public' && kind !== 'direct');
}

/**
 * Whether a session may go on in a thread without being told to others: what is said in one is known in the other from then on. Within one
 * place; what was said directly, directly only; what some may read, in their own room, or for one's own eyes; the rest where all may read. Pure.
 */
export function fitsIn({ thread, audience }: Heard, at: At, places: Reading): boolean {
	if (isApart(thread, at.thread, places)) return false;
	return isOneRoom(thread, at, places) || (audience === 'public' && at.audience === 'public');
}

/** Whether a thread that goes on with a session by an earlier word may not do so any more: the one has become private, and the other hears it. Pure. */
export function clashesWith({ thread, audience }: Heard, at: At, places: Reading): boolean {
	if (isApart(thread, at.thread, places)) return true;
	return !isOneRoom(thread, at, places) && (audience === 'private' || at.audience === 'private');
}

function isApart(one: Heard['thread'], other: Heard['thread'], { conversationOf }: Reading): boolean {
	const [a, b] = [conversationOf(one), conversationOf(other)];
	return a.place !== b.place || (a.kind === 'direct') !== (b.kind === 'direct');
}

function isOneRoom(thread: Heard['thread'], at: At, { conversationOf }: Reading): boolean {
	const { kind, room } = conversationOf(thread);
	return kind !== 'shared' || at.audience === 'alone' || room === conversationOf(at.thread).room;
}
