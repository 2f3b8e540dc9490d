import {
	ActionRowBuilder,
	type ApplicationCommandType,
	ButtonBuilder,
	ButtonStyle,
	ContainerBuilder,
	FileUploadBuilder,
	LabelBuilder,
	ModalBuilder,
	type RESTPatchAPIChannelMessageJSONBody,
	type RESTPatchAPIWebhookWithTokenMessageJSONBody,
	type RESTPostAPIChannelMessageJSONBody,
	type RESTPostAPIChannelMessagesThreadsJSONBody,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
	SectionBuilder,
	SlashCommandBuilder,
	StringSelectMenuBuilder,
	TextDisplayBuilder,
	TextInputBuilder,
	TextInputStyle,
} from 'discord.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { commandBody } from './form/command.ts';
import type { createBody, editBody, webhookEditBody } from './form/message-body.ts';
import { messageComponents } from './form/message-components.ts';
import { modal } from './form/modal.ts';

/** Fields that a form of ours takes and Discord's type does not know. */
type Unknown<Form, Body> = Exclude<keyof Form, keyof Body>;

describe('the forms', () => {
	it('name no field that discord-api-types does not know, but what discord.js sends besides', () => {
		expectTypeOf<Unknown<z.output<typeof createBody>, RESTPostAPIChannelMessageJSONBody>>().toEqualTypeOf<never>();
		expectTypeOf<Unknown<z.output<typeof editBody>, RESTPatchAPIChannelMessageJSONBody>>().toEqualTypeOf<
			'tts' | 'enforce_nonce'
		>();
		type HookEdit = Unknown<z.output<typeof webhookEditBody>, RESTPatchAPIWebhookWithTokenMessageJSONBody>;
		expectTypeOf<HookEdit>().toEqualTypeOf<'tts' | 'enforce_nonce'>();
		type Slash = Extract<z.output<typeof commandBody>, { type: ApplicationCommandType.ChatInput }>;
		type Command = Unknown<Slash, RESTPostAPIChatInputApplicationCommandsJSONBody>;
		expectTypeOf<Command>().toEqualTypeOf<'id'>();
		expectTypeOf<keyof RESTPostAPIChannelMessagesThreadsJSONBody>().toEqualTypeOf<
			'name' | 'auto_archive_duration' | 'rate_limit_per_user'
		>();
	});

	it('take what the builders of discord.js make', () => {
		const button = new ButtonBuilder().setCustomId('b').setLabel('Go').setStyle(ButtonStyle.Primary).setEmoji('⏹️');
		const options = { label: 'A', value: 'a', description: 'd', emoji: { name: '👍' } };
		const select = new StringSelectMenuBuilder().setCustomId('s').setPlaceholder('p').addOptions(options);
		const container = new ContainerBuilder()
			.setAccentColor(1)
			.addTextDisplayComponents(new TextDisplayBuilder().setContent('x'))
			.addSectionComponents(
				new SectionBuilder()
					.addTextDisplayComponents(new TextDisplayBuilder().setContent('y'))
					.setButtonAccessory(new ButtonBuilder().setURL('https://a.example').setLabel('L').setStyle(ButtonStyle.Link)),
			)
			.addSeparatorComponents((separator) => separator.setDivider(true))
			.addFileComponents((file) => file.setURL('attachment://a.txt'))
			.addMediaGalleryComponents((gallery) => gallery.addItems({ media: { url: 'attachment://p.png' } }))
			.addActionRowComponents(new ActionRowBuilder<ButtonBuilder>().addComponents(button));
		const row = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select);
		expect(messageComponents.safeParse(json([container, row])).error).toBeUndefined();
		const form = new ModalBuilder()
			.setCustomId('m')
			.setTitle('T')
			.addLabelComponents(
				new LabelBuilder()
					.setLabel('Words')
					.setTextInputComponent(
						new TextInputBuilder().setCustomId('t').setStyle(TextInputStyle.Paragraph).setRequired(false),
					),
				new LabelBuilder()
					.setLabel('Files')
					.setDescription('Some')
					.setFileUploadComponent(new FileUploadBuilder().setCustomId('f').setMinValues(0).setMaxValues(10)),
			);
		expect(modal.safeParse(json(form)).error).toBeUndefined();
		expect(commandBody.safeParse(json(command())).error).toBeUndefined();
	});
});

function command(): SlashCommandBuilder {
	const built = new SlashCommandBuilder()
		.setName('smith')
		.setDescription('Asks')
		.setContexts(0, 1, 2)
		.setIntegrationTypes(0, 1);
	built.addSubcommand((sub) =>
		sub
			.setName('ask')
			.setDescription('Ask')
			.addStringOption((option) => option.setName('prompt').setDescription('What').setRequired(true).setMaxLength(6000))
			.addAttachmentOption((option) => option.setName('file1').setDescription('A file').setFileTypes('image', '.csv')),
	);
	built.addSubcommandGroup((group) =>
		group
			.setName('mode')
			.setDescription('Mode')
			.addSubcommand((sub) =>
				sub
					.setName('set')
					.setDescription('Set')
					.addStringOption((option) => option.setName('to').setDescription('To').addChoices({ name: 'A', value: 'a' })),
			),
	);
	return built;
}

/** As it goes over the wire. */
function json(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
