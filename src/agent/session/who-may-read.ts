import { type Asker, isDirect, placeOf, roomOf } from '../../chat/place.ts';
import type { SessionRecord } from './session-record.ts';

type Heard = Pick<SessionRecord, 'thread' | 'audience'>;
type At = Pick<Asker, 'thread' | 'audience'>;

/** Whether admins of its place may read it. Whoever has the terminal has the disk. Pure. */
export function isOpen({ thread, audience }: Heard): boolean {
	return thread.platform === 'terminal' || (audience === 'public' && !isDirect(thread));
}

/**
 * Whether a session may go on in a thread without being told to others: what is said in one is known in the other from then on. Within one
 * place; what was said directly, directly only; what some may read, in their own room, or for one's own eyes; the rest where all may read. Pure.
 */
export function fitsIn({ thread, audience }: Heard, at: At): boolean {
	if (isApart(thread, at.thread)) return false;
	return isOneRoom(thread, at) || (audience === 'public' && at.audience === 'public');
}

/** Whether a thread that goes on with a session by an earlier word may not do so any more: the one has become private, and the other hears it. Pure. */
export function clashesWith({ thread, audience }: Heard, at: At): boolean {
	if (isApart(thread, at.thread)) return true;
	return !isOneRoom(thread, at) && (audience === 'private' || at.audience === 'private');
}

function isApart(one: Heard['thread'], other: Heard['thread']): boolean {
	return placeOf(one) !== placeOf(other) || isDirect(one) !== isDirect(other);
}

function isOneRoom(thread: Heard['thread'], at: At): boolean {
	const isFree = isDirect(thread) || thread.platform === 'terminal' || at.audience === 'alone';
	return isFree || roomOf(thread) === roomOf(at.thread);
}
