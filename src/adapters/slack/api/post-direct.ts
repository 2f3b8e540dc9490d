import { type Clock, sleep } from '../../../base/clock.ts';
import { LostResponseError } from './calls.ts';
import { findDirect, type LookUpDeps } from './find-posted.ts';
import { postMetadata } from './post-metadata.ts';

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
	const { team, user, key, leftAfter } = post;
	const call = { method: 'conversations.open', team, repeat: 'safe' } as const;
	const opened = await deps.calls.run(
		{ ...call, send: (client) => client.conversations.open({ users: user }) },
		signal,
	);
	const channel = opened.channel?.id ?? '';
	const find = () => findDirect(deps, { team, channel, key, after: leftAfter }, signal);
	const there = leftAfter === undefined ? undefined : await find();
	if (there !== undefined) return { channel, ts: there };
	for (let tries = 1; ; tries += 1) {
		const posted = await send(deps, post, channel, signal);
		if (!(posted instanceof LostResponseError)) return { channel, ts: posted };
		await sleep(deps.clock, lookAfterMs, signal);
		const found = await find();
		if (found !== undefined) return { channel, ts: found };
		if (tries === maxTries) throw posted;
	}
}

/** Resolves with an answer that was lost as that. */
async function send(
	{ calls }: PostDirectDeps,
	{ team, key, text }: DirectPost,
	channel: string,
	signal: AbortSignal,
): Promise<string | LostResponseError> {
	const args = { channel, text, metadata: postMetadata([key]), unfurl_links: false, unfurl_media: false };
	const call = { method: 'chat.postMessage', team, channel, repeat: 'never' } as const;
	try {
		const answer = await calls.run({ ...call, send: (client) => client.chat.postMessage(args) }, signal);
		return answer.ts ?? new LostResponseError(call.method, { cause: new Error('It has no "ts"') });
	} catch (error) {
		if (error instanceof LostResponseError) return error;
		throw error;
	}
}
