import { AttachmentBuilder, Client, Events, GatewayIntentBits, MessageFlags, type TextChannel } from 'discord.js';
import { expect, it } from 'vitest';
import { startFakeDiscord } from '../fake-discord.ts';
import { byFetch } from './rest-client.ts';

it('what discord.js sends by itself is taken', async () => {
	await using discord = await startFakeDiscord();
	const client = new Client({
		intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
		rest: { api: discord.apiUrl, makeRequest: byFetch },
	});
	const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
	await client.login(discord.token);
	await ready;
	const channel = (await client.channels.fetch(discord.channel)) as TextChannel;
	const file = new AttachmentBuilder(Buffer.from('1,2'), { name: 'a.csv', description: 'A table' });
	const sent = await channel.send({
		content: 'hello',
		files: [file],
		allowedMentions: { parse: [], repliedUser: false },
	});
	const reply = await sent.reply({ content: 'reply', flags: MessageFlags.SuppressNotifications });
	await reply.edit({ content: 'edited', allowedMentions: { parse: [] } });
	await reply.react('👍');
	const thread = await sent.startThread({ name: 'thread', autoArchiveDuration: 60 });
	await thread.send('inside');
	await thread.sendTyping();
	expect((await thread.messages.fetch({ limit: 5 })).map(({ content }) => content)).toContain('inside');
	await reply.delete();
	expect(discord.calls().filter(({ status }) => status >= 400)).toEqual([]);
	await client.destroy();
});
