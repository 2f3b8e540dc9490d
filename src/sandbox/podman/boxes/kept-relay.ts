import type { Duplex } from 'node:stream';
import { type Clock, quietClock, sleep } from '../../../base/clock.ts';
import { messageOf, ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { printable } from '../../files/safe-name.ts';
import type { Exec } from '../guest-link/exec.ts';

/** The host's side of a relay. Disposing ends it, whatever is under way. */
export interface ServedRelay extends AsyncDisposable {
	/** Resolves when the relay listens inside. Rejects when it ends before. */
	readonly ready: Promise<unknown>;
	/** Resolves when the relay is gone. Never rejects. */
	readonly ended: Promise<void>;
}

/** Serves the relay in the sandbox of this name on its standard streams, which are destroyed in the end. */
export type ServeRelay = (session: string, stream: Duplex) => ServedRelay;

export interface KeptRelayOptions {
	/** Starts the relay inside. */
	readonly start: (signal: AbortSignal) => Promise<Exec>;
	readonly serve: (stream: Duplex) => ServedRelay;
	/** Resolves when the sandbox is gone: then it is begun no more. */
	readonly gone: Promise<unknown>;
	readonly log: Logger;
	readonly clock?: Clock;
}

/** A relay that listens. */
interface Open extends AsyncDisposable {
	readonly ended: Promise<void>;
}

/** A program starts in a second or two; on a busy machine with a kernel of its own in ten, ms. */
const readyMs = 30_000;
/** Between the end of a relay and the next, ms: doubled each time. */
const pause = { first: 200, longest: 10_000 } as const;
/** One that has lived so long has not ended for what the last ones did, ms. */
const steadyMs = 30_000;

/**
 * Keeps a relay running in a sandbox: begun now, and anew whenever it ends, as long as the sandbox lives. Resolves when it listens. Rejects with
 * `ProblemError` where it cannot be begun at all, and with the signal's reason; nothing of it is left then. Disposing ends it.
 */
export async function keepRelay(options: KeptRelayOptions, signal: AbortSignal): Promise<AsyncDisposable> {
	const first = await openRelay(options, signal).catch((error: unknown) => {
		signal.throwIfAborted();
		throw notBegun(error);
	});
	const over = new AbortController();
	void options.gone.finally(() => over.abort(new Error('the sandbox is gone')));
	const keeping = keep(options, first, over.signal);
	return {
		async [Symbol.asyncDispose]() {
			over.abort(new Error('the relay was ended'));
			await keeping;
		},
	};
}

/** Resolves when it is over, and never rejects. */
async function keep(options: KeptRelayOptions, first: Open, over: AbortSignal): Promise<void> {
	const { clock = quietClock, log } = options;
	let wait: number = pause.first;
	for (let open: Open | undefined = first; !over.aborted; ) {
		const since = clock.now();
		if (open) await untilEnd(open, over, log);
		if (over.aborted) return;
		if (open) log.warn('The relay of the model gateway ended, and is begun anew', { afterMs: clock.now() - since });
		if (clock.now() - since > steadyMs) wait = pause.first;
		await sleep(clock, wait, over).catch(() => undefined);
		wait = Math.min(pause.longest, 2 * wait);
		open = over.aborted ? undefined : await reopen(options, over);
	}
}

/** Undefined where it cannot be begun now. */
async function reopen(options: KeptRelayOptions, over: AbortSignal): Promise<Open | undefined> {
	return await openRelay(options, over).catch((error: unknown) => {
		if (!over.aborted) options.log.warn('The relay of the model gateway cannot be begun', { why: messageOf(error) });
		return undefined;
	});
}

async function untilEnd(open: Open, over: AbortSignal, log: Logger): Promise<void> {
	await raceAbort(open.ended, over).catch(() => undefined);
	await Promise.resolve(open[Symbol.asyncDispose]()).catch((error: unknown) =>
		log.warn('The relay of the model gateway cannot be ended', { why: messageOf(error) }),
	);
}

async function openRelay({ start, serve }: KeptRelayOptions, signal: AbortSignal): Promise<Open> {
	const within = AbortSignal.any([signal, AbortSignal.timeout(readyMs)]);
	await using undo = new AsyncDisposableStack();
	const exec = undo.use(await start(within));
	const served = undo.use(serve(exec.stream));
	await raceAbort(served.ready, within);
	const held = undo.move();
	return { ended: served.ended, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

function notBegun(cause: unknown): ProblemError {
	if (cause instanceof ProblemError) return cause;
	const why = printable(messageOf(cause).replaceAll(/\s+/g, ' '), 300);
	return new ProblemError(
		`Cannot start the sandbox of a coding agent: its way to the model gateway does not open: ${why}`,
		'Ask again; if it stays so, run: ./threadsmith image agents',
		{ cause },
	);
}
