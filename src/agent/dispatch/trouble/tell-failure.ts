import { userMessage } from '../../../base/errors.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { isToUs } from '../inbox/as-heard.ts';
import { BrokenTurnError } from '../showing/present.ts';
import { sayNow, wordOf } from '../showing/say.ts';
import { HeldElsewhereError } from '../work/held-lease.ts';
import { isHere } from './trouble-of.ts';
import type { Unfinished } from './troubles.ts';

/**
 * Logs why a session could not be worked on, and tells the thread, once for each thing that waits for it, or of which not all is kept yet:
 * whatever is not done is done when that can be. Never rejects.
 */
export async function tellFailure(unfinished: Unfinished, error: unknown, deps: DispatchDeps): Promise<void> {
	logFailure(unfinished, error, deps);
	const { session, trouble } = unfinished;
	// Whoever has no platform cannot be told; a turn tells itself; another process is no trouble.
	if (!isHere(trouble)) return;
	if (error instanceof BrokenTurnError || error instanceof HeldElsewhereError) return;
	try {
		const waiting = await deps.store.inbox.waiting(session);
		const first =
			waiting.find((one) => one.type !== 'word' && isToUs(one)) ?? (await firstAlone(waiting, session, deps));
		if (!first) return;
		const text = `${userMessage(error)}. Nothing that was said is lost: what is not done yet is done by itself when that is over.`;
		await sayNow(session, wordOf(first, { text, once: `kept-${first.key}` }), deps);
	} catch (again) {
		deps.log.warn('Thread cannot be told', { session, err: again });
	}
}

/** The first that waits of whoever alone has spoken in a session. The conversation itself may be what cannot be read. */
async function firstAlone(
	waiting: readonly Inbound[],
	session: string,
	{ sessions, places }: DispatchDeps,
): Promise<Inbound | undefined> {
	const first = waiting.find(({ type }) => type !== 'word');
	if (!first) return undefined;
	const record = await readRecord(await sessions.open(session), places);
	return record?.participants.every(({ id }) => places.isSamePerson(id, first.person.id)) ? first : undefined;
}

function logFailure(
	{ session, tries, told, since, at, trouble }: Unfinished,
	error: unknown,
	{ log }: DispatchDeps,
): void {
	const facts = { session, kind: trouble.kind, tries, err: error };
	const times = { since: isoTime(since), ...(at === undefined ? {} : { next: isoTime(at) }) };
	if (at === undefined)
		log.error('Session is parked: it is gone on with when something comes in, or at the next start', {
			...facts,
			...times,
		});
	else if (told) log.error('Session has something unfinished for a long time', { ...facts, ...times });
	else if (tries === 1) log.error('Session cannot be worked on; it is tried again', facts);
	else log.debug('Session still cannot be worked on', { ...facts, ...times });
}

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}
