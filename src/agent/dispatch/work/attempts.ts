import { z } from 'zod';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { isAwaited } from '../inbox/as-heard.ts';
import { say } from '../showing/say.ts';
import { logDeaths, mostDeaths } from './deaths.ts';

/**
 * The inbound that a session has begun and that an earlier process left, and the processes that have begun it and did not leave of themselves.
 * `spared`: what waited when one did, or is named with the process that took it in.
 */
const attemptSchema = z.object({
	key: z.string(),
	processes: z.array(z.string()),
	spared: z.array(z.string()).default([]),
});
type Attempt = z.infer<typeof attemptSchema>;

const idOf = (session: Session) => `attempt-${session.id}`;

/**
 * Notes that something is begun that an earlier process left. False when it has ended three processes: then that is said, its waiting is over
 * and it is not to be begun. What this process took in itself is not noted the first time: it costs a write.
 */
export async function begin(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const { key } = inbound;
	const id = session.id;
	const isOwn = deps.self.storedAt(key) !== undefined;
	if (isOwn && !deps.troubles.of(id)) return true;
	const attempt = await attemptAt(key, session, deps);
	const others = attempt.processes.filter((one) => one !== deps.self.id);
	// The process that took it in may well have been the first to end by it; this one is counted by its id.
	const spared = isOwn ? [...new Set(attempt.spared).add(key)] : attempt.spared;
	await keep({ key, processes: [...others, deps.self.id], spared }, session, deps);
	const deaths = others.length + (spared.includes(key) ? 0 : 1);
	if (deaths > 0) logDeaths({ session: id, key, inbound: inbound.type }, deaths, deps);
	if (deaths < mostDeaths) return true;
	if (deaths === mostDeaths && isAwaited(inbound, session.history())) await say(id, inbound, { text: sentence }, deps);
	await deps.store.inbox.finish(session.lease, [key]);
	return false;
}

const sentence =
	'Threadsmith died three times while it took this in, and does not try it again. Whoever runs it finds in its log what happened.';

/** Notes that what waits cannot be done now, or that the process leaves: it has not ended by it. */
export async function giveUp(session: Session, deps: DispatchDeps): Promise<void> {
	const id = session.id;
	const waiting = await deps.store.inbox.waiting(id);
	const found = await deps.store.records.get('attempt', idOf(session), attemptSchema);
	if (waiting.length === 0 && !found) return;
	const { key = '', processes = [] } = found ?? {};
	const spared = waiting.map((inbound) => inbound.key);
	await keep({ key, processes: processes.filter((one) => one !== deps.self.id), spared }, session, deps);
}

async function attemptAt(key: string, session: Session, { store }: DispatchDeps): Promise<Attempt> {
	const found = await store.records.get('attempt', idOf(session), attemptSchema);
	return found?.key === key ? found : { key, processes: [], spared: found?.spared ?? [] };
}

async function keep(attempt: Attempt, session: Session, { store }: DispatchDeps): Promise<void> {
	await store.records.put('attempt', session.id, idOf(session), attempt);
}
