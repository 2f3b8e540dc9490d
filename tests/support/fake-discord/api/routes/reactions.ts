import { addReaction, removeReaction } from '../../messages.ts';
import type { StoredMessage } from '../../records.ts';
import { wireUser } from '../../wire/wire-people.ts';
import type { Channel } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { existingMessage, need, requireHistory, visibleChannel } from '../content/places.ts';
import { type Call, param, route } from '../route.ts';

const mostKinds = 20;
const path = '/channels/:channel/messages/:message/reactions' as const;

interface Target {
	readonly channel: Channel;
	readonly message: StoredMessage;
	readonly emoji: string;
}

function targetOf(call: Call): Target {
	const channel = visibleChannel(call);
	return { channel, message: existingMessage(call, channel), emoji: emojiOf(call) };
}

/** Throws 10014 for what is no emoji; one of a guild is `name:id`. */
function emojiOf(call: Call): string {
	const emoji = param(call, 'emoji');
	const isUnicode = /^(\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u.test(emoji);
	if (!isUnicode && !/^\w{2,32}:\d{15,20}$/.test(emoji)) throw refusal(10014);
	return emoji;
}

const add = route(`PUT ${path}/:emoji/@me`, (call) => {
	const { world } = call;
	const { channel, message, emoji } = targetOf(call);
	requireHistory(world, channel);
	if (channel.thread?.archived) throw refusal(50083);
	const isNew = !message.reactions.has(emoji);
	if (channel.guild !== undefined && isNew) need(world, channel, 'AddReactions');
	if (isNew && message.reactions.size >= mostKinds) throw refusal(30010);
	addReaction(world, message, emoji, world.bot);
	return undefined;
});

const removeOwn = route(`DELETE ${path}/:emoji/@me`, (call) => {
	const { message, emoji } = targetOf(call);
	removeReaction(call.world, message, emoji, call.world.bot);
	return undefined;
});

const removeOthers = route(`DELETE ${path}/:emoji/:user`, (call) => {
	const { channel, message, emoji } = targetOf(call);
	need(call.world, channel, 'ManageMessages');
	removeReaction(call.world, message, emoji, param(call, 'user'));
	return undefined;
});

const removeAll = route(`DELETE ${path}`, (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	const message = existingMessage(call, channel);
	need(world, channel, 'ManageMessages');
	for (const [emoji, users] of message.reactions) for (const user of users) removeReaction(world, message, emoji, user);
	return undefined;
});

const list = route(`GET ${path}/:emoji`, (call) => {
	const { message, emoji } = targetOf(call);
	return (message.reactions.get(emoji) ?? []).map((user) => wireUser(call.world, user));
});

export const reactionRoutes = [add, removeOwn, removeOthers, removeAll, list];
