import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { tokenMs } from '../../interactions.ts';
import { changeMessage, removeMessage } from '../../messages.ts';
import type { StoredInteraction, StoredMessage } from '../../records.ts';
import { wireMessage } from '../../wire/wire-message.ts';
import type { World } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { fileLimitFor, postAnswer, settleLoading } from '../content/answers.ts';
import { draft } from '../content/draft.ts';
import { type MessageForm, responseBody, webhookEditBody } from '../form/message-body.ts';
import { readForm } from '../form/read-form.ts';
import { type Call, param, queryFlag, queryOf, tokenRoute } from '../route.ts';

/** Of an app that only the person brought along. */
const mostFollowUps = 5;

/** The interaction of the path, once it was answered. Throws 10015, and 50027 when its time is over. */
function interactionOf(call: Call): StoredInteraction {
	const { world } = call;
	if (param(call, 'application') !== world.application.id) throw refusal(10015);
	const token = param(call, 'token');
	const found = [...world.interactions.values()].find((interaction) => interaction.token === token);
	if (!found) throw refusal(10015);
	if (world.clock.now() - found.createdAt >= tokenMs) throw refusal(50027);
	if (!found.response || found.response.type === InteractionResponseType.ApplicationCommandAutocompleteResult) {
		throw refusal(10015);
	}
	return found;
}

/** The message that stands for an answer that is still to come. */
function loadingOf(world: World, { original }: StoredInteraction): StoredMessage | undefined {
	const message = world.messages.get(original ?? '');
	return message && (message.flags & MessageFlags.Loading) !== 0 ? message : undefined;
}

/** Answers a deferred interaction: as hidden as it was deferred, whatever the flags say now. */
function settle(call: Call, interaction: StoredInteraction, message: StoredMessage, form: MessageForm): StoredMessage {
	const { world, files } = call;
	const ephemeral = interaction.response?.ephemeral ?? false;
	settleLoading(message, { world, interaction, form, files, ephemeral });
	return message;
}

const followUpQuery = z.strictObject({ wait: queryFlag.optional(), with_components: queryFlag.optional() });

const followUp = tokenRoute('POST /webhooks/:application/:token', (call) => {
	const { world, files } = call;
	const interaction = interactionOf(call);
	queryOf(call, followUpQuery);
	const form = readForm(responseBody, call.body ?? {});
	const loading = loadingOf(world, interaction);
	if (loading) return wireMessage(world, settle(call, interaction, loading, withoutEphemeral(form)));
	if (interaction.byUserInstall && interaction.followUps.length >= mostFollowUps) throw refusal(40094);
	const ephemeral = ((form.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
	const message = postAnswer({ world, interaction, form, files, ephemeral });
	interaction.followUps.push(message.id);
	return wireMessage(world, message);
});

function withoutEphemeral<T extends MessageForm>(form: T): T {
	return { ...form, flags: (form.flags ?? 0) & ~MessageFlags.Ephemeral };
}

/** A message of the path that is of this interaction. Throws 10008. */
function answerOf(call: Call, interaction: StoredInteraction): StoredMessage {
	const { original, followUps } = interaction;
	const given = param(call, 'message');
	const id = given === '@original' ? original : given;
	const isOurs = id !== undefined && (id === original || followUps.includes(id));
	const message = isOurs ? call.world.messages.get(id) : undefined;
	if (!message) throw refusal(10008);
	return message;
}

const path = '/webhooks/:application/:token/messages/:message' as const;

const get = tokenRoute(`GET ${path}`, (call) => wireMessage(call.world, answerOf(call, interactionOf(call))));

const edit = tokenRoute(`PATCH ${path}`, (call) => {
	const { world, files } = call;
	const interaction = interactionOf(call);
	queryOf(call, followUpQuery);
	const form = readForm(webhookEditBody, call.body ?? {});
	const before = answerOf(call, interaction);
	if (before === loadingOf(world, interaction)) return wireMessage(world, settle(call, interaction, before, form));
	const ephemeral = before.ephemeralTo !== undefined;
	const fileLimit = fileLimitFor(interaction);
	const parts = draft({ world, channel: before.channel, form, files, before, fileLimit, ephemeral });
	changeMessage(world, before, parts);
	return wireMessage(world, before);
});

const remove = tokenRoute(`DELETE ${path}`, (call) => {
	const interaction = interactionOf(call);
	removeMessage(call.world, answerOf(call, interaction));
	return undefined;
});

export const webhookRoutes = [followUp, get, edit, remove];
