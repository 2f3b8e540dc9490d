import { z } from 'zod';
import type { Inbound } from '../../store/inbound.ts';
import type { Session } from '../session/session.ts';
import type { DispatchDeps } from './deps.ts';
import { mostDeaths } from './go-on.ts';
import { say } from './say.ts';

/** What a session has begun that an earlier process left, and the processes that have begun it and did not leave of themselves. */
const attemptSchema = z.object({ key: z.string(), processes: z.array(z.string()) });
type Attempt = z.infer<typeof attemptSchema>;

const idOf = (session: Session) => `attempt-${session.folder.paths.session}`;

/**
 * Notes that something is begun that an earlier process left. False when it has ended three processes: then that is said, its waiting is over
 * and it is not to be begun. What this process took in itself is not noted: it costs a write.
 */
export async function begin(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	if (deps.self.tookInAt(inbound.key) !== undefined) return true;
	const { processes } = await attemptAt(inbound, session, deps);
	const others = processes.filter((one) => one !== deps.self.id);
	await keep({ key: inbound.key, processes: [...others, deps.self.id] }, session, deps);
	// The process that took it in may well have been the first to end by it.
	const deaths = others.length + 1;
	if (deaths < mostDeaths) return true;
	if (deaths === mostDeaths) await say(session.folder.paths.session, inbound, { text: sentence }, deps);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	return false;
}

const sentence =
	'Threadsmith died three times while it took this in, and does not try it again. Whoever runs it finds in its log what happened.';

/** Notes that what was begun cannot be done now, or that the process leaves: it has not ended by it. */
export async function giveUp(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<void> {
	const { key, processes } = await attemptAt(inbound, session, deps);
	if (!processes.includes(deps.self.id)) return;
	await keep({ key, processes: processes.filter((one) => one !== deps.self.id) }, session, deps);
}

async function attemptAt({ key }: Inbound, session: Session, { store }: DispatchDeps): Promise<Attempt> {
	const found = await store.records.get('attempt', idOf(session), attemptSchema);
	return found?.key === key ? found : { key, processes: [] };
}

async function keep(attempt: Attempt, session: Session, { store }: DispatchDeps): Promise<void> {
	await store.records.put('attempt', session.folder.paths.session, idOf(session), attempt);
}
