import type { ViewResponseAction } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { type ConnectedApp, connectSocketApp } from '../bolt-app.ts';
import { type FakeSlack, startFakeSlack } from '../fake-slack.ts';

let slack: FakeSlack;
let bot: ConnectedApp;

beforeEach(async () => {
	slack = await startFakeSlack();
	bot = await connectSocketApp(slack);
});
afterEach(async () => {
	await bot[Symbol.asyncDispose]();
	await slack[Symbol.asyncDispose]();
});

const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const option = (value: string) => ({ text: plain(value), value });
const input = (id: string, element: object, optional = false) => ({
	type: 'input',
	block_id: id,
	label: plain(id),
	element: { action_id: id, ...element },
	optional,
});
const fields = [
	input('name', { type: 'plain_text_input', initial_value: 'untitled', max_length: 10 }),
	input('count', { type: 'number_input', is_decimal_allowed: false }, true),
	input('kind', { type: 'static_select', options: [option('a'), option('b')] }),
	input('tags', { type: 'checkboxes', options: [option('x'), option('y')] }, true),
];
const modal = (blocks: object[], extra: object = {}) => ({
	type: 'modal',
	callback_id: 'form',
	title: plain('F'),
	submit: plain('OK'),
	blocks,
	...extra,
});

/** A form that is open for a person. */
async function openForm(blocks: object[], extra: object = {}): Promise<string> {
	bot.app.shortcut('new', async ({ ack, body, client }) => {
		await ack();
		await client.apiCall('views.open', { trigger_id: body.trigger_id, view: modal(blocks, extra) });
	});
	await slack.as('U1').shortcut('new');
	return String((await waitFor(() => slack.views('U1')[0], 'the form'))['id']);
}

describe('a person in the fake Slack', () => {
	it('fills a form in: what it holds, what is left as it was, what is left empty', async () => {
		const states: unknown[] = [];
		bot.app.view('form', async ({ ack, view }) => {
			states.push(view.state.values);
			await ack();
		});
		const id = await openForm(fields);
		await slack.as('U1').submit(id, { kind: 'b', tags: ['x', 'y'] });
		expect(states[0]).toEqual({
			name: { name: { type: 'plain_text_input', value: 'untitled' } },
			count: { count: { type: 'number_input', value: null } },
			kind: { kind: { type: 'static_select', selected_option: option('b') } },
			tags: { tags: { type: 'checkboxes', selected_options: [option('x'), option('y')] } },
		});
	});

	it('cannot send what the form does not take', async () => {
		const id = await openForm(fields);
		const ada = slack.as('U1');
		await expect(ada.submit(id, {})).rejects.toThrow('wants something in "kind"');
		await expect(ada.submit(id, { kind: 'c' })).rejects.toThrow('offers no "c"');
		await expect(ada.submit(id, { kind: 'a', count: 'two' })).rejects.toThrow('wants a number');
		await expect(ada.submit(id, { kind: 'a', name: 'much too long' })).rejects.toThrow('refuses the length');
		await expect(ada.submit(id, { kind: 'a', colour: 'x' })).rejects.toThrow('has no field "colour"');
		await expect(slack.as('U2').submit(id, { kind: 'a' })).rejects.toThrow('has no open view');
	});

	it('sees the form change, another one on top, or all of them close, as the app answers', async () => {
		const next = modal([{ type: 'header', text: plain('next') }]);
		const answers = [
			{ response_action: 'update', view: next },
			{ response_action: 'push', view: next },
			{ response_action: 'clear' },
		];
		bot.app.view('form', async ({ ack }) => ack(answers.shift() as ViewResponseAction));
		const id = await openForm([fields[0] ?? {}]);
		const ada = slack.as('U1');
		await ada.submit(id, {});
		expect(slack.views('U1')[0]).toMatchObject({ id, blocks: [{ type: 'header' }] });
		await ada.submit(id, {});
		expect(slack.views('U1')).toMatchObject([{ id }, { root_view_id: id, previous_view_id: id }]);
		await ada.submit(id, {});
		expect(slack.views('U1')).toEqual([]);
	});

	it('closes a form; the app hears of it when it asked to', async () => {
		const closed: string[] = [];
		bot.app.view({ callback_id: 'form', type: 'view_closed' }, async ({ ack, view }) => {
			closed.push(view.id);
			await ack();
		});
		const id = await openForm([], { notify_on_close: true });
		await slack.as('U1').closeView(id);
		expect([closed, slack.views()]).toEqual([[id], []]);
	});

	it('is told of errors only at inputs', async () => {
		bot.app.view('form', async ({ ack }) => ack({ response_action: 'errors', errors: { nowhere: 'x' } }));
		const id = await openForm([fields[0] ?? {}]);
		await expect(slack.as('U1').submit(id, {})).rejects.toThrow('"nowhere", which is no input');
	});

	it('opens the home tab and acts there; opens the messages tab', async () => {
		const acted: unknown[] = [];
		bot.app.event('app_home_opened', async ({ event, client }) => {
			acted.push([event.tab, event.channel]);
			const elements = [{ type: 'button', action_id: 'more', text: plain('More') } as const];
			await client.views.publish({
				user_id: event.user,
				view: { type: 'home', blocks: [{ type: 'actions', elements }] },
			});
		});
		bot.app.action('more', async ({ ack, body }) => {
			acted.push('container' in body && body.container);
			await ack();
		});
		const ada = slack.as('U1');
		await ada.openHome('home');
		const home = await waitFor(() => slack.home('U1'), 'the home tab');
		expect((await ada.clickHome('more')).acknowledged).toBe(true);
		await ada.openHome('messages');
		expect(acted).toEqual([
			['home', slack.dm('U1')],
			{ type: 'view', view_id: home['id'] },
			['messages', slack.dm('U1')],
		]);
	});

	it('gives feedback, chooses from menus, and finds no button that is not there', async () => {
		const actions: unknown[] = [];
		bot.app.action(/.*/, async ({ ack, action }) => {
			actions.push(action);
			await ack();
		});
		const verdict = (value: string) => ({ text: plain(value), value });
		const blocks = [
			{
				type: 'context_actions',
				elements: [
					{
						type: 'feedback_buttons',
						action_id: 'fb',
						positive_button: verdict('up'),
						negative_button: verdict('down'),
					},
				],
			},
			{
				type: 'actions',
				elements: [{ type: 'static_select', action_id: 'pick', options: [option('a'), option('b')] }],
			},
			...['1', '2'].map((value) => ({
				type: 'actions',
				elements: [{ type: 'button', action_id: 'use', text: plain('Use'), value }],
			})),
		];
		const { ts = '' } = (await bot.app.client.apiCall('chat.postMessage', { channel: 'C1', text: 'a', blocks })) as {
			ts?: string;
		};
		const ada = slack.as('U1');
		await ada.giveFeedback(ts, 'negative');
		await ada.click(ts, 'pick', 'b');
		await ada.click(ts, 'use', '2');
		await ada.click(ts, 'use', 1);
		expect(actions).toMatchObject([
			{ type: 'feedback_buttons', action_id: 'fb', value: 'down' },
			{ type: 'static_select', selected_option: { value: 'b' } },
			{ type: 'button', value: '2' },
			{ type: 'button', value: '2' },
		]);
		await expect(ada.click(ts, 'gone')).rejects.toThrow('Nobody can press "gone" (any): there is fb, pick, use, use');
	});

	it('uses a shortcut on a message, in its thread', async () => {
		const { ts } = await slack.as('U2').say('C1', 'fix this');
		bot.app.shortcut('work', async ({ ack, shortcut, client }) => {
			await ack();
			if (shortcut.type !== 'message_action') return;
			const { channel, message_ts: thread_ts, message } = shortcut;
			await client.chat.postMessage({ channel: channel.id, thread_ts, text: `on it: ${message.text}` });
		});
		expect((await slack.as('U1').shortcut('work', ts)).acknowledged).toBe(true);
		await waitFor(() => slack.messages('C1', ts).at(-1)?.text === 'on it: fix this', 'the answer');
	});

	it('reacts, renames a session, and is brought into a channel', async () => {
		const heard: unknown[] = [];
		bot.app.event(
			'reaction_added',
			async ({ event }) => void heard.push([event.reaction, event.user, event.item_user]),
		);
		bot.app.event('member_joined_channel', async ({ event }) => void heard.push([event.channel, event.user]));
		const { ts = '' } = await bot.app.client.chat.postMessage({ channel: 'C1', text: 'a' });
		const ada = slack.as('U1');
		await ada.react(ts, 'x');
		await ada.unreact(ts, 'x');
		slack.addChannel({ id: 'C2', withBot: false });
		await slack.invite('C2', slack.botUser);
		expect(heard).toEqual([
			['x', 'U1', slack.botUser],
			['C2', slack.botUser],
		]);
		const thread = { channel_id: 'C1', thread_ts: ts };
		await bot.app.client.apiCall('agents.sessions.setStatus', { ...thread, status: 'processing', title: 'Old' });
		await ada.renameSession('C1', ts, 'New');
		expect(slack.deliveries('agent_session_title_changed')[0]?.payload['event']).toMatchObject({
			title: 'New',
			previous_title: 'Old',
		});
		expect(slack.status('C1', ts)).toEqual({ status: 'processing', title: 'New', text: undefined });
		slack.advance(3_600_000);
		expect(slack.status('C1', ts)?.status).toBe('active');
	});

	it('is told when the app does not answer a command or a button in time', async () => {
		await using impatient = await startFakeSlack({ ackMs: 50 });
		await using _deaf = await connectSocketApp(impatient);
		const ada = impatient.as('U1');
		expect(await ada.slash('/unknown', '', 'C1')).toMatchObject({ acknowledged: false, body: undefined });
	});
});
