import {
	type APICommandAutocompleteInteractionResponseCallbackData,
	type APIInteractionResponse,
	type APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	MessageFlags,
} from 'discord-api-types/v10';
import { userMessage } from '../../../../base/errors.ts';
import { ephemeral } from '../../api/interaction-answers.ts';
import { bodyOf } from '../../api/message-body.ts';
import type { Meeting } from '../../decode/decode-interaction.ts';
import type { DiscordMessage } from '../../render/discord-message.ts';
import { sentence } from '../../render/parts.ts';
import type { HandleDeps } from '../listen-deps.ts';

/** What an interaction is answered with. */
export type Ending =
	/** Nothing is said. */
	| { readonly kind: 'quiet' }
	/** For the eyes of whoever acted. */
	| { readonly kind: 'says'; readonly message: DiscordMessage }
	/** For all. */
	| { readonly kind: 'shows'; readonly message: DiscordMessage }
	/** What is shown later answers it, for the eyes of whoever acted. */
	| { readonly kind: 'later' }
	| { readonly kind: 'form'; readonly form: APIModalInteractionResponseCallbackData }
	| { readonly kind: 'choices'; readonly choices: APICommandAutocompleteInteractionResponseCallbackData };

/** How an interaction is deferred whose ending is not there in time. */
export type Deferral = 'quiet' | 'says' | 'shows';

/** Discord waits for three seconds; https://docs.discord.com/developers/interactions/receiving-and-responding */
const patienceMs = 1500;

/** A sentence for the eyes of whoever acted. */
export function says(text: string): Ending {
	return { kind: 'says', message: sentence(text) };
}

/**
 * Answers an interaction with what comes of `work`: a sentence when it rejects. What takes long is deferred first. Never rejects: what
 * Discord does not take is logged.
 */
export async function answerWith(
	meeting: Meeting,
	deferral: Deferral,
	work: () => Promise<Ending>,
	deps: HandleDeps,
): Promise<void> {
	const { clock, log } = deps;
	let deferring: Promise<void> | undefined;
	const callOff = clock.after(patienceMs, () => {
		deferring = respond(meeting, deferralOf(deferral), deps);
	});
	const ending = await work().catch((error: unknown) => {
		log.warn('What somebody did in Discord could not be taken in', { err: error });
		return says(`That did not work: ${userMessage(error)}. Try it once more.`);
	});
	callOff();
	if (!deferring) return await respond(meeting, responseOf(ending), deps);
	await deferring;
	await catchUp(meeting, deferral, ending, deps);
}

/** The first response. Never rejects. */
export async function respond(
	{ interaction, responded }: Meeting,
	response: APIInteractionResponse,
	{ answers, signal, log }: HandleDeps,
): Promise<void> {
	try {
		const { outcome } = await answers.respond(interaction, response, signal);
		if (outcome === 'too-late') log.warn('Discord did not wait for an answer');
	} catch (error) {
		log.warn('Discord does not take an answer', { err: error });
	} finally {
		responded();
	}
}

/** As Discord takes it. Pure. */
export function deferralOf(deferral: Deferral): APIInteractionResponse {
	if (deferral === 'quiet') return { type: InteractionResponseType.DeferredMessageUpdate };
	const flags = deferral === 'says' ? MessageFlags.Ephemeral : undefined;
	return { type: InteractionResponseType.DeferredChannelMessageWithSource, ...(flags && { data: { flags } }) };
}

/** Says after a deferral what there is to say. */
async function catchUp(meeting: Meeting, deferral: Deferral, ending: Ending, deps: HandleDeps): Promise<void> {
	if (ending.kind === 'quiet' || ending.kind === 'later') return;
	const { answers, signal, log } = deps;
	const isLate = ending.kind === 'form' || ending.kind === 'choices';
	const message = isLate ? sentence('That took too long. Press the button once more.') : ending.message;
	const said =
		deferral === 'quiet'
			? answers.followUp(meeting.reply, message, signal)
			: answers.editOriginal(meeting.reply, message, signal);
	await said.catch((error: unknown) => log.warn('Discord does not take an answer', { err: error }));
}

/** As Discord takes it. Pure. */
export function responseOf(ending: Ending): APIInteractionResponse {
	switch (ending.kind) {
		case 'quiet':
			return { type: InteractionResponseType.DeferredMessageUpdate };
		case 'says':
			return { type: InteractionResponseType.ChannelMessageWithSource, data: ephemeral(ending.message) };
		case 'later':
			return deferralOf('says');
		case 'shows':
			return { type: InteractionResponseType.ChannelMessageWithSource, data: bodyOf(ending.message) };
		case 'form':
			return { type: InteractionResponseType.Modal, data: ending.form };
		case 'choices':
			return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: ending.choices };
	}
}
