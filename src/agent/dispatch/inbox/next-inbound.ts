import { inTurn } from '../../../base/in-turn.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import { openQuestion } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { isStop } from '../stopping/stop-order.ts';

/** Why words could not be said, by their keys: they hold up nothing that came after them. */
export type Unsaid = Map<string, unknown>;

/**
 * The next inbound of a session, once whatever stops it has been handled. Those that a turn settled which was shown before a crash are
 * finished here.
 */
export function nextInbound(
	session: Session,
	unsaid: ReadonlyMap<string, unknown>,
	{ store, making }: DispatchDeps,
): Promise<Inbound | undefined> {
	return inTurn(session, async () => {
		const { open, taken } = session.history();
		const waiting = await store.inbox.waiting(session.id);
		const shown = waiting.filter((inbound) => taken.has(inbound.key) && !open).map((inbound) => inbound.key);
		if (shown.length > 0) await store.inbox.finish(session.lease, shown);
		return firstOf(
			waiting.filter(({ key }) => !taken.has(key) && !unsaid.has(key) && !making.has(key)),
			openQuestion(session.history()) !== undefined,
		);
	});
}

/**
 * The first of those that wait, by their age, after what is to be erased. A stop comes before what it takes back and before the question of a turn that waits; where
 * there is neither, after the commands that were given before it. A change of a message that waits comes before that. Pure.
 */
export function firstOf(waiting: readonly Inbound[], isAsking: boolean): Inbound | undefined {
	const erase = waiting.find(({ type }) => type === 'erase');
	if (erase) return erase;
	const stop = waiting.findIndex(isStop);
	if (stop < 0) return waiting.find(({ type }) => type === 'edit' || type === 'delete') ?? waiting[0];
	const before = waiting.slice(0, stop);
	const hasMore = isAsking || before.some(({ type }) => type === 'message');
	return (hasMore ? undefined : before.find(({ type }) => type === 'command')) ?? waiting[stop];
}
