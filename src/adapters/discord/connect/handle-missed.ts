import type { Logger } from '../../../base/log.ts';
import { type Around, isThread, type KnownChannel } from '../decode/channel.ts';
import { byAge } from '../ids.ts';
import type { Missed } from './waiting-asks.ts';

export interface MissedDeps {
	readonly places: Around;
	readonly log: Logger;
	/** Fires when we leave. */
	readonly signal: AbortSignal;
}

/**
 * Takes in what was missed: in a channel and its threads one by one, so that the message on which a thread began comes before what was
 * said in the thread. One that cannot be taken in keeps up no other. Rejects with the signal's reason alone.
 */
export async function handleMissed(missed: readonly Missed[], deps: MissedDeps): Promise<void> {
	const { channels } = deps.places;
	const lanes = Map.groupBy(missed.toSorted(byAge), ({ channel }) => aboveOf(channels.get(channel)) ?? channel);
	await Promise.all([...lanes.values()].map((lane) => handleLane(lane, deps)));
}

async function handleLane(lane: readonly Missed[], { signal, log }: MissedDeps): Promise<void> {
	for (const { work } of lane) {
		try {
			await work();
		} catch (error) {
			signal.throwIfAborted();
			log.warn('Something that was missed is not taken in', { err: error });
		}
	}
}

/** The channel that a thread is in. */
function aboveOf(channel: KnownChannel | undefined): string | undefined {
	return channel && isThread(channel) ? channel.parent : undefined;
}
