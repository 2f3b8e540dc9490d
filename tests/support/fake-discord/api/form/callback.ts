import { InteractionResponseType } from 'discord-api-types/v10';
import { z } from 'zod';
import { list, text } from './fields.ts';
import { deferredBody, responseBody, webhookEditBody } from './message-body.ts';
import { modal } from './modal.ts';

const choice = z.strictObject({
	name: text(1, 100),
	name_localizations: z.record(z.string(), z.string()).nullish(),
	value: z.union([z.number(), text(1, 100)]),
});

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object */
export const callbackBody = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal(InteractionResponseType.ChannelMessageWithSource), data: responseBody }),
	z.strictObject({
		type: z.literal(InteractionResponseType.DeferredChannelMessageWithSource),
		data: deferredBody.optional(),
	}),
	z.strictObject({ type: z.literal(InteractionResponseType.DeferredMessageUpdate) }),
	z.strictObject({ type: z.literal(InteractionResponseType.UpdateMessage), data: webhookEditBody.optional() }),
	z.strictObject({
		type: z.literal(InteractionResponseType.ApplicationCommandAutocompleteResult),
		data: z.strictObject({ choices: list(choice, 0, 25) }),
	}),
	z.strictObject({ type: z.literal(InteractionResponseType.Modal), data: modal }),
]);

export type Callback = z.output<typeof callbackBody>;
export type CallbackOf<T extends Callback['type']> = Extract<Callback, { type: T }>;
