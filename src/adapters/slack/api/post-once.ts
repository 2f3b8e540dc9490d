import type { KnownBlock } from '@slack/types';
import { type Clock, sleep } from '../../../base/clock.ts';
import type { Thread } from '../../../chat/thread.ts';
import { placeOf } from '../thread-keys.ts';
import { LostResponseError } from './calls.ts';
import { findPosted, type LookUpDeps } from './find-posted.ts';
import { postMetadata } from './post-metadata.ts';
import { type AstrayDeps, takeAstray } from './problems/astray.ts';
import { type Roots, ThreadGoneError } from './roots.ts';

export interface PostOnceDeps extends LookUpDeps, AstrayDeps {
	readonly roots: Roots;
	readonly clock: Clock;
}

export interface SlackPost {
	readonly thread: Thread;
	/** Whose rows of the outbox those of its keys are. */
	readonly session: string;
	readonly turn: string;
	/** The outbox's keys that it shows; the first one is looked for when Slack's answer is lost, and must be this post's alone. */
	readonly keys: readonly [string, ...string[]];
	/** Mrkdwn, neutralised. */
	readonly text: string;
	readonly blocks?: readonly KnownBlock[];
	/** As `SlackRequest` has it. */
	readonly urgency?: 'progress';
	/** The `ts` of a message that is older than this post: a look-up begins there. */
	readonly after?: string;
}

/**
 * Posts a message into its thread, with its keys as metadata and without unfurls; resolves with its `ts`. When Slack's answer is lost
 * the thread is looked through before it is sent again, three times at most; then it rejects with `LostResponseError`. Where the thread's
 * first message was deleted it rejects with `ThreadGoneError`, and what came into the channel is taken away, or noted in the outbox as
 * `<key>/astray` for whoever shows it again. Else it rejects as `Calls` do.
 */
export type PostOnce = (post: SlackPost, signal: AbortSignal) => Promise<string>;

const maxTries = 3;
/** A post on its way may still arrive: the thread is looked through a little later. */
const lookAfterMs = 1000;

export function createPostOnce(deps: PostOnceDeps): PostOnce {
	return async (post, signal) => {
		for (let tries = 1; ; tries += 1) {
			const posted = await postOrFind(deps, post, signal);
			if (!(posted instanceof LostResponseError)) return posted;
			if (tries === maxTries) throw posted;
		}
	};
}

/** An answer that was lost is returned when the thread does not have the message. */
async function postOrFind(
	deps: PostOnceDeps,
	post: SlackPost,
	signal: AbortSignal,
): Promise<string | LostResponseError> {
	try {
		await deps.roots.check(post.thread, signal);
		return await send(deps, post, signal);
	} catch (error) {
		if (!(error instanceof LostResponseError)) throw error;
		await sleep(deps.clock, lookAfterMs, signal);
		return (await findPosted(deps, queryOf(post), signal)) ?? error;
	}
}

function queryOf({ thread, keys, after }: SlackPost) {
	return { thread, key: keys[0], ...(after === undefined ? {} : { after }) };
}

async function send(deps: PostOnceDeps, post: SlackPost, signal: AbortSignal): Promise<string> {
	const { thread, keys, text, blocks, urgency } = post;
	const { team, channel, ts } = placeOf(thread);
	const message = {
		channel,
		thread_ts: ts,
		text,
		...(blocks === undefined ? {} : { blocks: [...blocks] }),
		metadata: postMetadata(keys),
		unfurl_links: false,
		unfurl_media: false,
	};
	const request = { method: 'chat.postMessage', team, channel, thread: thread.id, urgency, repeat: 'never' } as const;
	const answer = await deps.calls.run({ ...request, send: (client) => client.chat.postMessage(message) }, signal);
	if (answer.ts === undefined) throw new LostResponseError('chat.postMessage', { cause: new Error('It has no "ts"') });
	const isAstray = answer.message?.ts !== undefined && answer.message.thread_ts === undefined;
	if (isAstray) throw await takeBack(deps, post, answer.ts, signal);
	return answer.ts;
}

/** The thread was deleted while this was on its way: it stands in the channel. What fails here says nothing of the post, which was made. */
async function takeBack(
	deps: PostOnceDeps,
	{ thread, session, turn, keys: [key] }: SlackPost,
	ts: string,
	signal: AbortSignal,
): Promise<ThreadGoneError> {
	deps.roots.removed(thread);
	try {
		await takeAstray(deps, { session, thread, turn, key }, ts, signal);
		return new ThreadGoneError(thread.id);
	} catch (error) {
		signal.throwIfAborted();
		return new ThreadGoneError(thread.id, { cause: error });
	}
}
