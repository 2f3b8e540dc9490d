import type { Thread } from '../../../store/inbound.ts';

/** Which threads run a turn. */
export interface RunningShows {
	/** The thread whose turn runs in a channel; the id of the message that a thread was begun on is that thread's. Undefined when none runs there. */
	runningAt(channel: string): Thread | undefined;
	/** That turn. */
	turnAt(channel: string): string | undefined;
	/** A turn of the thread runs in the channel until the answer is disposed of. */
	begin(thread: Thread, channel: string, turn: string): Disposable;
}

export function createRunningShows(): RunningShows {
	const running: { readonly channel: string; readonly thread: Thread; readonly turn: string }[] = [];
	const at = (channel: string) => running.findLast((one) => one.channel === channel);
	return {
		runningAt: (channel) => at(channel)?.thread,
		turnAt: (channel) => at(channel)?.turn,
		begin(thread, channel, turn) {
			const one = { channel, thread, turn };
			running.push(one);
			return { [Symbol.dispose]: () => void running.splice(running.indexOf(one), 1) };
		},
	};
}
