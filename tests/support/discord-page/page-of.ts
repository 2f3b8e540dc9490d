import type { FakeDiscord } from '../fake-discord/fake-discord.ts';
import type { StoredInteraction } from '../fake-discord/records.ts';
import type { SeenMessage } from '../fake-discord/seen.ts';
import type { UsedCommand } from './render-message.ts';
import type { ThreadPage } from './render-page.ts';

/** A thread of the fake Discord, with the message that it was begun on. */
export function pageOf(discord: FakeDiscord, thread: string): ThreadPage {
	const { name, parent } = discord.channelOf(thread);
	const names: Readonly<Record<string, string>> = {
		[discord.ada]: 'Ada',
		[discord.grace]: 'Grace',
		[discord.visitor]: 'Visitor',
		[discord.makers]: 'makers',
		[discord.botUser]: 'Threadsmith',
	};
	const begun = discord.message(thread);
	// Discord puts a message without words in front, which stands for the one that the thread was begun on.
	const stands = ({ reference, content }: SeenMessage) => reference === thread && content === '';
	const inside = discord.messages(thread).filter((message) => message.id !== thread && !stands(message));
	return {
		channel: parent === undefined ? '' : discord.channelOf(parent).name,
		name,
		messages: begun ? [begun, ...inside] : inside,
		bot: discord.botUser,
		nameOf: (id) => names[id],
		commandOf: (interaction) => commandOf(discord.interactions().find(({ id }) => id === interaction)),
	};
}

function commandOf(interaction: StoredInteraction | undefined): UsedCommand | undefined {
	const data = interaction?.payload.data;
	if (!interaction || !data || !('name' in data)) return undefined;
	const [first] = 'options' in data && data.options ? data.options : [];
	return { name: first ? `${data.name} ${first.name}` : data.name, user: interaction.user };
}
