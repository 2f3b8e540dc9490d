import { z } from 'zod';
import { ApiError, type Call, jsonList, type Method, method, text, ts, withMessages } from '../api/method.ts';
import { checkMessageBlocks } from '../blocks/check-blocks.ts';
import { addMessage, announce, tellChanged } from '../messages.ts';
import { wireMessage } from '../wire/wire-message.ts';
import { rootOf, type StoredMessage, type Stream, type StreamState, type World } from '../world.ts';
import { authorArgs, channelArg, checkAuthor, checkMetadata, metadataArg } from './content.ts';
import { postableChannel, threadFor } from './places.ts';
import { setSession } from './sessions.ts';
import { addChunks, checkKind, chunksOf, closeTasks } from './stream-parts.ts';

const write = { token: 'bot', scopes: ['chat:write'] } as const;
/** A stream that is older is dead: https://github.com/slackapi/node-slack-sdk/issues/2702 */
const lifeMs = 300_000;
const mostBlocks = 50;
const parts = { markdown_text: text.optional(), chunks: jsonList.optional() };

/** The state of a stream now; one that has died leaves its session `active`. */
export function settleStream(world: World, message: StoredMessage): StreamState | undefined {
	const { stream } = message;
	if (stream?.state === 'streaming' && world.clock.now() - stream.startedAt >= lifeMs) {
		stream.state = 'timed-out';
		closeTasks(stream);
		setSession(world, { channel: message.channel, threadTs: rootOf(message) }, { status: 'active' });
	}
	return stream?.state;
}

function refuseStreaming({ world }: Call): void {
	if (world.options.noStreaming) throw new ApiError(world.options.noStreaming);
}

const start = method(
	{ ...write, tier: 2 },
	{
		...channelArg,
		...parts,
		...authorArgs,
		thread_ts: ts,
		recipient_user_id: text.optional(),
		recipient_team_id: text.optional(),
		task_display_mode: z.enum(['timeline', 'plan', 'dense']).optional(),
	},
	(args, call) => {
		const { world, team } = call;
		refuseStreaming(call);
		const { id: channel, kind } = postableChannel(call, args.channel);
		if (kind !== 'im') checkRecipient(call, args.recipient_user_id, args.recipient_team_id);
		checkAuthor(call, args);
		const threadTs = threadFor(world, channel, args.thread_ts);
		const chunks = chunksOf(args);
		const stream: Stream = {
			startedAt: world.clock.now(),
			mode: args.task_display_mode ?? 'timeline',
			parts: [],
			kind: undefined,
			planTitle: undefined,
			state: 'streaming',
		};
		checkKind(stream, args);
		addChunks(world, stream, chunks);
		const author = { user: team.botUser, botId: team.botId };
		const message = addMessage(world, { ...author, channel, threadTs, text: '', stream });
		setSession(world, { channel, threadTs: args.thread_ts }, { status: 'processing', text: undefined });
		void announce(world, message);
		return { channel, ts: message.ts };
	},
);

function checkRecipient({ world }: Call, userId: string | undefined, teamId: string | undefined): void {
	if (!teamId) throw new ApiError('missing_recipient_team_id');
	if (!userId) throw new ApiError('missing_recipient_user_id');
	const user = world.users.get(userId);
	if (!user) throw new ApiError('user_not_found');
	if (user.team !== teamId) throw withMessages('invalid_arguments', ['recipient_team_id is not the recipient’s team']);
}

/** A stream of ours that still runs. */
function runningStream(call: Call, channel: string, at: string): { message: StoredMessage; stream: Stream } {
	refuseStreaming(call);
	const { id } = postableChannel(call, channel);
	const message = call.world.messages.get(at);
	if (!message || message.channel !== id) throw new ApiError('message_not_found');
	if (message.botId !== call.team.botId) throw new ApiError('message_not_owned_by_app');
	const state = settleStream(call.world, message);
	if (state === 'stopped-by-user') throw new ApiError('stopped_by_user');
	if (!message.stream || state !== 'streaming') throw new ApiError('message_not_in_streaming_state');
	return { message, stream: message.stream };
}

const append = method({ ...write, tier: 4 }, { ...channelArg, ...parts, ts }, (args, call) => {
	const { stream, message } = runningStream(call, args.channel, args.ts);
	const chunks = chunksOf(args);
	if (chunks.length === 0) throw new ApiError('no_text');
	checkKind(stream, args);
	addChunks(call.world, stream, chunks);
	return { channel: message.channel, ts: message.ts };
});

const stop = method(
	{ ...write, tier: 2 },
	{
		...channelArg,
		...parts,
		...metadataArg,
		ts,
		blocks: jsonList.optional(),
		session_status: z.enum(['active', 'processing', 'suspended', 'closed']).optional(),
	},
	(args, call) => {
		const { world } = call;
		const { stream, message } = runningStream(call, args.channel, args.ts);
		if ((args.blocks ?? []).length > mostBlocks) throw new ApiError('msg_blocks_too_many');
		const blocks = args.blocks && checkMessageBlocks(world, args.blocks);
		const metadata = checkMetadata(args.metadata);
		const chunks = chunksOf(args);
		if (chunks.length > 0) checkKind(stream, args);
		addChunks(world, stream, chunks);
		closeTasks(stream);
		if (blocks && blocks.length > 0) stream.parts.push({ kind: 'blocks', blocks });
		stream.state = 'stopped';
		message.metadata = metadata ?? message.metadata;
		const place = { channel: message.channel, threadTs: rootOf(message) };
		setSession(world, place, { status: args.session_status ?? 'active' });
		void tellChanged(world, message, wireMessage(world, message, {}));
		return { channel: message.channel, ts: message.ts, message: wireMessage(world, message, { withMetadata: true }) };
	},
);

export const streamMethods: Readonly<Record<string, Method>> = {
	'chat.startStream': start,
	'chat.appendStream': append,
	'chat.stopStream': stop,
};
