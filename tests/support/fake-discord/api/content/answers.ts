import { ApplicationCommandType, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { addMessage, retell } from '../../messages.ts';
import type { StoredInteraction, StoredMessage } from '../../records.ts';
import type { World } from '../../world.ts';
import type { MessageForm } from '../form/message-body.ts';
import type { UploadedFile } from '../route.ts';
import { draft } from './draft.ts';

/** An app's answer to an interaction. */
export interface Answering {
	readonly world: World;
	readonly interaction: StoredInteraction;
	readonly form: MessageForm;
	readonly files: readonly UploadedFile[];
	readonly ephemeral: boolean;
}

/** Posts an answer: the first one, or a follow-up. */
export function postAnswer({ world, interaction, form, files, ephemeral }: Answering): StoredMessage {
	const { channel, id, user } = interaction;
	const fileLimit = fileLimitFor(interaction);
	const parts = draft({ world, channel, form, files, fileLimit, ephemeral });
	return addMessage(world, {
		...{ channel, author: world.bot, interaction: id, ...parts, ...placeOf(world, interaction) },
		flags: parts.flags | (ephemeral ? MessageFlags.Ephemeral : 0),
		ephemeralTo: ephemeral ? user : undefined,
	});
}

/** Posts what stands for an answer that is still to come. */
export function postLoading(world: World, interaction: StoredInteraction, ephemeral: boolean): StoredMessage {
	const { channel, id, user } = interaction;
	return addMessage(world, {
		...{ channel, author: world.bot, interaction: id, content: '', ...placeOf(world, interaction) },
		flags: MessageFlags.Loading | (ephemeral ? MessageFlags.Ephemeral : 0),
		ephemeralTo: ephemeral ? user : undefined,
	});
}

/** Makes what stands for an answer be the answer. */
export function settleLoading(message: StoredMessage, { world, interaction, form, files, ephemeral }: Answering): void {
	const { channel } = interaction;
	const parts = draft({ world, channel, form, files, fileLimit: fileLimitFor(interaction), ephemeral });
	Object.assign(message, { ...parts, flags: parts.flags | (ephemeral ? MessageFlags.Ephemeral : 0) });
	retell(world, message);
}

/** Bytes of one file: each interaction names it. */
export function fileLimitFor({ payload }: StoredInteraction): number {
	return payload.attachment_size_limit;
}

type Placed = Pick<StoredMessage, 'type' | 'reference'>;

/** An answer to a component replies to its message; one to a command names the command. */
function placeOf(world: World, { payload, message, channel, guild }: StoredInteraction): Placed {
	const on = message === undefined ? undefined : world.messages.get(message);
	if (on) {
		const inGuild = guild === undefined ? {} : { guild };
		return { type: MessageType.Reply, reference: { channel, message: on.id, ...inGuild } };
	}
	if (payload.type !== InteractionType.ApplicationCommand) return { type: MessageType.Default, reference: undefined };
	const isChatInput = payload.data.type === ApplicationCommandType.ChatInput;
	return {
		type: isChatInput ? MessageType.ChatInputCommand : MessageType.ContextMenuCommand,
		reference: undefined,
	};
}
