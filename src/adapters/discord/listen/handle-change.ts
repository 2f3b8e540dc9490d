import {
	type APIMessage,
	type GatewayMessageDeleteBulkDispatchData,
	type GatewayMessageDeleteDispatchData,
	type GatewayMessageUpdateDispatchData,
	Routes,
} from 'discord-api-types/v10';
import { systemPerson } from '../../../chat/people.ts';
import type { Thread } from '../../../chat/thread.ts';
import { acceptEdit, acceptRemoval, isOurs } from '../../intake/handle-message.ts';
import { wholeOf } from '../../intake/said.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { channelOf } from '../connect/places.ts';
import type { KnownChannel } from '../decode/channel.ts';
import { threadPlace } from '../decode/channel.ts';
import { completeMessage } from '../decode/complete-message.ts';
import { type DecodedMessage, type IncomingMessage, isSpoken, timeIn } from '../decode/decode-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { timeOf } from '../ids.ts';
import { messageKey, placeIn, threadAt } from '../thread-keys.ts';
import { decodeIn, handleSpoken } from './handle-message.ts';
import type { HandleDeps } from './listen-deps.ts';
import { readForeign } from './until-stored.ts';

/** A message that is older than this may have come to us and be forgotten, ms: the store keeps keys for 30 days. */
const longestKnownMs = 28 * 86_400_000;

/**
 * Takes in that somebody changed the words of a message: in a thread of ours, or so that they name us now. Such a message is taken in as one
 * that comes only now; where it had come before, its change is. Resolves when that is stored.
 */
export async function handleEdit(update: GatewayMessageUpdateDispatchData, deps: HandleDeps): Promise<void> {
	// Discord also tells of links that got a preview, and of messages that were pinned.
	if (!update.edited_timestamp || isOfNobody(update)) return;
	const channel = await channelOf(update.channel_id, deps);
	const message = channel && (await wholeMessage(update, deps));
	const decoded = message && decodeIn(message, channel, deps);
	if (!decoded) return;
	if (decoded.address === 'mention' && deps.clock.now() - timeOf(message.id) < longestKnownMs) {
		const handled = await handleSpoken(message, channel, deps);
		if (handled?.kind !== 'accepted' || handled.answer !== 'seen') return;
	}
	await takeInEdit(message, { decoded, channel }, deps);
}

/** Our own messages are edited all the time. */
function isOfNobody(update: GatewayMessageUpdateDispatchData): boolean {
	const { author, type }: Partial<GatewayMessageUpdateDispatchData> = update;
	return author !== undefined && type !== undefined && !readForeign(() => isSpoken(update));
}

/** Discord may tell of an edit with the changed fields alone: https://docs.discord.com/developers/events/gateway-events#message-update */
async function wholeMessage(
	update: GatewayMessageUpdateDispatchData,
	{ calls, signal }: HandleDeps,
): Promise<IncomingMessage | undefined> {
	const { author, content, mentions, type }: Partial<GatewayMessageUpdateDispatchData> = update;
	if (author && content !== undefined && mentions && type !== undefined) return update;
	try {
		const route = Routes.channelMessage(update.channel_id, update.id);
		return await calls.run<APIMessage>({ method: 'GET', route }, signal);
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		return undefined;
	}
}

interface Edited {
	readonly decoded: DecodedMessage;
	readonly channel: KnownChannel;
}

async function takeInEdit(message: IncomingMessage, { decoded, channel }: Edited, deps: HandleDeps): Promise<void> {
	const found = await ourThread({ channel: channel.id, message: message.id }, deps);
	if (!found || !message.edited_timestamp) return;
	const completed = await completeMessage(message, channel.guild, deps);
	const { text, about } = decodeIn(completed, channel, deps) ?? decoded;
	const isEmpty = text === '' && decoded.files.length === 0;
	if (isEmpty && !deps.self.readsContent) return;
	const person = await personMet({ user: message.author, member: message.member, channel }, deps);
	const of = messageKey({ channel: message.channel_id, message: message.id });
	const at = timeIn(message.edited_timestamp, message.id);
	const words = wholeOf({ text, files: [] }, about && { text: about.text, files: [] }).text;
	await acceptEdit({ of, thread: found.thread, person, at }, { text: words, version: at }, deps.accept);
}

/** Takes in that a message in a thread of ours was removed. Resolves when it is stored. */
export async function handleRemoval(removed: GatewayMessageDeleteDispatchData, deps: HandleDeps): Promise<void> {
	const of = messageKey({ channel: removed.channel_id, message: removed.id });
	const found = await ourThread({ channel: removed.channel_id, message: removed.id }, deps);
	if (!found) return;
	// Whoever removed it, and whose it was, Discord does not say.
	const person = deps.authors.of(of) ?? systemPerson;
	const at = new Date(deps.clock.now()).toISOString();
	await acceptRemoval({ of, thread: found.thread, person, at }, deps.accept);
}

/** `handleRemoval` for many at once. */
export async function handleRemovals(removed: GatewayMessageDeleteBulkDispatchData, deps: HandleDeps): Promise<void> {
	for (const id of removed.ids) await handleRemoval({ ...removed, id }, deps);
}

async function ourThread(
	{ channel: id, message }: { readonly channel: string; readonly message: string },
	deps: HandleDeps,
): Promise<{ readonly thread: Thread } | undefined> {
	const channel = await channelOf(id, deps);
	const place = channel && threadPlace(channel, message);
	if (!place) return undefined;
	const thread = threadAt(place);
	return (await isOurs(thread, deps)) ? { thread } : undefined;
}

/** A thread, or a channel with its threads, was deleted: what runs there ends, as if what was asked for had been deleted. Resolves when that is stored. */
export async function handleGone(channel: string, deps: HandleDeps): Promise<void> {
	const at = new Date(deps.clock.now()).toISOString();
	for (const { thread, request } of deps.running.all()) {
		if (!request || !isIn(thread, channel)) continue;
		const { of, by } = request;
		const person = deps.authors.of(of) ?? by;
		await deps.accept({ type: 'delete', key: `${channel}/gone/${of}`, thread, person, at, of, gone: true });
	}
}

function isIn(thread: Thread, channel: string): boolean {
	const place = placeIn(thread);
	return place?.channel === channel || (place?.kind === 'thread' && place.parent === channel);
}
