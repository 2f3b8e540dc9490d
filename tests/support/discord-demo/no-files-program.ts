/** The demo in a Discord server whose channel takes no files of the bot: steps of it cannot happen. */
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { runDemo } from '../discord-demo.ts';

const {
	ViewChannel,
	SendMessages,
	SendMessagesInThreads,
	CreatePublicThreads,
	ReadMessageHistory,
	EmbedLinks,
	AddReactions,
} = PermissionFlagsBits;
const withoutFiles =
	ViewChannel |
	SendMessages |
	SendMessagesInThreads |
	CreatePublicThreads |
	ReadMessageHistory |
	EmbedLinks |
	AddReactions;

process.exitCode = await runDemo({
	json: process.argv.includes('--json'),
	signal: AbortSignal.timeout(280_000),
	before: (discord) => discord.setPermissions(discord.channel, withoutFiles),
});
