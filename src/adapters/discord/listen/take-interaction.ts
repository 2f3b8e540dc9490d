import { type APIInteraction, ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import { type Meeting, meetingOf } from '../connect/meeting.ts';
import { completeOption } from './complete-option.ts';
import type { TakeDeps } from './listen-deps.ts';
import { takeClick } from './take-click.ts';
import { takeForm } from './take-form.ts';
import { takeSlash } from './take-slash.ts';
import { takeWorkOnThis } from './take-work-on-this.ts';

/** Takes in what somebody did with our commands, buttons and forms, and answers it in time. */
export async function takeInteraction(interaction: APIInteraction, deps: TakeDeps): Promise<void> {
	const meeting = meetingOf(interaction, deps);
	if (!meeting) return;
	try {
		await take(meeting, interaction, deps);
	} finally {
		meeting.responded();
	}
}

async function take(meeting: Meeting, interaction: APIInteraction, deps: TakeDeps): Promise<void> {
	switch (interaction.type) {
		case InteractionType.Ping:
			return;
		case InteractionType.ApplicationCommandAutocomplete:
			return await completeOption(meeting, interaction, deps);
		case InteractionType.MessageComponent:
			return await takeClick(meeting, interaction, deps);
		case InteractionType.ModalSubmit:
			return await takeForm(meeting, interaction, deps);
		case InteractionType.ApplicationCommand:
			return await takeAppCommand(meeting, interaction, deps);
	}
}

type AppCommand = Extract<APIInteraction, { type: InteractionType.ApplicationCommand }>;

async function takeAppCommand(meeting: Meeting, interaction: AppCommand, deps: TakeDeps): Promise<void> {
	const { data } = interaction;
	if (data.type === ApplicationCommandType.ChatInput) await takeSlash(meeting, { ...interaction, data }, deps);
	else if (data.type === ApplicationCommandType.Message) await takeWorkOnThis(meeting, { ...interaction, data }, deps);
}
