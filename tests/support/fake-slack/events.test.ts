import { describe, expect, it } from 'vitest';
import { waitFor } from '../wait-for.ts';
import { connectHttpApp, connectSocketApp } from './bolt-app.ts';
import { startFakeSlack } from './fake-slack.ts';

const modes = [
	['sockets', connectSocketApp],
	['HTTP', connectHttpApp],
] as const;

describe.each(modes)('the fake Slack over %s', (_name, connect) => {
	it('delivers a mention twice, as app_mention and as message, and answers come back as events of a bot', async () => {
		await using slack = await startFakeSlack();
		await using bot = await connect(slack);
		const seen: string[] = [];
		bot.app.event('app_mention', async ({ event, say, body }) => {
			seen.push(`mention ${event.ts} ${body.authorizations?.[0]?.team_id}`);
			await say({ text: `heard: ${event.text}`, thread_ts: event.ts });
		});
		bot.app.event('message', async ({ event }) => {
			seen.push(`message ${event.ts} ${event.channel_type}`);
		});
		const { ts, acknowledged } = await slack.as('U1').mention('C1', 'hello & <you>');
		expect(acknowledged).toBe(true);
		await waitFor(() => slack.messages('C1', ts).length === 2, 'the answer');
		const answer = slack.messages('C1', ts)[1];
		expect(answer && slack.plainText(answer)).toBe(`heard: @Smith hello & <you>`);
		await waitFor(() => seen.length === 2, 'both deliveries');
		expect(seen.toSorted()).toEqual([`mention ${ts} T1`, `message ${ts} channel`]);
		const own = await waitFor(() => slack.deliveries('message')[1], 'the event of the answer');
		expect(own.payload['event']).toMatchObject({ bot_id: slack.botId, user: slack.botUser, thread_ts: ts });
	});

	it('carries actions, forms with errors, and commands with their answers', async () => {
		await using slack = await startFakeSlack();
		await using bot = await connect(slack);
		bot.app.action('go', async ({ ack, body, client }) => {
			await ack();
			if (!('trigger_id' in body)) return;
			await client.views.open({
				trigger_id: body.trigger_id,
				view: {
					type: 'modal',
					callback_id: 'form',
					title: { type: 'plain_text', text: 'Form' },
					submit: { type: 'plain_text', text: 'OK' },
					blocks: [
						{
							type: 'input',
							block_id: 'name',
							label: { type: 'plain_text', text: 'Name' },
							element: { type: 'plain_text_input', action_id: 'name' },
						},
					],
				},
			});
		});
		bot.app.view('form', async ({ ack, view }) => {
			const name = view.state.values['name']?.['name']?.value;
			if (name === 'x') return ack({ response_action: 'errors', errors: { name: 'Too short' } });
			return ack();
		});
		bot.app.command('/smith', async ({ ack, respond, command }) => {
			await ack(`you said ${command.text}`);
			await respond('later');
		});
		const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } } as const;
		const { ts = '' } = await bot.app.client.chat.postMessage({
			channel: 'C1',
			text: 'a question',
			blocks: [{ type: 'actions', elements: [button] }],
		});
		const ada = slack.as('U1');
		expect(await ada.click(ts, 'go')).toMatchObject({ acknowledged: true, body: undefined });
		const view = await waitFor(() => slack.views('U1')[0], 'the form');
		const id = String(view['id']);
		expect((await ada.submit(id, { name: 'x' })).errors).toEqual({ name: 'Too short' });
		expect((await ada.submit(id, { name: 'long' })).errors).toEqual({});
		expect(slack.views()).toEqual([]);
		await expect(ada.submit(id, { name: 'again' })).rejects.toThrow('no open view');
		const command = await ada.slash('/smith', 'hi', 'C1');
		expect(command.body).toEqual({ text: 'you said hi' });
		await waitFor(() => command.responses.length === 1, 'the later answer');
		const toAda = slack.messages('C1').filter(({ ephemeralTo }) => ephemeralTo === 'U1');
		expect(toAda.map(({ text }) => text)).toEqual(['you said hi', 'later']);
	});
});
