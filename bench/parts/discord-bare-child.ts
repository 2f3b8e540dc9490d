// The least that defers in Discord, and that types when it is named: discord.js, one call for each. In a process of its own, as the bot is.

import { Client, Events, GatewayIntentBits } from 'discord.js';

const [api = '', token = ''] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages], rest: { api } });
client.on(Events.Error, () => {});
client.on(Events.InteractionCreate, (interaction) => {
	if (interaction.isChatInputCommand()) interaction.deferReply().catch(() => {});
});
client.on(Events.MessageCreate, (message) => {
	if (message.mentions.has(client.user?.id ?? '') && message.channel.isSendable())
		message.channel.sendTyping().catch(() => {});
});
client.once(Events.ClientReady, () => process.send?.('connected'));
await client.login(token);
await new Promise<void>((resolve) => process.once('disconnect', resolve));
await client.destroy();
