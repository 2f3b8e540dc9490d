import { Client, type ClientOptions, Events, GatewayIntentBits, Partials } from 'discord.js';
import { byFetch } from './api/rest-client.ts';
import type { FakeDiscord } from './fake-discord.ts';

/** A real client of discord.js at a fake Discord. */
export interface Bot extends AsyncDisposable {
	readonly client: Client;
	/** Errors beside those of the calls. */
	readonly errors: Error[];
}

/** The intents of an app that asks for message content. */
export const usualIntents: readonly GatewayIntentBits[] = [
	GatewayIntentBits.Guilds,
	GatewayIntentBits.GuildMessages,
	GatewayIntentBits.GuildMessageReactions,
	GatewayIntentBits.DirectMessages,
	GatewayIntentBits.MessageContent,
];

export function createBot({ apiUrl }: Pick<FakeDiscord, 'apiUrl'>, options: Partial<ClientOptions> = {}): Bot {
	const client = new Client({
		...{ intents: [...usualIntents], partials: [Partials.Channel, Partials.Message, Partials.Reaction] },
		...options,
		rest: { api: apiUrl, retries: 0, makeRequest: byFetch, ...options.rest },
	});
	const errors: Error[] = [];
	client.on(Events.Error, (error) => errors.push(error));
	return { client, errors, [Symbol.asyncDispose]: () => client.destroy() };
}

/** Resolves when the client has seen its guilds. */
export async function logIn(bot: Bot, { token }: Pick<FakeDiscord, 'token'>): Promise<void> {
	const ready = new Promise((resolve) => bot.client.once(Events.ClientReady, resolve));
	await bot.client.login(token);
	await ready;
}
