import type { App, ReceiverEvent } from '@slack/bolt';
import { raceClock, systemClock } from '../../../base/clock.ts';
import { type ActsDeps, processInTime } from './ack-in-time.ts';

/** A way in which Slack reaches us. Disposing closes it, and resolves when nothing more can come through it. */
export interface Receiver extends AsyncDisposable {
	/** Opens it: from then on deliveries go to `processor`. Rejects with `ProblemError` when it cannot be opened, with `PlatformAwayError` while Slack is away. */
	open(processor: Processor): Promise<void>;
}

/** A receiver hands deliveries to it. */
export interface Processor {
	processEvent(event: ReceiverEvent): Promise<void>;
}

/** A `Processor` that knows how much is under way. */
export interface AckingProcessor extends Processor {
	/** Resolves when nothing is being processed, or after `ms` milliseconds. */
	settled(ms: number): Promise<void>;
}

/**
 * Bolt acknowledges an event before its listeners see it. Here that waits until they are done, and does not happen when one of them
 * rejects: Slack then delivers the event again. Clicks, forms and commands are acknowledged by their listener, or in time.
 */
export function acknowledgeAfter(app: Pick<App, 'processEvent'>, acts: ActsDeps): AckingProcessor {
	const running = new Set<Promise<void>>();
	const track = (work: Promise<void>) => {
		running.add(work);
		return work.finally(() => running.delete(work));
	};
	return {
		processEvent: (event) => track(isEvent(event) ? processThenAck(app, event) : processInTime(app, event, acts)),
		settled: (ms) => raceClock(systemClock, Promise.allSettled(running), ms),
	};
}

function isEvent({ body }: ReceiverEvent): boolean {
	return body['type'] === 'event_callback' || body['event'] !== undefined;
}

async function processThenAck(app: Pick<App, 'processEvent'>, event: ReceiverEvent): Promise<void> {
	let acked = false;
	const ack = async () => {
		acked = true;
	};
	await app.processEvent({ ...event, ack });
	if (acked) await event.ack();
}
