import { sleep } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { LostResponseError } from '../api/calls.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { LiveContent } from './live-content.ts';
import type { LiveDeps } from './live-deps.ts';
import type { LivePart } from './live-part.ts';
import { createStreamRoom, type StreamRoom } from './stream-room.ts';

/** Why a stream is fed no more. `over`: the signal has fired. `page`: it is old or full, and still open. */
export type StreamEndReason = 'over' | 'page' | 'died' | 'stopped-by-person';

export interface Fed {
	readonly reason: StreamEndReason;
	/** The stream may not hold all that was sent, or twice. */
	readonly doubtful: boolean;
	readonly hasWords: boolean;
}

/** A stream dies at five minutes; https://github.com/slackapi/node-slack-sdk/issues/2702 */
const rotateMs = 210_000;
/** Between two calls, so that one turn does not use up what all of a workspace may append. */
const pauseMs = 400;

export interface FeedDeps extends Pick<LiveDeps, 'clock' | 'log'> {
	readonly content: Pick<LiveContent, 'more' | 'outbound'>;
}

/**
 * Appends what there is to a stream, in order and one call after another, until `signal` fires or the stream takes no more. What was not
 * taken is back in the content then. Never rejects.
 */
export async function feedStream(
	deps: FeedDeps,
	stream: NonNullable<LivePart['stream']>,
	begunWith: Parameters<StreamRoom['add']>[0],
	signal: AbortSignal,
): Promise<Fed> {
	const aging = new AbortController();
	const callOff = deps.clock.after(rotateMs, () => aging.abort(new Error('The stream is old')));
	const young = AbortSignal.any([signal, aging.signal]);
	const room = createStreamRoom();
	room.add(begunWith);
	let doubtful = false;
	const ended = (reason: StreamEndReason): Fed => ({ reason, doubtful, hasWords: room.hasWords() });
	try {
		while (!room.isFull()) {
			if (!(await isMore(deps, young))) return ended(signal.aborted ? 'over' : 'page');
			const chunks = deps.content.outbound.take();
			const failure = await failureOf(() => stream.append(chunks, signal));
			doubtful ||= failure !== undefined && failure !== signal.reason;
			if (failure !== undefined && !(failure instanceof LostResponseError)) {
				deps.content.outbound.putBack(chunks);
				return ended(endedBy(deps, failure, signal));
			}
			room.add(chunks);
		}
		return ended(signal.aborted ? 'over' : 'page');
	} finally {
		callOff();
	}
}

/** After a pause. False when the signal has fired. */
async function isMore({ clock, content }: FeedDeps, signal: AbortSignal): Promise<boolean> {
	const waited = await failureOf(() => sleep(clock, pauseMs, signal));
	return waited === undefined && (await failureOf(() => content.more(signal))) === undefined;
}

function endedBy({ log }: FeedDeps, failure: unknown, signal: AbortSignal): StreamEndReason {
	if (failure === signal.reason) return 'over';
	log.info('Slack stream has ended early', { reason: slackCode(failure) ?? messageOf(failure) });
	return slackCode(failure) === 'stopped_by_user' ? 'stopped-by-person' : 'died';
}

async function failureOf(act: () => Promise<void>): Promise<unknown> {
	return await act().then(
		() => undefined,
		(error: unknown) => error,
	);
}
