// The least that answers in Slack: Bolt, one listener, one call. In a process of its own, as the bot is.

import { connectSocketApp } from '../../tests/support/fake-slack/bolt-app.ts';

const [apiUrl = '', botToken = '', appToken = ''] = process.argv.slice(2);
await using bare = await connectSocketApp({ apiUrl, botToken, appToken });
bare.app.event('app_mention', async ({ event, client }) => {
	await client.chat.postMessage({ channel: event.channel, thread_ts: event.ts, text: 'answer' });
});
process.send?.('connected');
await new Promise<void>((resolve) => process.once('disconnect', resolve));
