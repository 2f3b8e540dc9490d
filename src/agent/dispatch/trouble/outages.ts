import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Platforms } from '../deps.ts';
import type { Pacing } from '../work/pacing.ts';

export interface OutagesDeps {
	readonly platforms: Pick<Platforms, 'reach'>;
	readonly clock: Clock;
	readonly pacing: Pacing;
	readonly random: () => number;
	readonly log: Logger;
	/** Called when a platform that was away takes calls again. */
	readonly onBack: (platform: string) => void;
}

/** The platforms that are away: each is probed by one call now and then until it is back. */
export interface Outages extends Disposable {
	/** Something in this thread failed because its platform is away. */
	away(thread: Thread): void;
	/** Something succeeded on this platform: it is probed now, if it was away. */
	hint(platform: string): void;
}

interface Outage {
	readonly since: number;
	readonly thread: Thread;
	readonly ended: AbortController;
	isProbing: boolean;
	callOff: () => void;
}

/** A probe that is not answered has failed, ms. */
const patienceMs = 10_000;

export function createOutages({ platforms, clock, pacing, random, log, onBack }: OutagesDeps): Outages {
	const outages = new Map<string, Outage>();

	async function probe(outage: Outage): Promise<void> {
		if (outage.isProbing || outage.ended.signal.aborted) return;
		outage.isProbing = true;
		outage.callOff();
		const late = new AbortController();
		const callOff = clock.after(patienceMs, () => late.abort(new Error('It does not answer')));
		try {
			await platforms.reach.probe(outage.thread, AbortSignal.any([late.signal, outage.ended.signal]));
			end(outage);
		} catch (error) {
			log.debug('Platform is still away', { platform: outage.thread.platform, reason: messageOf(error) });
			wait(outage);
		} finally {
			callOff();
			outage.isProbing = false;
		}
	}

	function wait(outage: Outage): void {
		const [least, most] = pacing.probeMs;
		if (!outage.ended.signal.aborted)
			outage.callOff = clock.after(least + (most - least) * random(), () => void probe(outage));
	}

	function end(outage: Outage): void {
		const { platform } = outage.thread;
		outages.delete(platform);
		log.info('Platform is back', { platform, ms: clock.now() - outage.since });
		onBack(platform);
	}

	return {
		away(thread) {
			if (outages.has(thread.platform)) return;
			const ended = new AbortController();
			const outage = { since: clock.now(), thread, ended, isProbing: false, callOff: () => {} };
			outages.set(thread.platform, outage);
			log.warn('Platform is away', { platform: thread.platform });
			// The first one comes soon: what failed has tried for a while.
			outage.callOff = clock.after(pacing.probeMs[0] * random(), () => void probe(outage));
		},
		hint(platform) {
			const outage = outages.get(platform);
			if (outage) void probe(outage);
		},
		[Symbol.dispose]: () => {
			for (const { ended, callOff } of outages.values()) {
				callOff();
				ended.abort(new Error('Threadsmith is leaving'));
			}
		},
	};
}
