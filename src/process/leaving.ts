import { constants } from 'node:os';

/** The part of a process that this needs. */
export interface Endable {
	on(event: NodeJS.Signals, listener: () => void): unknown;
	exit(code?: number): unknown;
}

export interface LeavingOptions {
	/** Called before the process is ended although something is still open. */
	readonly onLate: () => void;
	/** How long leaving may take, milliseconds. */
	readonly withinMs?: number;
}

/** The time to leave in. Whoever started the process gives it 10 s at least: Docker's stop does, systemd gives 90. */
const longestMs = 7_000;
/** npm hands on a signal that the terminal has sent us already: two within this time are one, milliseconds. */
const sameMs = 500;

/** Why the process leaves. */
export class LeftBySignal extends Error {
	override readonly name = 'LeftBySignal';
	/** As a shell tells it: 130 after Ctrl-C (POSIX.1-2024, Shell Command Language, 2.8.2, and 128 + n as bash and dash do). */
	readonly code: number;

	constructor(signal: NodeJS.Signals) {
		super(signal);
		this.code = codeOfSignal(signal);
	}
}

function codeOfSignal(signal: NodeJS.Signals): number {
	return 128 + constants.signals[signal];
}

/**
 * Fires when a signal asks the process to leave. It then ends in time, whatever it hangs on: everything that counts is on the disk at every
 * step, and what is unfinished goes on at the next start. A second signal ends it at once.
 */
export function leaveOnSignals(process: Endable, { onLate, withinMs = longestMs }: LeavingOptions): AbortController {
	const leaving = new AbortController();
	let since = 0;
	const end = (): void => {
		onLate();
		process.exit();
	};
	leaving.signal.addEventListener('abort', () => setTimeout(end, withinMs).unref(), { once: true });
	for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
		process.on(name, () => {
			if (!leaving.signal.aborted) since = performance.now();
			else if (performance.now() - since > sameMs) process.exit(codeOfSignal(name));
			leaving.abort(new LeftBySignal(name));
		});
	return leaving;
}
