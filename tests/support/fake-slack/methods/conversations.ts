import { ApiError, type Call, count, flag, type Method, method, requireScope, text, ts } from '../api/method.ts';
import { wireMessage } from '../wire/wire-message.ts';
import { wireChannel } from '../wire/wire-user.ts';
import { type Channel, newId, repliesTo, type StoredMessage } from '../world.ts';
import { channelArg } from './content.ts';
import { describableChannel, openDm, readableChannel } from './places.ts';
import { settleStream } from './streams.ts';

const bot = { token: 'bot' } as const;
const paging = { cursor: text.optional(), limit: count.optional() };
const range = {
	oldest: ts.optional(),
	latest: ts.optional(),
	inclusive: flag.optional(),
	include_all_metadata: flag.optional(),
};
/** For apps that are distributed outside the Marketplace. */
const mostDistributed = 15;

const replies = method({ ...bot, tier: 3 }, { ...channelArg, ...paging, ...range, ts }, (args, call) => {
	const { world } = call;
	const channel = readableChannel(call, args.channel);
	const root = world.messages.get(args.ts);
	if (!root || root.channel !== channel.id || root.ephemeralTo) throw new ApiError('thread_not_found');
	const answers = repliesTo(world, root.ts).filter((reply) => !reply.ephemeralTo && within(reply, args));
	// The root comes with every page's first message, as in Slack.
	return page(call, [root, ...answers], args);
});

const history = method({ ...bot, tier: 3 }, { ...channelArg, ...paging, ...range }, (args, call) => {
	const channel = readableChannel(call, args.channel);
	const roots = [...call.world.messages.values()].filter(
		(message) =>
			message.channel === channel.id &&
			!message.ephemeralTo &&
			(message.threadTs === undefined || message.subtype === 'thread_broadcast') &&
			within(message, args),
	);
	return page(call, roots.toReversed(), args);
});

interface Range {
	readonly oldest?: string | undefined;
	readonly latest?: string | undefined;
	readonly inclusive?: boolean | undefined;
}

function within({ ts: at }: StoredMessage, { oldest = '0', latest = '9', inclusive }: Range): boolean {
	if (inclusive && (at === oldest || at === latest)) return true;
	return at > oldest && at < latest;
}

interface PageArgs {
	readonly cursor?: string | undefined;
	readonly limit?: number | undefined;
	readonly include_all_metadata?: boolean | undefined;
}

function page({ world }: Call, messages: readonly StoredMessage[], args: PageArgs): object {
	const most = Math.min(world.options.mostMessages, world.options.distributed ? mostDistributed : 1000);
	if ((args.limit ?? 1) > 1000) throw new ApiError('invalid_limit');
	const { items, next } = cut(messages, { ...args, limit: Math.min(args.limit ?? 1000, most) });
	for (const message of items) settleStream(world, message);
	const shown = items.map((message) =>
		wireMessage(world, message, { withMetadata: args.include_all_metadata === true }),
	);
	return { messages: shown, has_more: next !== '', response_metadata: { next_cursor: next } };
}

/** A cursor is where the next page begins, made unreadable. Throws `invalid_cursor`, `invalid_limit`. */
function cut<T>(all: readonly T[], { cursor, limit = 1000 }: PageArgs): { items: readonly T[]; next: string } {
	const from = cursor ? Number(/^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1]) : 0;
	if (Number.isNaN(from)) throw new ApiError('invalid_cursor');
	if (limit < 1) throw new ApiError('invalid_limit');
	const to = from + limit;
	const next = to < all.length ? Buffer.from(`next:${to}`).toString('base64') : '';
	return { items: all.slice(from, to), next };
}

const info = method({ ...bot, tier: 3 }, { ...channelArg, include_num_members: flag.optional() }, (args, call) => ({
	channel: wireChannel(call.world, describableChannel(call, args.channel), call.team),
}));

const members = method({ ...bot, tier: 4 }, { ...channelArg, ...paging }, (args, call) => {
	const channel = describableChannel(call, args.channel);
	const { items, next } = cut([...channel.members], { ...args, limit: args.limit ?? 100 });
	return { members: items, response_metadata: { next_cursor: next } };
});

const open = method(
	{ ...bot, tier: 3 },
	{ channel: text.optional(), users: text.optional(), return_im: flag.optional(), prevent_creation: flag.optional() },
	(args, call) => {
		const { world, team } = call;
		const users = (args.users ?? '').split(',').filter(Boolean);
		if (args.channel) return { channel: { id: describableChannel(call, args.channel).id } };
		requireScope(call, users.length > 1 ? 'mpim:write' : 'im:write');
		if (users.length === 0) throw new ApiError('users_list_not_supplied');
		if (users.length === 1) return { channel: { id: openDm(world, team.id, users[0] ?? '').id } };
		if (users.some((user) => !world.users.has(user))) throw new ApiError('user_not_found');
		const channel: Channel = {
			...{ id: newId(world, 'G'), team: team.id, name: 'mpdm', kind: 'mpim', extShared: false, archived: false },
			members: new Set([...users, team.botUser]),
			partner: undefined,
		};
		world.channels.set(channel.id, channel);
		return { channel: { id: channel.id } };
	},
);

export const conversationMethods: Readonly<Record<string, Method>> = {
	'conversations.history': history,
	'conversations.info': info,
	'conversations.members': members,
	'conversations.open': open,
	'conversations.replies': replies,
};
