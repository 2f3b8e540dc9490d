import { type APIMessage, Routes } from 'discord-api-types/v10';
import type { MessageNow, StoredMessage } from '../../../chat/inbound.ts';
import type { Intake } from '../../adapter.ts';
import { asStored, createReread } from '../../intake/reread.ts';
import { wholeOf } from '../../intake/said.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { channelOf } from '../connect/places.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { type MessagePlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { completeMessage } from './complete-message.ts';
import { type DecodedMessage, decodeMessage } from './decode-message.ts';
import { aboutFor } from './file-owners.ts';

type RereadDeps = Pick<ListenDeps, 'calls' | 'application' | 'directory' | 'places' | 'interruptions'>;

/** Unknown Message: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const unknownMessage = 10008;

/**
 * `Intake.reread` for Discord, whose gateway tells of changes while it is connected, and perhaps never of those that it missed. Where Discord
 * gives us no words, a message counts as it was stored. Rejects as `Calls` do.
 */
export function createDiscordReread(deps: RereadDeps): Intake['reread'] {
	const { interruptions } = deps;
	return createReread({
		placeOf: messageOfKey,
		ask: (at, stored, signal) => askDiscord(at, stored, deps, signal),
		interruptions,
	});
}

async function askDiscord(
	at: MessagePlace,
	stored: StoredMessage,
	deps: RereadDeps,
	signal: AbortSignal,
): Promise<MessageNow> {
	const message = await messageAt(at, deps, signal);
	if (message === undefined) return { state: 'gone' };
	if (!message.edited_timestamp) return asStored;
	const { id, botUser, readsContent } = await deps.application(signal);
	const self = { application: id, botUser, readsContent };
	const place = placeOf(stored.thread);
	const guild = place.kind === 'dm' ? undefined : deps.places.guilds.get(place.guild);
	const completed = await completeMessage(message, guild?.id, { ...deps, signal });
	const said = decodeMessage(completed, { self, guild, places: deps.places });
	if (!said || (message.content === '' && said.files.length === 0 && !readsContent)) return asStored;
	return await changedTo(said, { ...deps, signal });
}

/** With the message that it replies to, as it is now. */
async function changedTo(
	said: DecodedMessage,
	deps: RereadDeps & { readonly signal: AbortSignal },
): Promise<MessageNow> {
	if (!said.about) return { state: 'changed', ...wholeOf(said) };
	const channel = await channelOf(said.place.channel, deps);
	if (!channel) return asStored;
	return { state: 'changed', ...wholeOf(said, await aboutFor(said, { user: said.author, channel }, deps)) };
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
