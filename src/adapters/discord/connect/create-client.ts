import type { REST } from '@discordjs/rest';
import type { Client, ClientOptions, Options } from 'discord.js';
import type { Logger } from '../../../base/log.ts';
import { letGatewayUseProxies } from './gateway-proxy.ts';
import { guardedStrategy } from './guard-shards.ts';

export interface ClientDeps {
	readonly rest: REST;
	readonly readsContent: boolean;
	readonly log: Logger;
}

/** How long a shard waits for guilds that Discord has announced, milliseconds. */
const guildsMs = 5000;

/** Messages and people are read from the events here; discord.js is to keep none of them. */
const limits = {
	ApplicationCommandManager: 0,
	AutoModerationRuleManager: 0,
	BaseGuildEmojiManager: 0,
	DMMessageManager: 0,
	GuildBanManager: 0,
	GuildEmojiManager: 0,
	GuildInviteManager: 0,
	GuildMessageManager: 0,
	GuildScheduledEventManager: 0,
	GuildStickerManager: 0,
	MessageManager: 0,
	PresenceManager: 0,
	ReactionManager: 0,
	ReactionUserManager: 0,
	StageInstanceManager: 0,
	ThreadMemberManager: 0,
	VoiceStateManager: 0,
} satisfies Parameters<typeof Options.cacheWithLimits>[0];

/** discord.js for the gateway alone: what it says and answers goes by `rest`, which stays ours. */
export async function createClient({ rest, readsContent, log }: ClientDeps): Promise<Client> {
	letGatewayUseProxies();
	const { Client, GatewayIntentBits, Options, Partials, SimpleShardingStrategy } = await import('discord.js');
	const ownOnly = { maxSize: 0, keepOverLimit: ({ id }: { id: string }) => id === client.user?.id };
	const options: ClientOptions = {
		intents: [
			GatewayIntentBits.Guilds,
			GatewayIntentBits.GuildMessages,
			GatewayIntentBits.GuildMessageReactions,
			GatewayIntentBits.DirectMessages,
			GatewayIntentBits.DirectMessageReactions,
			...(readsContent ? [GatewayIntentBits.MessageContent] : []),
		],
		partials: [Partials.Channel, Partials.Message, Partials.Reaction],
		makeCache: Options.cacheWithLimits({ ...limits, GuildMemberManager: ownOnly, UserManager: ownOnly }),
		allowedMentions: { parse: [], repliedUser: false },
		failIfNotExists: false,
		shards: 'auto',
		waitGuildTimeout: guildsMs,
		ws: { buildStrategy: guardedStrategy(SimpleShardingStrategy, log) },
	};
	const client: Client = new Client(options);
	client.rest = lent(rest);
	listenForTrouble(client, log);
	return client;
}

/** discord.js takes its REST's token away when it leaves, and stops its sweeping: ours goes on being used. */
function lent(rest: REST): REST {
	const kept = ['setToken', 'clearHashSweeper', 'clearHandlerSweeper'];
	return new Proxy(rest, {
		get(target, name) {
			if (kept.includes(String(name))) return () => target;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

/** Without a listener of `error`, one that rejects anywhere in discord.js would end the process. */
function listenForTrouble(client: Client, log: Logger): void {
	client.on('error', (error) => log.warn('discord.js reports an error', { err: error }));
	client.on('warn', (message) => log.warn('discord.js warns', { text: message }));
	client.on('shardError', (error, shard) => log.warn('Connection to Discord has failed', { shard, err: error }));
	client.on('shardReconnecting', (shard) => log.info('Connection to Discord was lost and is made anew', { shard }));
	client.on('shardResume', (shard, missed) => log.info('Connection to Discord goes on', { shard, missed }));
	client.on('invalidated', () => log.error('Discord has ended the session for good'));
}
