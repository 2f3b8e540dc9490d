import { type APIMessage, Routes } from 'discord-api-types/v10';
import type { MessageNow, StoredMessage } from '../../../chat/inbound.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { type MessagePlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { channelOf } from './channel-of.ts';
import { aboutFor } from './file-owners.ts';
import { wholeOf } from './inbound-of.ts';
import { readMessage, type Said } from './read-message.ts';

type RereadDeps = Pick<ListenDeps, 'calls' | 'application' | 'directory' | 'places' | 'interruptions'>;

const asStored: MessageNow = { state: 'as-stored' };
/** Unknown Message: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const unknownMessage = 10008;

/**
 * `Intake.reread` for Discord, whose gateway tells of changes while it stands: one that this process has stored is asked for only where a
 * connection was lost meanwhile, for what was missed may be told late, or not at all. Where Discord gives us no words, it counts as it was stored. Rejects as `Calls` do.
 */
export async function rereadMessage(stored: StoredMessage, deps: RereadDeps, signal: AbortSignal): Promise<MessageNow> {
	const { thread, key, since } = stored;
	const at = messageOfKey(key);
	if (!at || (since !== undefined && !deps.interruptions.since(since))) return asStored;
	const message = await messageAt(at, deps, signal);
	if (message === undefined) return { state: 'gone' };
	if (!message.edited_timestamp) return asStored;
	const { id, botUser, readsContent } = await deps.application(signal);
	const self = { application: id, botUser, readsContent };
	const place = placeOf(thread);
	const guild = place.kind === 'dm' ? undefined : deps.places.guilds.get(place.guild);
	const said = readMessage(message, { self, guild, places: deps.places });
	if (!said || (message.content === '' && said.files.length === 0 && !readsContent)) return asStored;
	return await changedTo(said, stored, { ...deps, signal });
}

/** What it replied to was taken in with it only where the thread was not ours yet. */
async function changedTo(
	said: Said,
	{ text: before }: StoredMessage,
	deps: RereadDeps & { readonly signal: AbortSignal },
): Promise<MessageNow> {
	const cameAlong = said.about !== undefined && before.endsWith(said.about.text);
	if (!cameAlong) return { state: 'changed', ...wholeOf({ ...said, about: undefined }) };
	const channel = await channelOf(said.place.channel, deps);
	if (!channel) return asStored;
	return {
		state: 'changed',
		...wholeOf({ ...said, about: await aboutFor(said, { user: said.author, channel }, deps) }),
	};
}

/** Undefined when it is not there any more. */
async function messageAt(
	{ channel, message }: MessagePlace,
	{ calls }: RereadDeps,
	signal: AbortSignal,
): Promise<APIMessage | undefined> {
	try {
		return await calls.run<APIMessage>({ method: 'GET', route: Routes.channelMessage(channel, message) }, signal);
	} catch (error) {
		if (discordCode(error) === unknownMessage) return undefined;
		throw error;
	}
}
