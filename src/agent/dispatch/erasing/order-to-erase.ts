import { randomUUID } from 'node:crypto';
import type { EraseInbound } from '../../../chat/inbound.ts';
import { systemPerson } from '../../../chat/people.ts';
import type { Thread } from '../../../chat/thread.ts';

/** An order, by nobody of the platform that the thread is on. */
export function orderToErase(thread: Thread, what: EraseInbound['what'] = { kind: 'session' }): EraseInbound {
	const at = new Date().toISOString();
	return { type: 'erase', key: `erase/${randomUUID()}`, thread, person: systemPerson, at, what };
}
