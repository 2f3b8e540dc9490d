import { MessageType } from 'discord-api-types/v10';
import { z } from 'zod';
import { timeOf } from '../../clock.ts';
import { addMessage, changeMessage, removeMessage } from '../../messages.ts';
import type { StoredMessage } from '../../records.ts';
import { wireMessage } from '../../wire/wire-message.ts';
import { type Channel, fileLimitOf, messagesIn, type World } from '../../world.ts';
import { invalidField, refusal } from '../api-error.ts';
import { requireRoom } from '../content/active-threads.ts';
import { draft } from '../content/draft.ts';
import {
	can,
	existingMessage,
	need,
	requireHistory,
	requireTextChannel,
	requireWritable,
	visibleChannel,
} from '../content/places.ts';
import { requireSlowmode } from '../content/slowmode.ts';
import { createBody, editBody, type MessageForm } from '../form/message-body.ts';
import { readForm } from '../form/read-form.ts';
import { queryInt, queryOf, route } from '../route.ts';

/** For how long a nonce counts: "the past few minutes". */
const nonceMs = 5 * 60_000;
/** From then edits are counted. */
const oldMs = 3_600_000;

const create = route('POST /channels/:channel/messages', (call) => {
	const { world, files } = call;
	const channel = visibleChannel(call);
	requireWritable(world, channel);
	const form = readForm(createBody, call.body ?? {});
	needFor(world, channel, form, files.length > 0);
	const reference = referenceOf(world, channel, form);
	const twin = form.enforce_nonce ? twinOf(world, channel, form.nonce) : undefined;
	if (twin) return { ...wireMessage(world, twin), nonce: twin.nonce };
	const parts = draft({ world, channel: channel.id, form, files, fileLimit: fileLimitOf(world, channel.guild) });
	requireSlowmode(world, channel);
	if (channel.thread?.archived) requireRoom(world, channel);
	const type = reference ? MessageType.Reply : MessageType.Default;
	const to = { channel: channel.id, author: world.bot, nonce: form.nonce, reference, type };
	const message = addMessage(world, { ...to, ...parts });
	return { ...wireMessage(world, message), ...(form.nonce === undefined ? {} : { nonce: form.nonce }) };
});

/** Throws 50013 for files and embeds that the bot may not send. */
export function needFor(world: World, channel: Channel, { embeds }: MessageForm, withFiles: boolean): void {
	if (channel.guild === undefined) return;
	if (withFiles) need(world, channel, 'AttachFiles');
	if (embeds && embeds.length > 0) need(world, channel, 'EmbedLinks');
}

type CreateForm = z.output<typeof createBody>;

function referenceOf(world: World, channel: Channel, { message_reference: given }: CreateForm) {
	if (!given) return undefined;
	if (!can(world, channel, 'ReadMessageHistory')) throw refusal(160002);
	const message = world.messages.get(given.message_id);
	const isHere = message?.channel === channel.id && message.ephemeralTo === undefined;
	if (isHere) {
		const guild = channel.guild === undefined ? {} : { guild: channel.guild };
		return { channel: channel.id, message: message.id, ...guild };
	}
	if (given.fail_if_not_exists === false) return undefined;
	throw invalidField(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
}

function twinOf(world: World, { id }: Channel, nonce: CreateForm['nonce']): StoredMessage | undefined {
	if (nonce === undefined) return undefined;
	const since = world.clock.now() - nonceMs;
	return messagesIn(world, id).find(
		(message) => message.author === world.bot && String(message.nonce) === String(nonce) && timeOf(message.id) > since,
	);
}

const edit = route('PATCH /channels/:channel/messages/:message', (call) => {
	const { world, files } = call;
	const channel = visibleChannel(call);
	const message = existingMessage(call, channel);
	const form = readForm(editBody, call.body ?? {});
	if (message.author !== world.bot) throw refusal(50005);
	if (message.type !== MessageType.Default && message.type !== MessageType.Reply && !message.interaction) {
		throw refusal(50021);
	}
	if (channel.thread?.archived) throw refusal(50083);
	needFor(world, channel, form, files.length > 0);
	requireFreshEnough(world, message);
	const fileLimit = fileLimitOf(world, channel.guild);
	changeMessage(world, message, draft({ world, channel: channel.id, form, files, before: message, fileLimit }));
	return wireMessage(world, message);
});

/** Throws 30046. */
function requireFreshEnough(world: World, message: StoredMessage): void {
	if (world.clock.now() - timeOf(message.id) < oldMs) return;
	if (message.oldEdits >= world.options.oldEdits) {
		const seconds = 60;
		throw refusal(30046, {
			body: { retry_after: seconds, global: false },
			headers: { 'Retry-After': String(seconds) },
		});
	}
	message.oldEdits += 1;
}

const remove = route('DELETE /channels/:channel/messages/:message', (call) => {
	const channel = visibleChannel(call);
	const message = existingMessage(call, channel);
	if (message.author !== call.world.bot) need(call.world, channel, 'ManageMessages');
	removeMessage(call.world, message);
	return undefined;
});

const one = route('GET /channels/:channel/messages/:message', (call) => {
	const channel = visibleChannel(call);
	requireHistory(call.world, channel);
	return wireMessage(call.world, existingMessage(call, channel));
});

const historyQuery = z
	.strictObject({
		before: z.string().optional(),
		after: z.string().optional(),
		around: z.string().optional(),
		limit: queryInt.optional(),
	})
	.refine(({ before, after, around }) => [before, after, around].filter((given) => given !== undefined).length <= 1, {
		message: 'Only one of before, after and around may be given.',
	});

const history = route('GET /channels/:channel/messages', (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	requireTextChannel(channel);
	const { before, after, around, limit = 50 } = queryOf(call, historyQuery);
	if (limit < 1) throw invalidField(['limit'], 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.');
	if (limit > 100) {
		throw invalidField(['limit'], 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.');
	}
	// Without the right to history there is none.
	if (!can(world, channel, 'ReadMessageHistory')) return [];
	const all = messagesIn(world, channel.id).filter(({ ephemeralTo }) => ephemeralTo === undefined);
	const page = pageOf(all, { before, after, around }, limit);
	return page.map((message) => wireMessage(world, message)).toReversed();
});

interface Bounds {
	readonly before: string | undefined;
	readonly after: string | undefined;
	readonly around: string | undefined;
}

/** Oldest first. */
function pageOf(all: readonly StoredMessage[], { before, after, around }: Bounds, limit: number): StoredMessage[] {
	if (after !== undefined) return all.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit);
	if (around === undefined) {
		return all.filter(({ id }) => before === undefined || BigInt(id) < BigInt(before)).slice(-limit);
	}
	const half = Math.floor(limit / 2);
	const earlier = all.filter(({ id }) => BigInt(id) < BigInt(around)).slice(-half);
	return [...earlier, ...all.filter(({ id }) => BigInt(id) >= BigInt(around)).slice(0, limit - earlier.length)];
}

export const messageRoutes = [create, history, one, edit, remove];
