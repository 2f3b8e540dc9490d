import type { Report } from '../../../src/demo/report.ts';
import type { FakeDiscord } from '../fake-discord/fake-discord.ts';
import type { NamedBytes } from '../platform-demo/common-verdicts.ts';
import type { Playhouse } from '../platform-demo/play-demo.ts';
import { waitFor } from '../wait-for.ts';
import { createDiscordNarrator } from './discord-narrator.ts';
import { hasStop } from './own-messages.ts';
import { threadVerdicts } from './thread-verdicts.ts';

export interface DiscordPlayhouseDeps {
	readonly discord: FakeDiscord;
	readonly report: Report;
	/** Sees the thread when all is played. */
	readonly look: (thread: string) => Promise<void>;
}

/** A Discord server in which Ada uses `/smith ask` in a channel and goes on in the thread. */
export function createDiscordPlayhouse({ discord, report, look }: DiscordPlayhouseDeps): Playhouse {
	const ada = discord.as(discord.ada);
	/** None before the bot has answered. */
	const thread = () => discord.threads(discord.channel)[0]?.id;
	const messages = () => discord.messages(thread() ?? discord.channel);
	const own = () => messages().filter(({ author }) => author === discord.botUser);
	const begin = async (prompt: string, file: NamedBytes) => {
		await waitFor(() => discord.commands().some(({ name }) => name === 'smith'), 'the command /smith');
		report.say(`Ada: /smith ask ${prompt}  📎 ${file.name}`);
		await ada.slash('smith', 'ask', { options: { prompt, file1: file } }, discord.channel);
	};
	const goOn = async (channel: string, words: string, file: NamedBytes) => {
		report.say(`Ada: ${words}  📎 ${file.name}`);
		await ada.say(channel, words, { files: [file] });
	};
	return {
		settings: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
		async ask(words, file) {
			const channel = thread();
			// In its thread the bot needs neither a command nor its name.
			await (channel === undefined ? begin(words, file) : goOn(channel, words, file));
		},
		narrator: createDiscordNarrator({ discord, report, messages: own }),
		async settled() {
			await waitFor(() => !own().some(hasStop), 'the end of the Stop buttons').catch(() => {});
		},
		async outcome(episodes) {
			const id = thread() ?? '';
			await look(id);
			return {
				thread: `discord-${id}`,
				files: own().flatMap(({ attachments }) => attachments),
				verdicts: threadVerdicts({ discord, channel: discord.channel, thread: id, episodes }),
			};
		},
	};
}
