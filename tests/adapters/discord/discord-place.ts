import { type APIApplicationCommandOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { hasStop } from '../../support/discord-demo/own-messages.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import type { FakeDiscordOptions } from '../../support/fake-discord/options.ts';
import { usable } from '../../support/fake-discord/person/find-component.ts';
import type { InteractionSeen } from '../../support/fake-discord/person/person.ts';
import type { SeenMessage } from '../../support/fake-discord/seen.ts';
import { type Place, type PlaceThread, type Somebody, thinking } from '../forge-place.ts';
import { settingsFor } from './listen/open-listen.ts';

/** Two servers of Discord: Ada owns both and is admin in the first; Grace is a member there, and a visitor is in it without being one. */
export async function discordPlace(
	options: FakeDiscordOptions = {},
): Promise<Place & { readonly discord: FakeDiscord }> {
	const discord = await startFakeDiscord(options);
	const other = discord.addGuild({ name: 'Other' });
	const ours = { admin: discord.ada, member: discord.grace, stranger: discord.visitor };
	const alone = { admin: discord.ada, member: discord.ada, stranger: discord.visitor };
	return {
		discord,
		admins: [`discord:${discord.guild}/${discord.ada}`],
		members: [discord.ada, discord.grace].map((person) => `discord:${discord.guild}/${person}`),
		catalog: `discord-${discord.guild}`,
		outage: discord.outage,
		connect: ({ store, commands, denialOf, openArtifact, clock }) =>
			createDiscord({
				...store,
				...(clock && { clock }),
				settings: settingsFor(discord),
				commands,
				denialOf,
				openArtifact,
				log: silentLogger,
			}),
		started: async () => {},
		thread: (workspace = 'first') =>
			workspace === 'other'
				? threadIn(discord, { channel: discord.channelsOf(other)[0] ?? '', ...alone })
				: threadIn(discord, { channel: discord.channel, ...ours }),
		direct: () => threadIn(discord, { channel: undefined, ...alone }),
		[Symbol.asyncDispose]: () => discord[Symbol.asyncDispose](),
	};
}

interface Where extends Readonly<Record<Somebody, string>> {
	/** undefined: a direct conversation. */
	readonly channel: string | undefined;
}

function threadIn(discord: FakeDiscord, { channel, ...people }: Where): PlaceThread {
	let thread: string | undefined;
	const told: Record<Somebody, InteractionSeen[]> = { admin: [], member: [], stranger: [] };
	// The bot makes the thread.
	const isThere = () => channel === undefined || discord.threads(channel).some(({ id }) => id === thread);
	const all = () => (thread !== undefined && isThere() ? discord.messages(thread) : []);
	const posts = () => all().filter(({ author, ephemeralTo }) => author === discord.botUser && !ephemeralTo);
	const wordsOf = (message: SeenMessage) => discord.plainText(message);
	return {
		as(who) {
			const person = discord.as(people[who]);
			return {
				async say(words) {
					if (channel === undefined) thread = (await person.dm(words)).channel;
					else {
						const id = await person.say(thread ?? channel, words, { mention: true });
						thread ??= id;
					}
				},
				async command(words) {
					const { subcommand, options } = typedIn(discord, words);
					told[who].push(await person.slash('smith', subcommand, { options }, thread ?? ''));
				},
				press: async ({ id, buttons }, choice) => void told[who].push(await person.click(id, buttons[choice] ?? '')),
				toldApart: () => told[who].flatMap(wordsToldIn),
			};
		},
		seen: () => posts().map(wordsOf),
		files: () =>
			posts().flatMap(({ attachments }) =>
				attachments.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString() })),
			),
		isAtWork: () => posts().some(hasStop),
		questions: () =>
			posts().flatMap((message) => {
				const buttons = usable(message.components).flatMap((one) =>
					one.custom_id.startsWith('choose ') ? [one.custom_id] : [],
				);
				return buttons.length > 0 ? [{ id: message.id, buttons, text: wordsOf(message) }] : [];
			}),
	};

	function wordsToldIn({ response, followUps, thinking: isThinking }: InteractionSeen): string[] {
		const words = [response, ...followUps].flatMap((one) => (one?.ephemeralTo ? wordsOf(one) : []));
		return isThinking ? [...words, thinking] : words;
	}
}

/** Words as somebody gives them in Discord: the first name subcommands, each further one is typed into the next option. */
function typedIn(discord: FakeDiscord, words: string): { readonly subcommand: string; readonly options: Filled } {
	const path: string[] = [];
	const rest = words.split(' ');
	let level = discord.commands().find(({ name }) => name === 'smith')?.options ?? [];
	for (let sub = subNamed(level, rest[0]); sub !== undefined; sub = subNamed(level, rest[0])) {
		path.push(sub.name);
		rest.shift();
		level = sub.options ?? [];
	}
	const typed = level.flatMap(({ name, type }, at) => {
		const word = rest[at];
		return word === undefined ? [] : [[name, type === ApplicationCommandOptionType.Integer ? Number(word) : word]];
	});
	return { subcommand: path.join(' '), options: Object.fromEntries(typed) };
}

type Filled = Readonly<Record<string, string | number>>;

function subNamed(level: readonly APIApplicationCommandOption[], name: string | undefined) {
	const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;
	return level
		.filter((option) => option.type === Subcommand || option.type === SubcommandGroup)
		.find((option) => option.name === name);
}
