import type { EraseInbound } from '../../../chat/inbound.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { eraseSession } from './erase-session.ts';
import { forgetPerson } from './forget-person.ts';
import { forgetSteps } from './forget-steps.ts';

type Deps = Pick<
	DispatchDeps,
	'store' | 'eraser' | 'sandboxes' | 'sessions' | 'notes' | 'places' | 'repos' | 'wake' | 'log'
>;

/** An order to erase goes before anything else is done. True when the session is empty now. */
export async function eraseFirst(session: Session, deps: Deps): Promise<boolean> {
	const waiting = await deps.store.inbox.waiting(session.id);
	for (const order of waiting.filter(({ type }) => type === 'erase'))
		if (order.type === 'erase' && (await erase(order, session, deps))) return true;
	return false;
}

/** Erases what is ordered. True when the session is empty now; whatever came in after the order is looked at anew. */
export async function erase({ key, what }: EraseInbound, session: Session, deps: Deps): Promise<boolean> {
	if (what.kind !== 'session') {
		await deps.eraser.leftOvers(session.id);
		if (what.kind === 'person') await forgetPerson(what.person, session, deps);
		else await forgetSteps({ own: (step) => step, turns: new Set() }, session, deps);
		await deps.store.inbox.finish(session.lease, [key]);
		// The order names them, too.
		await deps.store.rows.scrub();
		return false;
	}
	await eraseSession(session, key, deps);
	deps.log.info('A session was erased', { session: session.id });
	deps.wake(session.id);
	return true;
}
