// The least that defers in Discord: discord.js, one listener, one call. In a process of its own, as the bot is.

import { Client, Events, GatewayIntentBits } from 'discord.js';

const [api = '', token = ''] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
client.on(Events.Error, () => {});
client.on(Events.InteractionCreate, (interaction) => {
	if (interaction.isChatInputCommand()) interaction.deferReply().catch(() => {});
});
client.once(Events.ClientReady, () => process.send?.('connected'));
await client.login(token);
await new Promise<void>((resolve) => process.once('disconnect', resolve));
await client.destroy();
