import type { EraseInbound } from '../../../chat/inbound.ts';
import type { Session } from '../../session/session.ts';
import { StopRequest } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';

/** Stops the running turn of a session that is to be erased, and leaves that to be done when it has ended. */
export function stopToErase(
	{ person, key, what }: EraseInbound,
	{ id }: Session,
	{ running }: Pick<DispatchDeps, 'running'>,
): false {
	// Its key is not the order's own: a turn that has ended settles the stop that ended it.
	const order = { person: person.name, key: `${key}/stop`, request: 'deleted' as const, takenBack: [] };
	if (what.kind === 'session') running.stop(id, new StopRequest(order));
	return false;
}
