import PQueue from 'p-queue';
import type { Logger } from '../../../base/log.ts';
import type { Due } from '../../../store/due.ts';
import type { TellNews } from '../../repo/watch/tell-news.ts';
import type { RepoWatches } from '../../repo/watch/watches.ts';
import type { Troubles } from '../trouble/troubles.ts';

export interface ReviewsDeps {
	/** Undefined: nobody works on repositories. */
	readonly watches: RepoWatches | undefined;
	readonly due: Pick<Due, 'put'>;
	readonly troubles: Pick<Troubles, 'of'>;
	/** Keeps words for a session's thread, and says them. */
	readonly tell: (session: string) => TellNews;
	readonly log: Logger;
}

/** Looks for news of pull requests, beside all that is worked on, some at a time. Disposing breaks off what is under way: it is looked at again at the next start. */
export interface Reviews extends AsyncDisposable {
	/** Once at a time for each session; its time in the store is set when it is done. */
	look(session: string): void;
}

/** Sessions that are looked at side by side. */
const atOnce = 2;
/** For one session, ms: the hosts of its repositories may hang. */
const limitMs = 120_000;

export function createReviews({ watches, due, troubles, tell, log }: ReviewsDeps): Reviews {
	const queue = new PQueue({ concurrency: atOnce });
	const under = new Set<string>();
	const leaving = new AbortController();

	async function lookAt(session: string): Promise<void> {
		if (!watches) return await due.put(session, 'review', undefined);
		// Nobody there can be told anything any more.
		if (troubles.of(session)?.trouble.kind === 'gone') return await watches.leave(session);
		await watches.look(session, tell(session), AbortSignal.any([leaving.signal, AbortSignal.timeout(limitMs)]));
	}

	async function lookQuietly(session: string): Promise<void> {
		try {
			if (!leaving.signal.aborted) await lookAt(session);
		} catch (error) {
			if (!leaving.signal.aborted) log.warn('News of a pull request cannot be had now', { session, err: error });
		} finally {
			under.delete(session);
		}
	}

	return {
		look(session) {
			if (under.has(session) || leaving.signal.aborted) return;
			under.add(session);
			void queue.add(() => lookQuietly(session));
		},
		async [Symbol.asyncDispose]() {
			leaving.abort(new Error('Threadsmith is leaving'));
			await queue.onIdle();
		},
	};
}
