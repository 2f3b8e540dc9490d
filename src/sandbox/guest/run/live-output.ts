import { tailOf } from '../sanitise.ts';

/** At most one message in this time, ms, of at most so many characters: people watch it, nobody depends on it. */
const pace = { interval: 200, length: 1000 };

/** Output on its way to people who watch: what came since the last message, its end where that is too much. */
export interface LiveOutput {
	push(text: string): void;
	/** The call is over: its answer holds what was not sent. */
	end(): void;
}

export function createLiveOutput(send: (text: string) => void): LiveOutput {
	let waiting = '';
	let timer: NodeJS.Timeout | undefined;
	const flush = () => {
		timer = undefined;
		if (waiting !== '') send(waiting);
		waiting = '';
	};
	return {
		push(text) {
			waiting = tailOf(waiting + tailOf(text, pace.length), pace.length);
			timer ??= setTimeout(flush, pace.interval);
		},
		end() {
			clearTimeout(timer);
		},
	};
}
