import type {
	GatewayMessageDeleteBulkDispatchData,
	GatewayMessageDeleteDispatchData,
	GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import type { Thread } from '../../../chat/thread.ts';
import { acceptEdit, acceptRemoval, isOurs } from '../../intake/handle-message.ts';
import { channelOf } from '../connect/places.ts';
import type { KnownChannel } from '../decode/channel.ts';
import { threadPlace } from '../decode/channel.ts';
import { isSpoken, wordsFor } from '../decode/decode-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { HandleDeps } from './listen-deps.ts';
import { readForeign } from './until-stored.ts';

/** Takes in that somebody changed the words of a message in a thread of ours. Resolves when it is stored. */
export async function handleEdit(message: GatewayMessageUpdateDispatchData, deps: HandleDeps): Promise<void> {
	// Discord also tells of links that got a preview, and of messages that were pinned.
	if (!message.edited_timestamp || !readForeign(() => isSpoken(message))) return;
	const found = await ourThread({ channel: message.channel_id, message: message.id }, deps);
	if (!found) return;
	const { thread, channel } = found;
	const guild = channel.guild === undefined ? undefined : deps.places.guilds.get(channel.guild);
	const text = readForeign(() => wordsFor(message, { self: deps.self, guild, places: deps.places }));
	if (text === '' && !deps.self.readsContent) return;
	const person = await personMet({ user: message.author, member: message.member, channel }, deps);
	const of = messageKey({ channel: message.channel_id, message: message.id });
	const at = new Date(message.edited_timestamp).toISOString();
	await acceptEdit({ of, thread, person, at }, { text, version: at }, deps.accept);
}

/** Takes in that a message in a thread of ours was removed. Resolves when it is stored. */
export async function handleRemoval(removed: GatewayMessageDeleteDispatchData, deps: HandleDeps): Promise<void> {
	const of = messageKey({ channel: removed.channel_id, message: removed.id });
	// Whoever removed it, Discord does not say; what is not known here waits no more.
	const person = deps.authors.of(of);
	const found = person && (await ourThread({ channel: removed.channel_id, message: removed.id }, deps));
	if (!found) return;
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
): Promise<{ readonly thread: Thread; readonly channel: KnownChannel } | undefined> {
	const channel = await channelOf(id, deps);
	const place = channel && threadPlace(channel, message);
	if (!place) return undefined;
	const thread = threadAt(place);
	return (await isOurs(thread, deps)) ? { thread, channel } : undefined;
}
