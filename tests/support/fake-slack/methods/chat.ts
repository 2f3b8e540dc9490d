import { ApiError, type Call, flag, type Method, method, text, ts } from '../api/method.ts';
import { addMessage, announce, type Changes, changeMessage, removeMessage } from '../messages.ts';
import { contentOf as contentOfMessage, wireMessage } from '../wire/wire-message.ts';
import type { Json, StoredMessage } from '../world.ts';
import {
	authorArgs,
	type Content,
	channelArg,
	checkAuthor,
	checkMetadata,
	contentArgs,
	contentOf,
	metadataArg,
} from './content.ts';
import { checkThread, existingMessage, postableChannel, threadFor, visibleChannel } from './places.ts';
import { clearStatusText } from './sessions.ts';
import { settleStream } from './streams.ts';

const write = { token: 'bot', scopes: ['chat:write'] } as const;
/** Measured: a text over this is split into several messages. */
const mostUnsplit = 4040;
const splitLength = 4000;
/** Of `chat.update`. */
const mostUpdate = 4000;

const postMessage = method(
	{ ...write, tier: 'posting' },
	{
		...channelArg,
		...contentArgs,
		...authorArgs,
		...metadataArg,
		thread_ts: ts.optional(),
		reply_broadcast: flag.optional(),
		mrkdwn: flag.optional(),
		unfurl_links: flag.optional(),
		unfurl_media: flag.optional(),
	},
	(args, call) => {
		const { world, team } = call;
		const { id: channel } = postableChannel(call, args.channel);
		checkAuthor(call, args);
		const { text: words = '', blocks, linksNames } = contentOf(call, args);
		const metadata = checkMetadata(args.metadata);
		const threadTs = threadFor(world, channel, args.thread_ts);
		const subtype = args.reply_broadcast && threadTs ? 'thread_broadcast' : undefined;
		const common = { channel, user: team.botUser, botId: team.botId, threadTs, subtype, linksNames };
		const parts = blocks ? [words] : split(words);
		const posted = parts.map((part, index) =>
			addMessage(world, { ...common, text: part, blocks, metadata: index === 0 ? metadata : undefined }),
		);
		for (const message of posted) void announce(world, message);
		clearStatusText(world, channel, args.thread_ts);
		return answer(call, posted[0] as StoredMessage);
	},
);

function split(words: string): string[] {
	if (words.length <= mostUnsplit) return [words];
	const count = Math.ceil(words.length / splitLength);
	return Array.from({ length: count }, (_, index) => words.slice(index * splitLength, (index + 1) * splitLength));
}

function answer({ world }: Call, message: StoredMessage): Json {
	const { channel, ts: at } = message;
	return { channel, ts: at, message: wireMessage(world, message, { withMetadata: true }) };
}

const update = method(
	{ ...write, tier: 3 },
	{ ...channelArg, ...contentArgs, ...metadataArg, ts, as_user: flag.optional(), reply_broadcast: flag.optional() },
	(args, call) => {
		const { world } = call;
		if (/^[UW]/.test(args.channel)) throw new ApiError('channel_not_found');
		const { id: channel } = postableChannel(call, args.channel);
		const message = existingMessage(world, channel, args.ts);
		if (message.botId !== call.team.botId) throw new ApiError('cant_update_message');
		if (message.stream && settleStream(world, message) === 'streaming') throw new ApiError('streaming_state_conflict');
		if ((args.text ?? '').length > mostUpdate) throw new ApiError('msg_too_long');
		const content = contentOf(call, args);
		const metadata = checkMetadata(args.metadata);
		freeze(message);
		// Messages of blocks are not marked as edited.
		const by = content.blocks ? undefined : message.user;
		void changeMessage(world, message, changesBy(message, content, metadata), by);
		return { ...answer(call, message), text: message.text };
	},
);

/** With a text and no blocks the blocks are removed; what is not named stays. */
function changesBy(
	{ text: old, blocks: oldBlocks }: StoredMessage,
	content: Content,
	metadata: Json | undefined,
): Changes {
	const blocks = content.blocks ?? (content.text === undefined ? oldBlocks : undefined);
	return {
		linksNames: content.linksNames,
		text: content.text ?? old,
		blocks: blocks && blocks.length > 0 ? blocks : undefined,
		...(metadata === undefined ? {} : { metadata: Object.keys(metadata).length > 0 ? metadata : undefined }),
	};
}

/** Parts that a stream has shown stay where an update does not name them. */
function freeze(message: StoredMessage): void {
	const { text: words, blocks } = contentOfMessage(message);
	Object.assign(message, { text: words, blocks });
}

const remove = method({ ...write, tier: 3 }, { ...channelArg, ts, as_user: flag.optional() }, (args, call) => {
	const { id: channel } = postableChannel(call, args.channel);
	const message = existingMessage(call.world, channel, args.ts);
	if (message.botId !== call.team.botId) throw new ApiError('cant_delete_message');
	void removeMessage(call.world, message);
	return { channel, ts: args.ts };
});

const postEphemeral = method(
	{ ...write, tier: 4 },
	{ ...channelArg, ...contentArgs, ...authorArgs, user: text, thread_ts: ts.optional() },
	(args, call) => {
		const { world, team } = call;
		const { id: channel, members } = postableChannel(call, args.channel);
		checkAuthor(call, args);
		if (!members.has(args.user)) throw new ApiError('user_not_in_channel');
		checkThread(world, channel, args.thread_ts);
		const { text: words = '', blocks, linksNames } = contentOf(call, args);
		const message = addMessage(world, {
			...{ channel, user: team.botUser, botId: team.botId, threadTs: args.thread_ts },
			...{ text: words, blocks, linksNames, ephemeralTo: args.user },
		});
		return { message_ts: message.ts };
	},
);

const getPermalink = method({ token: 'bot', tier: 'free' }, { ...channelArg, message_ts: ts }, (args, call) => {
	const { id } = visibleChannel(call, args.channel);
	const { threadTs } = existingMessage(call.world, id, args.message_ts);
	const query = threadTs ? `?thread_ts=${threadTs}&cid=${id}` : '';
	const place = `p${args.message_ts.replace('.', '')}`;
	return { channel: id, permalink: `https://${call.team.id.toLowerCase()}.slack.com/archives/${id}/${place}${query}` };
});

export const chatMethods: Readonly<Record<string, Method>> = {
	'chat.postMessage': postMessage,
	'chat.update': update,
	'chat.delete': remove,
	'chat.postEphemeral': postEphemeral,
	'chat.getPermalink': getPermalink,
};
