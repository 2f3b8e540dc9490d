import type { InboundOf } from '../../../chat/inbound.ts';
import { stopParked } from '../../session/end-parked.ts';
import type { StopOrder } from '../../session/ended-by.ts';
import { takenKeys } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { StopRequest } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { isPartOf } from '../inbox/words-of.ts';
import { hasRight } from '../rights.ts';

type DeleteInbound = InboundOf<'delete'>;

/** Stops the running turn whose request was deleted: nobody waits for it any more. */
export async function stopWithRequest(inbound: DeleteInbound, session: Session, deps: DispatchDeps): Promise<void> {
	if (await isRequest(inbound, session, deps)) deps.running.stop(session.id, new StopRequest(orderOf(inbound)));
}

/** Ends the turn that waits for an answer and whose request was deleted. True when it is to be shown as ended. */
export async function endWithRequest(inbound: DeleteInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	if (!(await isRequest(inbound, session, deps))) return false;
	return await stopParked(session, orderOf(inbound), deps.store.records);
}

/** A turn that has ended settles the stop that ended it; what is gone is still to be forgotten then. */
function orderOf({ person, key, gone }: DeleteInbound): StopOrder {
	return { person: person.name, key: gone ? `${key}/stop` : key, request: 'deleted', takenBack: [] };
}

/** Whether the message is the one that the running turn begins, or the open one began with, and its person may stop that. */
async function isRequest(inbound: DeleteInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const { open } = session.history();
	const begins = isPartOf(deps.running.turnOf(session.id)?.by, inbound.of);
	if (!begins && (!open || !isPartOf(takenKeys(open)[0], inbound.of))) return false;
	return inbound.gone ?? (await hasRight('participant', inbound, session.folder, deps));
}
