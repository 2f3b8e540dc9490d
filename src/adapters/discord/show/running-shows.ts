import type { Person, Thread } from '../../../chat/thread.ts';
import { placeIn } from '../thread-keys.ts';

/** What a running turn was asked for by. */
export interface RunningRequest {
	readonly thread: Thread;
	/** The message's key. */
	readonly of: string;
	readonly by: Person;
}

/** Which threads run a turn. */
export interface RunningShows {
	/** The thread whose turn runs in a channel; the id of the message that a thread was begun on is that thread's. Undefined when none runs there. */
	runningAt(channel: string): Thread | undefined;
	/** What the turns were asked for by that run in a thread, or in the threads of a channel. */
	requestsIn(channel: string): readonly RunningRequest[];
	/** That turn. */
	turnAt(channel: string): string | undefined;
	/** A turn of the thread runs in the channel until the answer is disposed of. */
	begin(thread: Thread, channel: string, turn: string): RunningShow;
}

export interface RunningShow extends Disposable {
	/** What it was asked for by; later ones count for nothing. */
	asked(of: string, by: Person): void;
}

interface Running {
	readonly channel: string;
	readonly thread: Thread;
	readonly turn: string;
	request: RunningRequest | undefined;
}

export function createRunningShows(): RunningShows {
	const running: Running[] = [];
	const at = (channel: string) => running.findLast((one) => one.channel === channel);
	return {
		runningAt: (channel) => at(channel)?.thread,
		turnAt: (channel) => at(channel)?.turn,
		requestsIn: (channel) =>
			running.flatMap(({ thread, request }) => {
				const place = placeIn(thread);
				const isThere = place?.channel === channel || (place?.kind === 'thread' && place.parent === channel);
				return isThere && request ? [request] : [];
			}),
		begin(thread, channel, turn) {
			const one: Running = { channel, thread, turn, request: undefined };
			running.push(one);
			return {
				asked(of, by) {
					one.request ??= { thread, of, by };
				},
				[Symbol.dispose]: () => void running.splice(running.indexOf(one), 1),
			};
		},
	};
}
