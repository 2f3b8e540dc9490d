import { type APIMessage, MessageReferenceType, MessageType, Routes } from 'discord-api-types/v10';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import type { IncomingMessage } from './decode-message.ts';
import { nodeIn } from './words/reading.ts';

type Deps = Pick<HandleDeps, 'calls' | 'signal'>;

/** Unknown Message: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const unknownMessage = 10008;

/**
 * A message with all that it points at: the one that it replies to, where Discord did not look for it, and who wrote the one that it forwards, as
 * far as that was said in the same guild. Rejects as `Calls` do, but where Discord refuses.
 */
export async function completeMessage(
	message: IncomingMessage,
	guild: string | undefined,
	deps: Deps,
): Promise<IncomingMessage> {
	const { type, message_reference: reference, referenced_message: answered } = message;
	const id = reference?.message_id;
	if (id === undefined) return message;
	const at = { channel: reference?.channel_id ?? message.channel_id, message: id };
	if (type === MessageType.Reply && answered === undefined) return withAnswered(message, await lookUp(at, deps));
	const isForward = reference?.type === MessageReferenceType.Forward;
	if (!isForward || guild === undefined || reference?.guild_id !== guild) return message;
	return withAuthor(message, await lookUp(at, deps));
}

type LookedUp = APIMessage | 'gone' | 'hidden';

async function lookUp(
	{ channel, message }: { readonly channel: string; readonly message: string },
	{ calls, signal }: Deps,
): Promise<LookedUp> {
	try {
		return await calls.run<APIMessage>({ method: 'GET', route: Routes.channelMessage(channel, message) }, signal);
	} catch (error) {
		const code = discordCode(error);
		if (code === undefined) throw error;
		return code === unknownMessage ? 'gone' : 'hidden';
	}
}

function withAnswered(message: IncomingMessage, found: LookedUp): IncomingMessage {
	if (found === 'hidden') return message;
	return { ...message, referenced_message: found === 'gone' ? null : found };
}

/** Discord forwards one message at a time, without its author. */
function withAuthor(message: IncomingMessage, found: LookedUp): IncomingMessage {
	if (typeof found === 'string') return message;
	const { author } = found;
	const { message_snapshots: some } = message;
	const snapshots = Array.isArray(some) ? some.filter((one) => nodeIn(one)) : [];
	return { ...message, message_snapshots: snapshots.map((one) => ({ ...one, message: { ...one.message, author } })) };
}
