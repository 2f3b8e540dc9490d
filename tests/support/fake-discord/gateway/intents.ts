import { GatewayIntentBits } from 'discord-api-types/v10';
import { withoutContent } from '../wire/wire-message.ts';

/** Every intent there is. */
export const allIntents: number = Object.values(GatewayIntentBits)
	.filter((bit) => typeof bit === 'number')
	.reduce((all: number, bit) => all | bit, 0);

/** In guilds, and in direct conversations. */
const byPrefix: readonly (readonly [prefix: string, guild: number, direct: number])[] = [
	['MESSAGE_REACTION_', GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
	['MESSAGE_', GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
	['TYPING_', GatewayIntentBits.GuildMessageTyping, GatewayIntentBits.DirectMessageTyping],
	['GUILD_MEMBER_', GatewayIntentBits.GuildMembers, 0],
	['PRESENCE_', GatewayIntentBits.GuildPresences, 0],
	['GUILD_', GatewayIntentBits.Guilds, 0],
	['CHANNEL_', GatewayIntentBits.Guilds, 0],
	['THREAD_', GatewayIntentBits.Guilds, 0],
];

/** Whether an event comes with these intents: https://docs.discord.com/developers/events/gateway#list-of-intents */
export function isIntended(event: string, guild: string | undefined, intents: number): boolean {
	const row = byPrefix.find(([prefix]) => event.startsWith(prefix));
	const needed = row?.[guild === undefined ? 2 : 1] ?? 0;
	return (intents & needed) === needed;
}

interface MessageLike {
	readonly author?: { readonly id: string };
	readonly guild_id?: string;
	readonly mentions?: readonly { readonly id: string }[];
	readonly referenced_message?: MessageLike | null;
}

/** An event as it reaches an app without the intent for message content. */
export function asSeen(event: string, data: object, intents: number, bot: string): object {
	if (intents & GatewayIntentBits.MessageContent) return data;
	return event === 'MESSAGE_CREATE' || event === 'MESSAGE_UPDATE' ? strip(data as MessageLike, bot) : data;
}

function strip(message: MessageLike, bot: string): MessageLike {
	if (message.guild_id === undefined) return message;
	const { referenced_message: inner, guild_id } = message;
	const whole = inner ? { ...message, referenced_message: strip({ guild_id, ...inner }, bot) } : message;
	const readable = message.author?.id === bot || message.mentions?.some(({ id }) => id === bot);
	return readable ? whole : withoutContent(whole);
}
