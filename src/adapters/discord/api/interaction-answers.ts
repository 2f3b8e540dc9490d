import {
	type APIInteractionResponse,
	InteractionResponseType,
	MessageFlags,
	type RESTPostAPIInteractionCallbackWithResponseResult,
	Routes,
} from 'discord-api-types/v10';
import type { DiscordMessage } from '../render/discord-message.ts';
import type { Reply } from '../replies.ts';
import type { Calls } from './calls.ts';
import { bodyOf, editBodyOf, noMentions } from './message-body.ts';
import { discordCode } from './problems/discord-sentence.ts';

/** An interaction as it came in. */
export interface InteractionAt {
	readonly id: string;
	readonly token: string;
}

/** `too-late`: it takes no answer any more. */
export type Answered = 'answered' | 'too-late';

/** Answers through an interaction's own token; nobody is mentioned. All reject as `Calls` do, but for what is too late. */
export interface InteractionAnswers {
	/** The first response, within three seconds. One that was given before counts as this one. `message`: the id of what it shows, where Discord tells. */
	respond(
		at: InteractionAt,
		response: APIInteractionResponse,
		signal: AbortSignal,
	): Promise<{ readonly outcome: Answered; readonly message: string | undefined }>;
	/** Makes the first response, deferred or not, be `message`; an ephemeral one stays so. */
	editOriginal(reply: Reply, message: DiscordMessage, signal: AbortSignal): Promise<Answered>;
	/** Says it to whoever interacted alone, below the first response. */
	followUp(reply: Reply, message: DiscordMessage, signal: AbortSignal): Promise<Answered>;
	/** Takes the first response away. */
	removeOriginal(reply: Reply, signal: AbortSignal): Promise<Answered>;
}

/** 10062 unknown interaction: three seconds are over; 50027 its token is not valid any more; 10015 unknown webhook, the same; 10008 the response was deleted. */
const tooLate = [10062, 50027, 10015, 10008];
/** It was answered before, perhaps by us, whose answer was lost. */
const answeredBefore = 40060;

export function createInteractionAnswers({ calls }: { readonly calls: Calls }): InteractionAnswers {
	return {
		async respond({ id, token }, response, signal) {
			const route = Routes.interactionCallback(id, token);
			const query = new URLSearchParams({ with_response: 'true' });
			const request = { method: 'POST', route, query, body: withoutMentions(response) } as const;
			let message: string | undefined;
			const outcome = await outcomeOf(async () => {
				const answer = await calls.run<Partial<RESTPostAPIInteractionCallbackWithResponseResult>>(request, signal);
				// Of a deferred one there is no message yet, but its id.
				message = answer.interaction?.response_message_id ?? answer.resource?.message?.id;
			});
			return { outcome, message };
		},
		editOriginal: async ({ application, token, ready }, message, signal) => {
			await ready;
			const route = Routes.webhookMessage(application, token, '@original');
			return outcomeOf(() => calls.run({ method: 'PATCH', route, body: editBodyOf(message) }, signal));
		},
		followUp: async ({ application, token, ready }, message, signal) => {
			await ready;
			const route = Routes.webhook(application, token);
			return outcomeOf(() => calls.run({ method: 'POST', route, body: ephemeral(message) }, signal));
		},
		removeOriginal: async ({ application, token, ready }, signal) => {
			await ready;
			const route = Routes.webhookMessage(application, token, '@original');
			return outcomeOf(() => calls.run({ method: 'DELETE', route }, signal));
		},
	};
}

/** A response that is a message mentions nobody either. */
function withoutMentions(response: APIInteractionResponse): APIInteractionResponse {
	switch (response.type) {
		case InteractionResponseType.ChannelMessageWithSource:
			return { ...response, data: { ...response.data, allowed_mentions: noMentions } };
		case InteractionResponseType.UpdateMessage:
			return { ...response, data: { ...response.data, allowed_mentions: noMentions } };
		default:
			return response;
	}
}

/** A message for whoever interacted alone. Pure. */
export function ephemeral(message: DiscordMessage): ReturnType<typeof bodyOf> {
	const body = bodyOf(message);
	return { ...body, flags: (body.flags ?? 0) | MessageFlags.Ephemeral };
}

async function outcomeOf(act: () => Promise<unknown>): Promise<Answered> {
	try {
		await act();
		return 'answered';
	} catch (error) {
		const code = discordCode(error) ?? 0;
		if (code === answeredBefore) return 'answered';
		if (tooLate.includes(code)) return 'too-late';
		throw error;
	}
}
