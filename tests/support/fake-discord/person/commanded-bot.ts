import { Events, type Interaction, ApplicationCommandOptionType as Option } from 'discord.js';
import { createBot, logIn } from '../bot.ts';
import { startFakeDiscord } from '../fake-discord.ts';

const commands = [
	{
		name: 'smith',
		description: 'The bot',
		contexts: [0, 1],
		integration_types: [0, 1],
		options: [
			{
				type: Option.Subcommand,
				name: 'ask',
				description: 'Asks',
				options: [
					{ type: Option.String, name: 'prompt', description: 'What', required: true },
					{ type: Option.Attachment, name: 'file1', description: 'A file' },
				],
			},
			{
				type: Option.Subcommand,
				name: 'load',
				description: 'Loads',
				options: [{ type: Option.String, name: 'session', description: 'Which', autocomplete: true }],
			},
		],
	},
	{ name: 'Work on this', type: 3, contexts: [0] },
];

/** A bot with commands at a fake Discord, that does `handle` with every interaction. */
export async function commandedBot(handle: (interaction: Interaction) => Promise<unknown>) {
	const fake = await startFakeDiscord();
	const bot = createBot(fake);
	const seen: Interaction[] = [];
	bot.client.on(Events.InteractionCreate, (interaction) => {
		seen.push(interaction);
		return void handle(interaction).catch((error: unknown) => bot.errors.push(error as Error));
	});
	await logIn(bot, fake);
	await bot.client.rest.put(`/applications/${fake.applicationId}/commands`, { body: commands });
	const channel = await bot.client.channels.fetch(fake.channel);
	if (!channel?.isSendable()) throw new Error('No channel to write to');
	return {
		...{ fake, bot, seen, channel, ada: fake.as(fake.ada) },
		async [Symbol.asyncDispose]() {
			await bot[Symbol.asyncDispose]();
			await fake[Symbol.asyncDispose]();
		},
	};
}
