import { type Clock, sleep } from '../../../base/clock.ts';
import { LostResponseError } from './calls.ts';
import { findDirect, type LookUpDeps } from './find-posted.ts';
import { postMetadata } from './post-metadata.ts';
import { slackCode } from './problems/slack-sentence.ts';

export interface PostDirectDeps extends LookUpDeps {
	readonly clock: Clock;
}

export interface DirectPost {
	readonly team: string;
	readonly user: string;
	/** The outbox's key of this post alone. */
	readonly key: string;
	/** Mrkdwn, neutralised. */
	readonly text: string;
	/** An earlier process may have posted it, after the message with this `ts`; undefined: none has. */
	readonly leftAfter?: string | undefined;
}

/** The place of the posted message. */
export interface PostedDirectly {
	readonly channel: string;
	readonly ts: string;
}

const maxTries = 3;
/** A post on its way may still arrive: the conversation is looked through a little later. */
const lookAfterMs = 1000;

/**
 * Posts a message into the direct conversation with somebody, with its key as metadata. What may be there already is looked for first, and
 * when Slack's answer is lost, before it is sent again, three times at most. Rejects as `Calls` do.
 */
export async function postDirectly(
	deps: PostDirectDeps,
	post: DirectPost,
	signal: AbortSignal,
): Promise<PostedDirectly> {
	const { team, key, leftAfter } = post;
	const channel = await openDirectly(deps, post, signal);
	if (channel === undefined) return await postUnseen(deps, post, signal);
	const find = () => findDirect(deps, { team, channel, key, after: leftAfter }, signal);
	const there = leftAfter === undefined ? undefined : await find();
	if (there !== undefined) return { channel, ts: there };
	for (let tries = 1; ; tries += 1) {
		const posted = await send(deps, post, channel, signal);
		if (!(posted instanceof LostResponseError)) return { channel, ts: posted.ts };
		await sleep(deps.clock, lookAfterMs, signal);
		const found = await find();
		if (found !== undefined) return { channel, ts: found };
		if (tries === maxTries) throw posted;
	}
}

/** The direct conversation with somebody; undefined where the app was not given the scope for that. */
async function openDirectly(
	{ calls }: PostDirectDeps,
	{ team, user }: DirectPost,
	signal: AbortSignal,
): Promise<string | undefined> {
	const call = { method: 'conversations.open', team, repeat: 'safe' } as const;
	try {
		const opened = await calls.run({ ...call, send: (client) => client.conversations.open({ users: user }) }, signal);
		return opened.channel?.id ?? '';
	} catch (error) {
		if (slackCode(error) === 'missing_scope') return undefined;
		throw error;
	}
}

/**
 * Slack takes a person's id in the place of the conversation's, but does not say where that is until it has posted: what may be there
 * already cannot be looked for. https://docs.slack.dev/reference/methods/chat.postMessage
 */
async function postUnseen(deps: PostDirectDeps, post: DirectPost, signal: AbortSignal): Promise<PostedDirectly> {
	const posted = await send(deps, post, post.user, signal);
	if (posted instanceof LostResponseError) throw posted;
	return posted;
}

/** Resolves with an answer that was lost as that. */
async function send(
	{ calls }: PostDirectDeps,
	{ team, key, text }: DirectPost,
	channel: string,
	signal: AbortSignal,
): Promise<PostedDirectly | LostResponseError> {
	const args = { channel, text, metadata: postMetadata([key]), unfurl_links: false, unfurl_media: false };
	const call = { method: 'chat.postMessage', team, channel, repeat: 'never' } as const;
	try {
		const answer = await calls.run({ ...call, send: (client) => client.chat.postMessage(args) }, signal);
		if (answer.ts === undefined) return new LostResponseError(call.method, { cause: new Error('It has no "ts"') });
		return { channel: answer.channel ?? channel, ts: answer.ts };
	} catch (error) {
		if (error instanceof LostResponseError) return error;
		throw error;
	}
}
