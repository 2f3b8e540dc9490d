import {
	type APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	InteractionType,
	MessageFlags,
	type RESTPostAPIInteractionCallbackWithResponseResult,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { answerMs } from '../../interactions.ts';
import { changeMessage } from '../../messages.ts';
import type { InteractionResponse, StoredInteraction, StoredMessage } from '../../records.ts';
import { wireMessage } from '../../wire/wire-message.ts';
import { invalidField, refusal } from '../api-error.ts';
import { fileLimitFor, postAnswer, postLoading } from '../content/answers.ts';
import { draft } from '../content/draft.ts';
import { type Callback, type CallbackOf, callbackBody } from '../form/callback.ts';
import { readForm } from '../form/read-form.ts';
import { type Call, param, queryFlag, queryOf, tokenRoute } from '../route.ts';

const {
	ChannelMessageWithSource,
	DeferredChannelMessageWithSource,
	DeferredMessageUpdate,
	UpdateMessage,
	ApplicationCommandAutocompleteResult,
	Modal,
} = InteractionResponseType;

const messageAnswers: readonly number[] = [ChannelMessageWithSource, DeferredChannelMessageWithSource];
const updates: readonly number[] = [DeferredMessageUpdate, UpdateMessage];

/** How each kind may be answered first. */
function allowedFor({ type, message }: StoredInteraction): readonly number[] {
	const onMessage = message === undefined ? [] : updates;
	switch (type) {
		case InteractionType.Ping:
			return [InteractionResponseType.Pong];
		case InteractionType.ApplicationCommand:
			return [...messageAnswers, Modal];
		case InteractionType.MessageComponent:
			return [...messageAnswers, ...onMessage, Modal];
		case InteractionType.ApplicationCommandAutocomplete:
			return [ApplicationCommandAutocompleteResult];
		case InteractionType.ModalSubmit:
			return [...messageAnswers, ...onMessage];
	}
}

const callbackQuery = z.strictObject({ with_response: queryFlag.optional() });

const callback = tokenRoute('POST /interactions/:interaction/:token/callback', (call) => {
	const { world } = call;
	const interaction = world.interactions.get(param(call, 'interaction'));
	if (interaction?.token !== param(call, 'token')) throw refusal(10062);
	if (interaction.response) throw refusal(40060);
	const now = world.clock.now();
	if (now - interaction.createdAt >= answerMs) throw refusal(10062);
	const { with_response: withResponse } = queryOf(call, callbackQuery);
	const form = readForm(callbackBody, call.body ?? {});
	const allowed = allowedFor(interaction);
	if (!allowed.includes(form.type)) {
		throw invalidField(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
	}
	const { response, message } = respond(call, interaction, form, now);
	interaction.response = response;
	interaction.original = message?.id;
	interaction.answered();
	return withResponse ? shown(call, interaction, form.type, message) : undefined;
});

interface Responded {
	readonly response: InteractionResponse;
	/** The message that `@original` stands for. */
	readonly message?: StoredMessage | undefined;
}

function respond(call: Call, interaction: StoredInteraction, form: Callback, at: number): Responded {
	const { type } = form;
	const plain = { type, at, ephemeral: false };
	switch (type) {
		case ChannelMessageWithSource:
			return answerNow(call, interaction, form, at);
		case DeferredChannelMessageWithSource:
			return defer(call, interaction, { ...plain, ephemeral: isEphemeral(form.data?.flags) });
		case DeferredMessageUpdate:
			return { response: plain, message: componentMessage(call, interaction) };
		case UpdateMessage:
			return { response: plain, message: update(call, interaction, form) };
		case ApplicationCommandAutocompleteResult:
			return { response: { ...plain, choices: form.data.choices as NonNullable<InteractionResponse['choices']> } };
		case Modal:
			return { response: { ...plain, modal: form.data as unknown as APIModalInteractionResponseCallbackData } };
	}
}

/** People see at once that something comes: the message is there, and is loading. */
function defer({ world }: Call, interaction: StoredInteraction, response: InteractionResponse): Responded {
	return { response, message: postLoading(world, interaction, response.ephemeral) };
}

function isEphemeral(flags: number | undefined): boolean {
	return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

function answerNow(
	{ world, files }: Call,
	interaction: StoredInteraction,
	{ type, data }: CallbackOf<InteractionResponseType.ChannelMessageWithSource>,
	at: number,
): Responded {
	const ephemeral = isEphemeral(data.flags);
	const message = postAnswer({ world, interaction, form: data, files, ephemeral });
	return { response: { type, at, ephemeral }, message };
}

/** The message whose component was used. Throws 10008. */
function componentMessage({ world }: Call, { message }: StoredInteraction): StoredMessage {
	const found = world.messages.get(message ?? '');
	if (!found) throw refusal(10008);
	return found;
}

function update(
	call: Call,
	interaction: StoredInteraction,
	{ data = {} }: CallbackOf<InteractionResponseType.UpdateMessage>,
): StoredMessage {
	const { world, files } = call;
	const before = componentMessage(call, interaction);
	const { channel } = before;
	const ephemeral = before.ephemeralTo !== undefined;
	const fileLimit = fileLimitFor(interaction);
	changeMessage(world, before, draft({ world, channel, form: data, files, before, fileLimit, ephemeral }));
	return before;
}

function shown(
	{ world }: Call,
	{ id, type, response }: StoredInteraction,
	answer: InteractionResponseType,
	message: StoredMessage | undefined,
): RESTPostAPIInteractionCallbackWithResponseResult {
	return {
		interaction: {
			...{ id, type, response_message_ephemeral: response?.ephemeral ?? false },
			response_message_loading: answer === DeferredChannelMessageWithSource,
			...(message ? { response_message_id: message.id } : {}),
		},
		// Of one that is loading only the id is told.
		resource: {
			type: answer,
			...(message && answer !== DeferredChannelMessageWithSource ? { message: wireMessage(world, message) } : {}),
		},
	};
}

export const interactionRoutes = [callback];
