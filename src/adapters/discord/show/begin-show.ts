import type { AgentEvent } from '../../../agent/events.ts';
import type { Thread } from '../../../store/inbound.ts';
import type { OutboxRow } from '../../../store/store.ts';
import { partsIn } from '../live/live-parts.ts';
import { type DiscordPlace, placeOf } from '../thread-keys.ts';
import { directTo, isRefusal } from './next-best.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { beginTyping } from './typing.ts';

/** Where events are to be shown. */
export interface ShowAt {
	readonly thread: Thread;
	readonly alreadyShown: readonly OutboxRow[];
}

/** Begins to show a stream of events. What an earlier one of the same turn has not finished is this one's now. */
export async function beginShow(
	deps: ShowDeps,
	{ thread, alreadyShown }: ShowAt,
	{ session, turn, answers }: Extract<AgentEvent, { type: 'turn-started' }>,
): Promise<Show> {
	const isTurn = answers === undefined;
	const { place, ready } = await groundOf(deps, placeOf(thread), isTurn);
	const show: Show = {
		thread,
		place,
		session,
		turn,
		answers,
		isTurn,
		alreadyShown,
		startedAt: deps.clock.now(),
		parts: partsIn(turn, alreadyShown),
		calls: new Map(),
		ready,
		typing: nothing,
		running: isTurn ? deps.running.begin(thread, place.channel, turn) : nothing,
		signal: isTurn ? deps.takeOver(session, turn) : deps.signal,
		live: undefined,
		settling: [],
		last: undefined,
		elsewhere: undefined,
		asked: undefined,
		answered: false,
		tokens: 0,
	};
	const shownAt = () => show.live?.state().shownAt ?? 0;
	if (isTurn) show.typing = beginTyping(deps, { channel: place.channel, ready, shownAt });
	return show;
}

const nothing: Disposable = { [Symbol.dispose]: () => {} };

/** Where a show's messages go. */
type Ground = Pick<Show, 'place' | 'ready'>;

/** A turn where no thread is goes to the direct conversation with whoever began it. */
async function groundOf(deps: ShowDeps, place: DiscordPlace, isTurn: boolean): Promise<Ground> {
	if (place.kind !== 'private' || !isTurn) return { place, ready: readiness(deps, place) };
	try {
		const { channel } = await directTo(deps, place.user);
		return { place: { kind: 'dm', channel }, ready: async () => {} };
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return { place, ready: () => Promise.reject(error) };
	}
}

function readiness({ threads, signal }: ShowDeps, place: DiscordPlace): () => Promise<void> {
	let ready: Promise<void> | undefined;
	return () => {
		ready ??= threads.ensureThread(place, undefined, signal).catch((error: unknown) => {
			ready = undefined;
			throw error;
		});
		return ready;
	};
}
