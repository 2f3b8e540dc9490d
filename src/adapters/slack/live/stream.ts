import type { AnyChunk, KnownBlock } from '@slack/types';
import type { Calls } from '../api/calls.ts';
import { postMetadata } from '../api/post-metadata.ts';
import type { SlackPlace } from '../thread-keys.ts';

/** Whom Slack is told that a stream is for; a stream in a channel needs it. */
export interface StreamRecipient {
	readonly user: string;
	readonly team: string;
}

/** One message of Slack that text and cards are appended to. Calls of it must not overlap. */
export interface Stream {
	readonly ts: string;
	/** Rejects as `Calls` do: `message_not_in_streaming_state` for one that has ended, `stopped_by_user` for one that a person stopped. */
	append(chunks: readonly AnyChunk[], signal: AbortSignal): Promise<void>;
	/** Ends it with these last pieces; `keys` are the outbox's that it shows. */
	stop(end: StreamEnd, signal: AbortSignal): Promise<void>;
}

export interface StreamEnd {
	readonly chunks: readonly AnyChunk[];
	readonly blocks: readonly KnownBlock[];
	readonly keys: readonly string[];
	/** The turn goes on, in another message. */
	readonly goesOn?: boolean;
}

export interface StreamDeps {
	readonly calls: Calls;
	readonly place: SlackPlace;
	readonly recipient: StreamRecipient | undefined;
}

/** Begins a stream in the thread with its first pieces. Rejects as `Calls` do. */
export async function startStream(deps: StreamDeps, chunks: readonly AnyChunk[], signal: AbortSignal): Promise<Stream> {
	const { calls, place, recipient } = deps;
	const { team, channel, ts: thread_ts } = place;
	const answer = await calls.run(
		{
			method: 'chat.startStream',
			team,
			repeat: 'never',
			send: (client) =>
				client.chat.startStream({
					channel,
					thread_ts,
					chunks: [...chunks],
					task_display_mode: 'plan',
					...(recipient && { recipient_user_id: recipient.user, recipient_team_id: recipient.team }),
				}),
		},
		signal,
	);
	if (answer.ts === undefined) throw new Error('Slack began a stream without a "ts"');
	return streamAt(deps, answer.ts);
}

/** A stream that has begun. */
export function streamAt({ calls, place }: StreamDeps, ts: string): Stream {
	const { team, channel } = place;
	return {
		ts,
		append: async (chunks, signal) => {
			const args = { channel, ts, chunks: [...chunks] };
			const call = { method: 'chat.appendStream', team, repeat: 'never' } as const;
			await calls.run({ ...call, send: (client) => client.chat.appendStream(args) }, signal);
		},
		stop: async ({ chunks, blocks, keys, goesOn }, signal) => {
			const args = {
				channel,
				ts,
				metadata: postMetadata(keys),
				...(chunks.length > 0 && { chunks: [...chunks] }),
				...(blocks.length > 0 && { blocks: [...blocks] }),
				...(goesOn && { session_status: 'processing' as const }),
			};
			const call = { method: 'chat.stopStream', team, repeat: 'safe' } as const;
			await calls.run({ ...call, send: (client) => client.chat.stopStream(args) }, signal);
		},
	};
}
