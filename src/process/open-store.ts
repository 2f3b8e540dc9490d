import { join } from 'node:path';
import type { Logger } from '../base/log.ts';
import { platforms } from '../platforms.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import type { Reserve } from '../store/reserve.ts';
import type { Sessions, Store } from '../store/store.ts';

export interface StoreParts {
	readonly home: string;
	readonly sessions: Sessions;
	readonly reserve: Reserve;
	readonly log: Logger;
}

/** The store of a data folder; who opens it disposes it. Throws `ProblemError` when it cannot be used. */
export function openStore({ home, sessions, reserve, log }: StoreParts): Store {
	const highestToken = async (session: string) => (await sessions.open(session)).journal.highestLease();
	// The whole process waits: what meets a longer lock is tried again later.
	const names = platforms.map(({ name }) => name);
	const options = {
		wait: 1_000,
		highestToken,
		platforms: names,
		makeRoom: reserve.release,
		log: log.child({ part: 'store' }),
	};
	return openEmbeddedStore(join(home, 'store.db'), options);
}
