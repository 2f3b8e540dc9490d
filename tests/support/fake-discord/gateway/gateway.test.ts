import { Events, GatewayDispatchEvents, GatewayIntentBits, type Message } from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { type Bot, createBot, logIn, usualIntents } from '../bot.ts';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';
import type { FakeDiscordOptions } from '../options.ts';

interface Online extends AsyncDisposable {
	readonly fake: FakeDiscord;
	readonly bot: Bot;
	readonly messages: Message[];
}

async function online(options: FakeDiscordOptions = {}, client: Parameters<typeof createBot>[1] = {}): Promise<Online> {
	const fake = await startFakeDiscord(options);
	const bot = createBot(fake, client);
	const messages: Message[] = [];
	bot.client.on(Events.MessageCreate, (message) => messages.push(message));
	await logIn(bot, fake);
	return {
		...{ fake, bot, messages },
		async [Symbol.asyncDispose]() {
			await bot[Symbol.asyncDispose]();
			await fake[Symbol.asyncDispose]();
		},
	};
}

const withoutContent = usualIntents.filter((bit) => bit !== GatewayIntentBits.MessageContent);

test('a client logs in and sees its guild with channels and roles', async () => {
	await using at = await online();
	const { client } = at.bot;
	const guild = client.guilds.cache.get(at.fake.guild);
	expect(client.user?.id).toBe(at.fake.botUser);
	expect(client.application?.id).toBe(at.fake.applicationId);
	expect(guild?.name).toBe('Workshop');
	expect(guild?.channels.cache.map(({ name }) => name).toSorted()).toEqual(['general', 'questions']);
	expect(guild?.roles.cache.get(at.fake.makers)?.name).toBe('makers');
	expect(guild?.members.me?.permissions.has('SendMessagesInThreads')).toBe(true);
	expect(at.fake.connections()).toEqual([0]);
});

test('a wrong token is refused', async () => {
	await using fake = await startFakeDiscord();
	await using bot = createBot(fake);
	await expect(bot.client.login('wrong')).rejects.toThrow();
	expect(fake.starts().identified).toBe(0);
});

test('the intent for message content is refused where the portal does not allow it', async () => {
	await using fake = await startFakeDiscord({ messageContent: false });
	await using bot = createBot(fake);
	await expect(logIn(bot, fake)).rejects.toThrow('disallowed intents');
});

test('what people write arrives with author, member and mentions', async () => {
	await using at = await online();
	const { fake } = at;
	const file = { name: 'notes.txt', bytes: new Uint8Array([104, 105]), contentType: 'text/plain' };
	await fake.as(fake.ada).say(fake.channel, 'look', { mention: true, files: [file] });
	const message = await waitFor(() => at.messages[0], 'the message');
	expect(message.content).toBe(`<@${fake.botUser}> look`);
	expect(message.author.globalName).toBe('Ada');
	expect(message.member?.roles.cache.has(fake.makers)).toBe(true);
	expect(message.mentions.has(fake.botUser)).toBe(true);
	expect(await (await fetch(message.attachments.first()?.url ?? '')).text()).toBe('hi');
});

test('without the intent content comes only with mentions, replies with a ping, own and direct messages', async () => {
	await using at = await online({}, { intents: [...withoutContent] });
	const { fake } = at;
	const ada = fake.as(fake.ada);
	const channel = await at.bot.client.channels.fetch(fake.channel);
	if (!channel?.isSendable()) throw new Error('No channel to write to');
	const own = await channel.send('own');
	await ada.say(fake.channel, 'plain', { files: [{ name: 'a.txt', bytes: new Uint8Array(1) }] });
	await ada.say(fake.channel, 'called', { mention: true });
	await ada.say(fake.channel, 'pinged', { replyTo: own.id });
	await ada.say(fake.channel, 'quiet', { replyTo: own.id, ping: false });
	await ada.dm('direct');
	await waitFor(() => at.messages.length === 6, 'six messages');
	expect(at.messages.map(({ content }) => content)).toEqual([
		'own',
		'',
		`<@${fake.botUser}> called`,
		'pinged',
		'',
		'direct',
	]);
	expect(at.messages[1]?.attachments.size).toBe(0);
});

test('a cut connection is resumed and what was missed is replayed', async () => {
	await using at = await online();
	const { fake } = at;
	fake.refuseConnections(true);
	fake.disconnect('cut');
	await waitFor(() => fake.connections().length === 0, 'the cut');
	await fake.as(fake.ada).say(fake.channel, 'missed');
	fake.refuseConnections(false);
	await waitFor(() => at.messages[0], 'the missed message', 30_000);
	expect(at.messages.map(({ content }) => content)).toEqual(['missed']);
	expect(fake.starts()).toEqual({ identified: 1, resumed: 1 });
});

test.each(['reconnect', 'invalid-session-resumable', 4000] as const)('%s ends in a resume', async (how) => {
	await using at = await online();
	at.fake.disconnect(how);
	await waitFor(() => at.fake.starts().resumed === 1, 'the resume', 30_000);
	await at.fake.as(at.fake.ada).say(at.fake.channel, 'on');
	await waitFor(() => at.messages[0]?.content === 'on', 'the message');
});

test('an invalid session begins anew, and what was missed is lost', async () => {
	await using at = await online();
	const { fake } = at;
	fake.disconnect('invalid-session');
	await fake.as(fake.ada).say(fake.channel, 'lost');
	await waitFor(() => fake.starts().identified === 2, 'the second start', 30_000);
	await fake.as(fake.ada).say(fake.channel, 'heard');
	await waitFor(() => at.messages.length > 0, 'a message');
	expect(at.messages.map(({ content }) => content)).toEqual(['heard']);
});

test('who closes properly misses what comes then', async () => {
	await using fake = await startFakeDiscord();
	await using first = createBot(fake);
	await logIn(first, fake);
	await first.client.destroy();
	await waitFor(() => fake.connections().length === 0, 'the end');
	await fake.as(fake.ada).say(fake.channel, 'missed');
	await using second = createBot(fake);
	const heard: string[] = [];
	second.client.on(Events.MessageCreate, ({ content }) => heard.push(content));
	await logIn(second, fake);
	await fake.as(fake.ada).say(fake.channel, 'heard');
	await waitFor(() => heard.length > 0, 'a message');
	expect(heard).toEqual(['heard']);
});

test('a client whose heartbeats are not acknowledged connects again', async () => {
	await using at = await online({ heartbeatMs: 50, eventsPerMinute: 10_000 });
	// It may be there again before anybody sees that it was gone.
	at.fake.zombie(true);
	await waitFor(() => at.fake.starts().resumed > 0, 'the resume', 30_000);
});

test('a message can be dispatched twice', async () => {
	await using at = await online();
	const raw: unknown[] = [];
	at.bot.client.ws.on(GatewayDispatchEvents.MessageCreate, ({ id }: { id: string }) => raw.push(id));
	at.fake.duplicateNext();
	const id = await at.fake.as(at.fake.ada).say(at.fake.channel, 'again');
	await waitFor(() => raw.length === 2, 'both');
	expect(raw).toEqual([id, id]);
});

test('two shards get the guilds that are theirs, direct messages go to shard 0', async () => {
	await using fake = await startFakeDiscord({ shards: 2 });
	const other = fake.addGuild({ name: 'Other', onShard: [1, 2] });
	const third = fake.addGuild({ name: 'Third', onShard: [0, 2] });
	await using bot = createBot(fake, { shards: 'auto' });
	const heard: (readonly [string | undefined, number | undefined])[] = [];
	bot.client.on(Events.MessageCreate, ({ content, guild }) => heard.push([content, guild?.shardId]));
	await logIn(bot, fake);
	const ada = fake.as(fake.ada);
	await ada.say(fake.channelsOf(other)[0] ?? '', 'one');
	await ada.say(fake.channelsOf(third)[0] ?? '', 'zero');
	await ada.dm('direct');
	await waitFor(() => heard.length === 3, 'three messages');
	expect(heard.toSorted()).toEqual([
		['direct', undefined],
		['one', 1],
		['zero', 0],
	]);
	expect(fake.events('MESSAGE_CREATE').map(({ shard }) => shard)).toEqual([1, 0, 0]);
});
