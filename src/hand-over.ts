import type { Adapter } from './adapters/adapter.ts';
import type { Dispatch } from './agent/dispatch.ts';
import { raceClock, systemClock } from './base/clock.ts';
import type { Logger } from './base/log.ts';

export interface Running {
	readonly dispatch: Dispatch;
	readonly adapters: readonly Adapter[];
	readonly sandboxes: AsyncDisposable;
	/** The coding agents, in boxes of their own. */
	readonly coding: AsyncDisposable;
	readonly log: Logger;
}

/** The time that what is being shown has to be shown, milliseconds; the next start shows the rest. */
const showMs = 2_000;
/** Sandboxes that do not go in this time go with the process, milliseconds. */
const sandboxesMs = 3_500;

/**
 * Ends what runs, so that the next start goes on with it: turns stay open as they are, then connections and sandboxes are closed side by side.
 * Never rejects: leaving goes on whatever fails.
 */
export async function handOver({ dispatch, adapters, sandboxes, coding, log }: Running): Promise<void> {
	const settled = ended('turns', dispatch, log);
	await raceClock(systemClock, settled, showMs);
	const connections = adapters.map((adapter) => ended(`connection to ${adapter.platform}`, adapter, log));
	const boxes = Promise.all([ended('sandboxes', sandboxes, log), ended('coding agents', coding, log)]);
	await Promise.all([...connections, raceClock(systemClock, boxes, sandboxesMs)]);
	await settled;
}

async function ended(what: string, held: AsyncDisposable, log: Logger): Promise<void> {
	try {
		await held[Symbol.asyncDispose]();
	} catch (error) {
		log.error('Something cannot be closed', { what, err: error });
	}
}
