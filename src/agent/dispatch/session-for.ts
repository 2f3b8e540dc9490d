import { askedId, askedSchema, digestOf } from '../../store/asked.ts';
import type { Inbound } from '../../store/inbound.ts';
import { placeOf, placeOfSession } from '../../store/place.ts';
import { sessionIdOf } from '../../store/session-id.ts';
import { readRecord } from '../session/session-record.ts';
import { clashesWith } from '../session/who-may-read.ts';
import type { DispatchDeps } from './deps.ts';

type Deps = Pick<DispatchDeps, 'store' | 'sessions' | 'log'>;

/** The session that something is for: its thread's, or that of the question which was asked there besides. A thread without one is bound to its own. */
export async function sessionFor(inbound: Inbound, deps: Deps): Promise<string> {
	const { bindings, records } = deps.store;
	if (inbound.type === 'answer') {
		const asked = await records.get('asked', askedId(inbound.thread, digestOf(inbound.question)), askedSchema);
		if (asked?.question === inbound.question) return asked.session;
	}
	const bound = await bindings.sessionOf(inbound.thread);
	if (bound !== undefined && (await mayGoOn(bound, inbound, deps))) return bound;
	const own = sessionIdOf(inbound.thread);
	if (bound !== undefined) deps.log.warn('A thread may not go on with a session of others', { session: bound, own });
	await bindings.bind(inbound.thread, own);
	return own;
}

/** A thread goes on with a session that began elsewhere as long as nobody hears what is not theirs. */
async function mayGoOn(session: string, inbound: Inbound, { sessions }: Deps): Promise<boolean> {
	const [first] = session.split('.');
	if (first === sessionIdOf(inbound.thread)) return true;
	const record = await readRecord(await sessions.open(session)).catch(() => undefined);
	return record ? !clashesWith(record, inbound) : placeOfSession(session) === placeOf(inbound.thread);
}
