import { MessageFlags, MessageReferenceType } from 'discord-api-types/v10';
import { z } from 'zod';
import { allowedMentions } from './allowed-mentions.ts';
import { embeds } from './embed.ts';
import { flag, int, list, refuse, snowflake, text } from './fields.ts';
import { messageComponents } from './message-components.ts';

/** `id`: of a file of this request its number, of a kept one its id. */
const attachment = z.strictObject({
	id: z.union([z.int().min(0), z.string().regex(/^\d+$/)]),
	filename: text(1, 1024).optional(),
	title: text(0, 1024).nullish(),
	description: text(0, 1024).nullish(),
	...{ content_type: z.string().optional(), size: z.int().optional(), url: z.string().optional() },
	...{ proxy_url: z.string().optional(), flags: z.int().optional(), is_spoiler: flag.optional() },
	...{ width: z.int().nullish(), height: z.int().nullish(), ephemeral: flag.optional() },
	...{ waveform: z.string().nullish(), duration_secs: z.number().nullish() },
	...{ placeholder: z.string().optional(), placeholder_version: z.int().optional() },
});

const attachments = list(attachment, 0, 10);
export type GivenAttachments = z.output<typeof attachments>;

const { SuppressEmbeds, SuppressNotifications, IsComponentsV2, Ephemeral } = MessageFlags;

/** Bits that may be set. */
function flags(...allowed: readonly number[]) {
	const mask = allowed.reduce((all, bit) => all | bit, 0);
	return int(0, 2 ** 31).superRefine((value, context) => {
		if ((value & ~mask) === 0) return;
		refuse(context, 'MESSAGE_FLAGS_INVALID', `Flags must be a combination of ${allowed.join(', ')}.`);
	});
}

const content = text(0, 2000);
const nonce = z.union([
	z.int(),
	z.string().superRefine((value, context) => {
		if (value.length > 25) refuse(context, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
	}),
]);

const reference = z.strictObject({
	type: z.literal(MessageReferenceType.Default).optional(),
	message_id: snowflake,
	channel_id: snowflake.optional(),
	guild_id: snowflake.optional(),
	fail_if_not_exists: flag.optional(),
});

const parts = {
	content: content.nullish(),
	embeds: embeds.nullish(),
	allowed_mentions: allowedMentions.nullish(),
	components: messageComponents.nullish(),
	attachments: attachments.nullish(),
	/** discord.js sends them with everything. */
	...{ tts: z.literal(false).optional(), enforce_nonce: z.literal(false).optional() },
};

const createParts = { ...parts, sticker_ids: z.tuple([]).optional() };

/** https://docs.discord.com/developers/resources/message#create-message */
export const createBody = z.strictObject({
	...createParts,
	nonce: nonce.optional(),
	enforce_nonce: flag.optional(),
	message_reference: reference.optional(),
	flags: flags(SuppressEmbeds, SuppressNotifications, IsComponentsV2).optional(),
});

/** https://docs.discord.com/developers/resources/message#edit-message */
export const editBody = z.strictObject({ ...parts, flags: flags(SuppressEmbeds, IsComponentsV2).nullish() });

/** The first message of a forum's post. */
export const postBody = z.strictObject({
	...createParts,
	flags: flags(SuppressEmbeds, SuppressNotifications, IsComponentsV2).optional(),
});

const webhookFlags = flags(SuppressEmbeds, SuppressNotifications, IsComponentsV2, Ephemeral);

/** The body of a response of type 4, and of a follow-up. */
export const responseBody = z.strictObject({ ...createParts, flags: webhookFlags.optional() });

export const deferredBody = z.strictObject({ flags: flags(Ephemeral).optional() });

export const webhookEditBody = z.strictObject({ ...parts, flags: flags(SuppressEmbeds, IsComponentsV2).nullish() });

/** The fields that all of these have. */
export interface MessageForm {
	readonly content?: string | null | undefined;
	readonly embeds?: z.output<typeof embeds> | null | undefined;
	readonly allowed_mentions?: z.output<typeof allowedMentions> | null | undefined;
	readonly components?: z.output<typeof messageComponents> | null | undefined;
	readonly attachments?: GivenAttachments | null | undefined;
	readonly flags?: number | null | undefined;
}
