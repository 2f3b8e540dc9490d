import type { Telling } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { OutboxRow } from '../../../store/store.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { partsIn } from '../live/live-parts.ts';
import { type DiscordPlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { directTo, wasPostedAt } from './next-best.ts';
import type { RunningShow } from './running-shows.ts';
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
	{ session, turn, answers, by }: Pick<Telling, 'session' | 'turn'> & Partial<Telling>,
): Promise<Show> {
	const isTurn = answers === undefined;
	const { place, ready } = await groundOf(deps, placeOf(thread), isTurn);
	const isPosted = alreadyShown.some(({ id }) => wasPostedAt(place, id));
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
		// A thread that was there and is not any more is not made once more.
		ready: () => (isPosted || !mayBegin(show) ? Promise.resolve() : ready()),
		typing: undefined,
		running: isTurn ? deps.running.begin(thread, place.channel, turn) : nothing,
		signal: isTurn ? deps.takeOver(session, turn) : deps.signal,
		live: undefined,
		settling: [],
		last: undefined,
		elsewhere: undefined,
		asked: undefined,
		by,
		answered: false,
		tokens: 0,
	};
	return show;
}

const nothing: RunningShow = { asked: () => {}, [Symbol.dispose]: () => {} };

/** Whether its thread may be still to be made: what was said inside it was said when it was there. */
function mayBegin({ place, answers, asked }: Show): boolean {
	const request = messageOfKey(answers ?? asked ?? '');
	return request?.channel !== place.channel;
}

/** Shows the bot as typing from the first message on that the turn has taken. */
export function typeFor(deps: ShowDeps, show: Show): void {
	if (!show.isTurn) return;
	const shownAt = () => show.live?.state().shownAt ?? 0;
	show.typing ??= beginTyping(deps, { channel: show.place.channel, ready: show.ready, shownAt });
}

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
