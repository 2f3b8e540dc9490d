import type { Thread } from '../../../store/inbound.ts';

/** Which threads run a turn. */
export interface RunningShows {
	/** The thread whose turn runs in a channel; the id of the message that a thread was begun on is that thread's. Undefined when none runs there. */
	runningAt(channel: string): Thread | undefined;
	/** A turn of the thread runs in the channel until the answer is disposed of. */
	begin(thread: Thread, channel: string): Disposable;
}

export function createRunningShows(): RunningShows {
	const running: { readonly channel: string; readonly thread: Thread }[] = [];
	return {
		runningAt: (channel) => running.findLast((one) => one.channel === channel)?.thread,
		begin(thread, channel) {
			const one = { channel, thread };
			running.push(one);
			return { [Symbol.dispose]: () => void running.splice(running.indexOf(one), 1) };
		},
	};
}
