import { ProblemError } from '../base/errors.ts';
import type { Outbox, OutboxRow } from './store.ts';

/** Rows that tell people that something is wrong: a notice, and the end of a turn that broke. */
const telling = /\/notice$|\/broken\/ended$/;
/** Rows that are remembered, at most. */
const most = 1_000;

/**
 * An outbox that can tell of a disk that cannot be written: what tells people that something is wrong is remembered here where `inner` cannot
 * keep it. It is said once as long as this process lives. Anything else waits until it can be kept.
 */
export function createTellingOutbox(inner: Outbox): Outbox {
	const remembered = new Map<string, OutboxRow>();
	const nameOf = ({ session, key }: Pick<OutboxRow, 'session' | 'key'>) => `${session} ${key}`;
	const remember = (row: OutboxRow): OutboxRow => {
		remembered.set(nameOf(row), row);
		const [oldest] = remembered.keys();
		if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
		return row;
	};
	return {
		async intend(row) {
			const known = remembered.get(nameOf(row));
			if (known) return known;
			return await inner.intend(row).catch((error: unknown) => {
				if (!(error instanceof ProblemError) || !telling.test(row.key)) throw error;
				return remember(row);
			});
		},
		async sent(session, key, id) {
			const known = remembered.get(nameOf({ session, key }));
			if (known) return void remember({ ...known, id });
			await inner.sent(session, key, id).catch((error: unknown) => {
				// One that was forgotten meanwhile is nowhere: it is said, and that is all.
				if (error instanceof ProblemError || !telling.test(key)) throw error;
			});
		},
		async rows(session, turn) {
			const own = [...remembered.values()].filter((row) => row.session === session && row.turn === turn);
			const kept = await inner.rows(session, turn);
			return [...kept.filter(({ key }) => !own.some((row) => row.key === key)), ...own];
		},
		settle: (session) => inner.settle(session),
	};
}
