import { Events, MessageFlags } from 'discord.js';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { createBot, logIn } from '../bot.ts';
import { startFakeDiscord } from '../fake-discord.ts';
import { bits } from '../permissions.ts';

async function online() {
	const fake = await startFakeDiscord();
	const bot = createBot(fake);
	await logIn(bot, fake);
	const channel = await bot.client.channels.fetch(fake.channel);
	if (!channel?.isSendable()) throw new Error('No channel to write to');
	return {
		...{ fake, bot, channel, ada: fake.as(fake.ada), client: bot.client },
		async [Symbol.asyncDispose]() {
			await bot[Symbol.asyncDispose]();
			await fake[Symbol.asyncDispose]();
		},
	};
}

test('edits, deletions and reactions are told', async () => {
	await using at = await online();
	const { client, ada, fake } = at;
	const told: string[] = [];
	client.on(Events.MessageUpdate, (_before, after) => told.push(`edited ${after.content}`));
	client.on(Events.MessageDelete, ({ id }) => told.push(`deleted ${id}`));
	client.on(Events.MessageReactionAdd, ({ emoji }, user) => told.push(`${emoji.name} ${user.id}`));
	const id = await ada.say(fake.channel, 'first');
	await ada.edit(id, 'second');
	await fake.as(fake.grace).react(id, '👍');
	await ada.remove(id);
	await waitFor(() => told.length === 3, 'three events');
	expect(told).toEqual(['edited second', `👍 ${fake.grace}`, `deleted ${id}`]);
	await expect(fake.as(fake.grace).edit(await ada.say(fake.channel, 'mine'), 'x')).rejects.toThrow('is not of');
});

test('a forward is a snapshot without author, says nothing else, and cannot be changed', async () => {
	await using at = await online();
	const { ada, fake } = at;
	const of = await fake.as(fake.grace).say(fake.channel, 'the numbers');
	const id = await ada.say(fake.channel, '', { forwards: of });
	const route = `/channels/${fake.channel}/messages/${id}` as const;
	const wire = (await at.client.rest.get(route)) as APIMessage;
	expect(wire).toMatchObject({ content: '', message_reference: { type: 1, message_id: of } });
	expect(wire.message_snapshots).toMatchObject([{ message: { content: 'the numbers' } }]);
	expect(Object.keys(wire.message_snapshots?.[0]?.message ?? {})).not.toContain('author');
	expect(wire).not.toHaveProperty('referenced_message');
	await expect(ada.say(fake.channel, 'see', { forwards: of })).rejects.toThrow('Nobody can say anything');
	await expect(ada.edit(id, 'see')).rejects.toThrow('forwarded');
	await expect(fake.as(fake.grace).edit(of, '')).rejects.toThrow('empty');
	await expect(fake.as(fake.grace).edit(of, 'x'.repeat(4001))).rejects.toThrow('4,000');
});

test('a thread begins on a message, opens with it, and has its id', async () => {
	await using at = await online();
	const { client, ada, fake } = at;
	const created: (string | null)[] = [];
	client.on(Events.ThreadCreate, (thread) => created.push(thread.id, thread.parentId));
	const id = await ada.say(fake.channel, 'let us talk');
	expect(await ada.startThread(id, 'Talk')).toBe(id);
	await fake.as(fake.grace).say(id, 'yes');
	await waitFor(() => created.length === 2, 'the thread');
	expect(created).toEqual([id, fake.channel]);
	expect(fake.threads(fake.channel)).toMatchObject([{ id, name: 'Talk', owner: fake.ada, archived: false }]);
	expect(fake.messages(id).map(({ content }) => content)).toEqual(['', 'yes']);
	await expect(ada.startThread(id, 'Again')).rejects.toThrow('No thread');
});

test('a post in a forum is a thread whose first message has its id', async () => {
	await using at = await online();
	const { client, ada, fake } = at;
	const heard: string[] = [];
	client.on(Events.MessageCreate, ({ id, channelId }) => heard.push(id, channelId));
	const id = await ada.forumPost(fake.forum, 'How?', 'tell me');
	await waitFor(() => heard.length > 0, 'the post');
	expect(heard).toEqual([id, id]);
	expect(fake.channelOf(id)).toMatchObject({ name: 'How?', parent: fake.forum });
	await expect(ada.say(fake.forum, 'here?')).rejects.toThrow('forum');
});

test('an archived thread wakes when somebody writes, a locked one lets nobody', async () => {
	await using at = await online();
	const { ada, fake } = at;
	const thread = await ada.startThread(await ada.say(fake.channel, 'x'), 'X');
	fake.archive(thread);
	expect(fake.channelOf(thread).archived).toBe(true);
	await ada.say(thread, 'awake');
	expect(fake.channelOf(thread).archived).toBe(false);
	fake.lock(thread);
	await expect(fake.as(fake.grace).say(thread, 'me too')).rejects.toThrow('locked');
});

test('people who may not write cannot, and channels that the bot may not see are not told of', async () => {
	await using at = await online();
	const { ada, fake } = at;
	fake.setEveryonePermissions(fake.channel, bits('ViewChannel'));
	await expect(fake.as(fake.visitor).say(fake.channel, 'hi')).rejects.toThrow('SendMessages');
	const hidden = fake.addChannel({ name: 'hidden', permissions: 0n });
	const before = fake.events('MESSAGE_CREATE').length;
	await ada.say(hidden, 'secret');
	expect(fake.events('MESSAGE_CREATE')).toHaveLength(before);
});

test('slow-mode, premium tiers, deleted threads and the end of the membership are told', async () => {
	await using at = await online();
	const { client, ada, fake } = at;
	const told: string[] = [];
	client.on(Events.ChannelUpdate, (_before, after) => {
		if ('rateLimitPerUser' in after) told.push(`slow ${after.rateLimitPerUser}`);
	});
	client.on(Events.GuildUpdate, (_before, { premiumTier }) => told.push(`tier ${premiumTier}`));
	client.on(Events.ThreadDelete, ({ id }) => told.push(`gone ${id}`));
	client.on(Events.GuildDelete, ({ id }) => told.push(`out ${id}`));
	const thread = await ada.startThread(await ada.say(fake.channel, 'x'), 'X');
	fake.slowmode(fake.channel, 30);
	fake.setPremiumTier(fake.guild, 2);
	fake.deleteThread(thread);
	fake.removeGuild(fake.guild);
	await waitFor(() => told.length === 4, 'four events');
	expect(told).toEqual(['slow 30', 'tier 2', `gone ${thread}`, `out ${fake.guild}`]);
});

test('what the bot writes can be seen, with its words and whom it pings', async () => {
	await using at = await online();
	const { client, channel, fake } = at;
	const own: string[] = [];
	client.on(Events.MessageCreate, ({ author }) => own.push(author.id));
	const text = `hello <@${fake.ada}> and @everyone`;
	const loud = await channel.send({ content: text, files: [{ name: 'a.txt', attachment: Buffer.from('a') }] });
	const quiet = await channel.send({ content: text, allowedMentions: { parse: [] } });
	await waitFor(() => own.length === 2, 'its own messages');
	expect(own).toEqual([fake.botUser, fake.botUser]);
	const [first, second] = [fake.message(loud.id), fake.message(quiet.id)];
	if (!first || !second) throw new Error('The messages are not there');
	expect(fake.plainText(first)).toBe('hello @Ada and @everyone\na.txt');
	expect(new TextDecoder().decode(first.attachments[0]?.bytes)).toBe('a');
	expect(fake.pings(first)).toEqual([fake.ada, '@everyone']);
	expect(fake.pings(second)).toEqual([]);
	await quiet.edit({ content: text, allowedMentions: { parse: ['users'] } });
	expect(fake.pings(second)).toEqual([fake.ada]);
	await client.rest.patch(`/channels/${fake.channel}/messages/${quiet.id}`, { body: { content: text } });
	expect(fake.pings(second)).toEqual([fake.ada, '@everyone']);
	expect(fake.message(quiet.id)?.edits).toBe(2);
});

test('words stand in components, embeds and buttons', async () => {
	await using at = await online();
	const { client, channel, fake } = at;
	const button = { type: 2, style: 1, label: 'Stop', custom_id: 'stop' };
	const components = [
		{
			type: 17,
			components: [
				{ type: 10, content: 'Working' },
				{ type: 1, components: [button] },
			],
		},
	];
	const body = { components, flags: MessageFlags.IsComponentsV2 };
	const sent = (await client.rest.post(`/channels/${fake.channel}/messages`, { body })) as { id: string };
	const embedded = await channel.send({
		embeds: [{ title: 'A title', description: 'Words', footer: { text: 'End' } }],
	});
	const textOf = (id: string) => fake.plainText(fake.messages(fake.channel).find((one) => one.id === id) ?? fail());
	expect(textOf(sent.id)).toBe('Working\nStop');
	expect(textOf(embedded.id)).toBe('A title\nWords\nEnd');
});

test('typing is seen, by the time of the fake', async () => {
	await using at = await online();
	await at.channel.sendTyping();
	at.fake.advance(10_000);
	await at.channel.sendTyping();
	const [first = 0, second = 0] = at.fake.typing(at.fake.channel);
	expect(second - first).toBeGreaterThanOrEqual(10_000);
});

test('every request is recorded', async () => {
	await using at = await online();
	await at.channel.send({ content: 'one', nonce: 'n1', enforceNonce: true });
	const [call] = at.fake.calls('POST', '/channels/:id/messages');
	expect(call).toMatchObject({ status: 200, body: { content: 'one', nonce: 'n1', enforce_nonce: true } });
	expect(at.fake.calls('GET', '/gateway/bot')).toHaveLength(1);
	expect(at.fake.messages(at.fake.channel)[0]?.nonce).toBe('n1');
});

function fail(): never {
	throw new Error('The message is not there');
}
