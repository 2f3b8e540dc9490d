import type { AnyChunk } from '@slack/types';
import { sleep } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { LostResponseError } from '../api/calls.ts';
import { findOrphanStream } from '../api/find-posted.ts';
import { postMetadata } from '../api/post-metadata.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { threadAt } from '../thread-keys.ts';
import type { LiveDeps } from './live-deps.ts';
import type { SlackScene } from './slack-scene.ts';
import { type Stream, startStream, streamAt } from './stream.ts';

/** One message that shows a turn while it runs: a stream, or (`stream` undefined) one that is edited. */
export interface LivePart {
	/** From 1. */
	readonly number: number;
	readonly ts: string;
	readonly stream: Stream | undefined;
}

/** How long we wait for the turn of a stream to begin before the message is edited instead, ms. */
const patienceMs = 3000;

/** A message on its way may still arrive: the thread is looked through a little later. */
const lookAfterMs = 1000;

/** Stands in the outbox for the `ts` of a live message that was never posted. */
export const neverPosted = 'none';

/** The outbox's key of a live message. */
export function partKey(turn: string, number: number): string {
	return `${turn}/live-${number}/stream`;
}

/** The outbox's key of it having come to its last form. */
export function settledKey(turn: string, number: number): string {
	return `${turn}/live-${number}/settled`;
}

export interface FirstForm {
	readonly chunks: readonly AnyChunk[];
	/** As a message, for where Slack does not stream. */
	readonly instead: () => Promise<RenderedMessage>;
	/** The `ts` of a message that is older, by Slack's clock: ours may go wrong. */
	readonly after: string;
}

/**
 * Begins live message `number` of the turn, known to the outbox before it is there. Rejects when neither form of it can be posted, or with
 * the signal's reason: then it was not posted.
 */
export async function beginPart(
	deps: LiveDeps,
	scene: SlackScene,
	number: number,
	first: FirstForm,
	signal: AbortSignal,
): Promise<LivePart> {
	const { session, thread, turn } = scene;
	const key = partKey(turn, number);
	await deps.outbox.intend({ session, thread, turn, key });
	const stream = await tryStream(deps, scene, first, signal);
	if (!stream && signal.aborted) {
		if (!deps.signal.aborted) await deps.outbox.sent(session, key, neverPosted);
		throw signal.reason;
	}
	const ts = stream?.ts ?? (await postInstead(deps, scene, key, await first.instead()));
	await deps.outbox.sent(session, key, ts).catch((error: unknown) => {
		deps.signal.throwIfAborted();
		// It is there all the same: we know of it, and whoever comes after us looks for it.
		deps.log.warn('A live message cannot be noted', { err: error });
	});
	return { number, ts, stream };
}

async function tryStream(
	deps: LiveDeps,
	{ thread, place }: SlackScene,
	{ chunks, after }: FirstForm,
	signal: AbortSignal,
): Promise<Stream | undefined> {
	const { calls, latch, log } = deps;
	if (!latch.streams(place.team)) return undefined;
	// The reason why the thread is not there shows when it is posted instead. The check takes its own time, none of the stream's.
	if (!(await isThere(deps, thread, signal))) return undefined;
	const impatient = new AbortController();
	const callOff = deps.clock.after(patienceMs, () => impatient.abort(new Error('Slack limits streams')));
	const streamDeps = { calls, place, recipient: deps.recipientOf(thread) };
	try {
		return await startStream(streamDeps, chunks, AbortSignal.any([signal, impatient.signal]));
	} catch (error) {
		deps.signal.throwIfAborted();
		if (error instanceof LostResponseError) return await lostStream(deps, streamDeps, { thread, after });
		if (!latch.refused(place.team, error))
			log.info('Slack does not stream now', { reason: slackCode(error) ?? messageOf(error) });
		return undefined;
	} finally {
		callOff();
	}
}

function isThere({ roots }: LiveDeps, thread: SlackScene['thread'], signal: AbortSignal): Promise<boolean> {
	return roots.check(thread, signal).then(
		() => true,
		() => false,
	);
}

/** A stream whose beginning was lost on the way back may be there. */
async function lostStream(
	deps: LiveDeps,
	streamDeps: Parameters<typeof streamAt>[0],
	query: Parameters<typeof findOrphanStream>[1],
): Promise<Stream | undefined> {
	await sleep(deps.clock, lookAfterMs, deps.signal);
	const ts = await findOrphanStream(deps, query, deps.signal).catch(() => undefined);
	return ts === undefined ? undefined : streamAt(streamDeps, ts);
}

function postInstead(
	{ postOnce, signal }: LiveDeps,
	{ session, thread, turn }: SlackScene,
	key: string,
	{ text, blocks }: RenderedMessage,
): Promise<string> {
	return postOnce({ session, thread, turn, keys: [key], text, blocks, urgency: 'progress' }, signal);
}

export interface NewForm {
	readonly ts: string;
	/** The outbox's keys that it shows then. */
	readonly keys: readonly string[];
	readonly message: RenderedMessage;
	/** `progress`: another form will follow. */
	readonly urgency?: 'progress';
}

/** Gives a message of ours another form. Rejects as `Calls` do. */
export async function updateMessage(
	{ calls, signal }: Pick<LiveDeps, 'calls' | 'signal'>,
	{ place }: Pick<SlackScene, 'place'>,
	{ ts, keys, message, urgency }: NewForm,
): Promise<void> {
	const { team, channel } = place;
	const thread = threadAt(place).id;
	const { text, blocks } = message;
	const args = { channel, ts, text, blocks: [...blocks], metadata: postMetadata(keys) };
	const call = { method: 'chat.update', team, thread, urgency, repeat: 'safe' } as const;
	await calls.run({ ...call, send: (client) => client.chat.update(args) }, signal);
}

/** Takes a message of ours away. Rejects as `Calls` do. */
export async function deleteMessage(
	{ calls, signal }: Pick<LiveDeps, 'calls' | 'signal'>,
	{ place }: Pick<SlackScene, 'place'>,
	ts: string,
): Promise<void> {
	const { team, channel } = place;
	const call = { method: 'chat.delete', team, repeat: 'safe' } as const;
	await calls.run({ ...call, send: (client) => client.chat.delete({ channel, ts }) }, signal);
}
