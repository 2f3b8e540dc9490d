import { type APIInteraction, ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import { decodeInteraction, type Meeting } from '../decode/decode-interaction.ts';
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
	if (data.type === ApplicationCommandType.ChatInput) await handleSlash(meeting, { ...interaction, data }, deps);
	else if (data.type === ApplicationCommandType.Message)
		await handleWorkOnThis(meeting, { ...interaction, data }, deps);
}
