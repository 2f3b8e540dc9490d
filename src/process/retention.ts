import { orderToErase } from '../agent/dispatch/erasing/order-to-erase.ts';
import type { Dispatch } from '../agent/dispatch.ts';
import { readRecord } from '../agent/session/session-record.ts';
import { messageOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { places } from '../platforms.ts';
import type { SessionView } from '../store/session/session-folder.ts';
import type { Sessions } from '../store/store.ts';

export interface RetentionDeps {
	readonly dispatch: Pick<Dispatch, 'erase'>;
	readonly sessions: Pick<Sessions, 'list' | 'open'>;
	/** A session as readers see it: to look at each is to make and to keep nothing. */
	readonly view: (id: string) => SessionView;
	readonly log: Logger;
}

const day = 86_400_000;
const hour = 3_600_000;

/** Erases the sessions that nobody has spoken in for so many days, now and every hour until it is disposed of; without a number none ever. */
export function keepFor(days: number | undefined, deps: RetentionDeps): Disposable {
	if (days === undefined) return { [Symbol.dispose]: () => undefined };
	const look = () => void eraseUnused(days, Date.now(), deps);
	const timer = setInterval(look, hour).unref();
	look();
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Never rejects: a session that cannot be read is left alone, and told to the log. */
export async function eraseUnused(days: number, now: number, deps: RetentionDeps): Promise<void> {
	const ids = await deps.sessions.list().catch(() => []);
	for (const id of ids)
		await eraseIfUnused(id, now - days * day, deps).catch((error: unknown) =>
			deps.log.warn('Whether a session is to be kept cannot be told', { session: id, reason: messageOf(error) }),
		);
}

async function eraseIfUnused(
	id: string,
	before: number,
	{ dispatch, sessions, view, log }: RetentionDeps,
): Promise<void> {
	// A damaged record is made anew by whoever opens the session.
	const record = await readRecord(view(id), places).catch(
		async () => await readRecord(await sessions.open(id), places),
	);
	// One that was erased has no record.
	if (!record || Date.parse(record.usedAt) >= before) return;
	log.info('A session is as old as it may get', { session: id });
	await dispatch.erase(id, orderToErase(record.thread));
}
