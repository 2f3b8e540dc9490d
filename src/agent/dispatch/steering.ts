import type { Inbound } from '../../store/inbound.ts';
import type { Session } from '../session/session.ts';
import { readRecord } from '../session/session-record.ts';
import type { DispatchDeps } from './deps.ts';
import { hasRight } from './rights.ts';
import { takeMessage } from './take-message.ts';

/**
 * Takes the waiting messages that are to reach the running turn's next model call: those that steer, those that somebody pointed at, or
 * all where the session's mode is `steer`.
 */
export async function takeSteering(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const { folder, lease } = session;
	const waiting = await deps.store.inbox.waiting(folder.paths.session);
	const isTaken = (key: string) => session.history().taken.has(key);
	const messages = waiting.filter((inbound) => inbound.type === 'message').filter(({ key }) => !isTaken(key));
	if (messages.length === 0) return;
	const all = (await readRecord(folder))?.mode === 'steer';
	const pointed = await pointedAt(waiting, session, deps);
	for (const inbound of messages)
		if (all || inbound.steers || pointed.has(inbound.key)) await takeMessage(inbound, session, deps, signal);
	await deps.store.inbox.finish(lease, doneSteers(waiting, session));
}

/** The messages that somebody who takes part wants to be used now; a wish may be here before it is known whether it counts. */
async function pointedAt(
	waiting: readonly Inbound[],
	{ folder }: Session,
	deps: DispatchDeps,
): Promise<ReadonlySet<string>> {
	const pointed = waiting.map(async (inbound) => {
		const counts = inbound.type === 'steer' && (await hasRight('participant', inbound, folder, deps));
		return counts ? [inbound.of] : [];
	});
	return new Set((await Promise.all(pointed)).flat());
}

/** The wishes whose message has been taken. */
function doneSteers(waiting: readonly Inbound[], session: Session): string[] {
	const { taken } = session.history();
	return waiting.flatMap((inbound) => (inbound.type === 'steer' && taken.has(inbound.of) ? [inbound.key] : []));
}
