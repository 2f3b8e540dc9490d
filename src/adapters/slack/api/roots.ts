import type { Clock } from '../../../base/clock.ts';
import type { Thread } from '../../../chat/thread.ts';
import { createRecent } from '../../intake/recent.ts';
import { placeOf } from '../thread-keys.ts';
import type { Calls } from './calls.ts';
import { slackCode } from './problems/slack-sentence.ts';

/** The message that a thread begins with was deleted: there is no thread to post into. */
export class ThreadGoneError extends Error {
	override readonly name = 'ThreadGoneError';

	constructor(thread: string, options?: ErrorOptions) {
		super(`The message that thread "${thread}" begins with was deleted`, options);
	}
}

/**
 * Which threads still have the message that they begin with. Slack refuses no answer to one that was deleted: it posts it into the channel,
 * for all to see; see https://github.com/slack-go/slack/issues/1571. One with answers leaves a tombstone, and is there.
 */
export interface Roots {
	/** Something was said in the thread just now. */
	saw(thread: Thread): void;
	/** The message was deleted, and nothing had answered it. */
	removed(thread: Thread): void;
	/** Rejects with `ThreadGoneError` where the message is gone; Slack is asked where nobody has told of it, once; where it limits such questions, the thread counts as there for some minutes. Rejects as `Calls` do. */
	check(thread: Thread, signal: AbortSignal): Promise<void>;
}

/** More threads than this are not remembered. */
const most = 10_000;
/** How long a post waits to know, ms: apps that are distributed may ask once a minute. */
const patienceMs = 3000;
/** How long it is not asked again what nobody has answered in that time, ms: a turn posts many things, and none is to wait for nothing. */
const assumedMs = 10 * 60_000;
const nowhere = ['thread_not_found', 'message_not_found'];

export function createRoots({ calls, clock }: { readonly calls: Calls; readonly clock: Clock }): Roots {
	const known = createRecent<{ readonly isThere: boolean; readonly until: number }>(most);
	const knownOf = ({ id }: Thread): boolean | undefined => {
		const told = known.of(id);
		return told && clock.now() < told.until ? told.isThere : undefined;
	};
	const note = ({ id }: Thread, isThere: boolean, until = Number.POSITIVE_INFINITY) =>
		known.remember(id, { isThere, until });
	/** Undefined: Slack limits such questions now. */
	const ask = async (thread: Thread, signal: AbortSignal): Promise<boolean | undefined> => {
		const impatient = new AbortController();
		const callOff = clock.after(patienceMs, () => impatient.abort(new Error('Slack limits look-ups')));
		const { team, channel, ts } = placeOf(thread);
		const request = { method: 'conversations.replies', team, repeat: 'safe' } as const;
		try {
			await calls.run(
				{ ...request, send: (client) => client.conversations.replies({ channel, ts, limit: 1 }) },
				AbortSignal.any([signal, impatient.signal]),
			);
			return true;
		} catch (error) {
			signal.throwIfAborted();
			if (impatient.signal.aborted) return undefined;
			// What else stands against it shows when something is posted.
			if (slackCode(error) === undefined) throw error;
			return !nowhere.includes(slackCode(error) ?? '');
		} finally {
			callOff();
		}
	};
	return {
		saw: (thread) => note(thread, true),
		removed: (thread) => note(thread, false),
		async check(thread, signal) {
			if (knownOf(thread) === undefined) {
				const isThere = await ask(thread, signal);
				// It may have been removed meanwhile.
				if (knownOf(thread) === undefined) {
					note(thread, isThere ?? true, isThere === undefined ? clock.now() + assumedMs : undefined);
				}
			}
			if (knownOf(thread) === false) throw new ThreadGoneError(thread.id);
		},
	};
}
