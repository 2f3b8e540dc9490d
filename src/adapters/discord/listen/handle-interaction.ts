import {
	type APIChatInputApplicationCommandInteractionData,
	type APIInteraction,
	ApplicationCommandType,
	InteractionType,
} from 'discord-api-types/v10';
import { decodeInteraction, type Meeting } from '../decode/decode-interaction.ts';
import { subcommandIn } from '../decode/option-values.ts';
import { ask, prompt } from '../platform-commands.ts';
import { handleAsk } from './ask/handle-ask.ts';
import { completeOption } from './complete-option.ts';
import { handleClick } from './handle-click.ts';
import { handleForm } from './handle-form.ts';
import { handleSlash } from './handle-slash.ts';
import { handleWorkOnThis } from './handle-work-on-this.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Takes in what somebody did with our commands, buttons and forms, and answers it in time. */
export async function handleInteraction(interaction: APIInteraction, deps: HandleDeps): Promise<void> {
	const meeting = decodeInteraction(interaction, deps);
	if (!meeting) return;
	try {
		await take(meeting, interaction, deps);
	} finally {
		meeting.responded();
	}
}

async function take(meeting: Meeting, interaction: APIInteraction, deps: HandleDeps): Promise<void> {
	switch (interaction.type) {
		case InteractionType.Ping:
			return;
		case InteractionType.ApplicationCommandAutocomplete:
			return await completeOption(meeting, interaction, deps);
		case InteractionType.MessageComponent:
			return await handleClick(meeting, interaction, deps);
		case InteractionType.ModalSubmit:
			return await handleForm(meeting, interaction, deps);
		case InteractionType.ApplicationCommand:
			return await handleAppCommand(meeting, interaction, deps);
	}
}

type AppCommand = Extract<APIInteraction, { type: InteractionType.ApplicationCommand }>;

async function handleAppCommand(meeting: Meeting, interaction: AppCommand, deps: HandleDeps): Promise<void> {
	const { data } = interaction;
	if (data.type === ApplicationCommandType.ChatInput) await handleGiven(meeting, data, deps);
	else if (data.type === ApplicationCommandType.Message)
		await handleWorkOnThis(meeting, { ...interaction, data }, deps);
}

/** By a slash something is asked, or a command is given. */
async function handleGiven(
	meeting: Meeting,
	data: APIChatInputApplicationCommandInteractionData,
	deps: HandleDeps,
): Promise<void> {
	const given = subcommandIn(data);
	if (given?.name !== ask.name) return await handleSlash(meeting, given, deps);
	await handleAsk(meeting, { text: given.values.get(prompt.name) ?? '', files: given.files }, deps);
}
