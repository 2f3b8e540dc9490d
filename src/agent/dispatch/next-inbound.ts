import type { Inbound } from '../../store/inbound.ts';
import { inTurn } from '../forge/in-turn.ts';
import type { Session } from '../session/session.ts';
import type { DispatchDeps } from './deps.ts';
import { isStop } from './stop-order.ts';

/** What a session is to do next, once whatever stops it has been taken; what a turn settled that was shown before a crash is finished here. */
export function nextInbound(session: Session, { store }: DispatchDeps): Promise<Inbound | undefined> {
	return inTurn(session, async () => {
		const { open, taken } = session.history();
		const waiting = await store.inbox.waiting(session.folder.paths.session);
		const shown = waiting.filter((inbound) => taken.has(inbound.key) && !open).map((inbound) => inbound.key);
		if (shown.length > 0) await store.inbox.finish(session.lease, shown);
		return firstOf(waiting.filter((inbound) => !taken.has(inbound.key)));
	});
}

/**
 * What comes first of what waits, oldest first. A stop comes before what it takes back, but after commands that were given before it. What
 * changes a message that waits comes before that. Pure.
 */
export function firstOf(waiting: readonly Inbound[]): Inbound | undefined {
	const stop = waiting.findIndex(isStop);
	if (stop >= 0) return waiting.slice(0, stop).find(({ type }) => type === 'command') ?? waiting[stop];
	return waiting.find(({ type }) => type === 'edit' || type === 'delete') ?? waiting[0];
}
