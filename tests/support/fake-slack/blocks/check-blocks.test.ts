import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from '../fake-slack.ts';
import { errorOf, slackClient } from '../slack-client.ts';

let slack: FakeSlack;
let client: WebClient;

beforeAll(async () => {
	slack = await startFakeSlack({ retryMs: [] });
	client = slackClient(slack);
});
afterAll(() => slack[Symbol.asyncDispose]());

const long = (length: number) => 'x'.repeat(length);
const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text }) as const;
const button = (id: string, extra: object = {}) => ({ type: 'button', action_id: id, text: plain('b'), ...extra });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const table = (rows: number, columns: number, text = 'x') => ({
	type: 'table',
	rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ type: 'raw_text', text }))),
});
const feedback = { text: plain('Good'), value: 'good' };

function post(blocks: readonly object[]): Promise<string> {
	return errorOf(client.chat.postMessage({ channel: 'C1', text: 'f', blocks: blocks as KnownBlock[] }));
}

describe('blocks that the fake Slack takes', () => {
	it('are of every kind we use, up to their limits', async () => {
		const rich = {
			type: 'rich_text',
			elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'r' }] }],
		};
		const card = { type: 'task_card', task_id: 't', title: 'T', status: 'complete', details: rich, output: rich };
		const option = { text: plain('o'), value: 'o' };
		const blocks = [
			{ type: 'header', text: plain(long(150)) },
			{ type: 'section', text: mrkdwn(long(3000)), accessory: button('a') },
			{ type: 'section', fields: [mrkdwn('f')] },
			{
				type: 'context',
				elements: [mrkdwn('c'), { type: 'image', image_url: 'https://x.example/i.png', alt_text: 'i' }],
			},
			actions(button('b', { value: long(2000), style: 'danger' }), {
				type: 'static_select',
				action_id: 's',
				options: [option],
			}),
			{
				type: 'context_actions',
				elements: [{ type: 'feedback_buttons', action_id: 'f', positive_button: feedback, negative_button: feedback }],
			},
			{ type: 'input', label: plain('l'), element: { type: 'plain_text_input', action_id: 'i' } },
			{ type: 'plan', title: 'Plan', tasks: [card] },
			card,
			{ type: 'image', image_url: 'https://x.example/i.png', alt_text: 'i' },
			{ type: 'markdown', text: '# m' },
			{ type: 'divider' },
			rich,
			table(100, 2),
		];
		expect(await post(blocks)).toBe('ok');
		expect(await post(Array.from({ length: 50 }, () => ({ type: 'divider' })))).toBe('ok');
	});

	it('get the ids that they lack', async () => {
		const { message } = await client.chat.postMessage({ channel: 'C1', text: 'f', blocks: [{ type: 'divider' }] });
		expect(message?.blocks?.[0]).toMatchObject({ type: 'divider', block_id: expect.any(String) });
	});
});

describe('blocks that the fake Slack refuses', () => {
	it.each<[string, readonly object[]]>([
		['a type that is none', [{ type: 'shout' }]],
		['51 of them', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
		['a section without text', [{ type: 'section' }]],
		['an empty text', [{ type: 'section', text: mrkdwn('') }]],
		['a section of 3,001', [{ type: 'section', text: mrkdwn(long(3001)) }]],
		['11 fields', [{ type: 'section', fields: Array.from({ length: 11 }, () => mrkdwn('f')) }]],
		['a field of 2,001', [{ type: 'section', fields: [mrkdwn(long(2001))] }]],
		['a header in mrkdwn', [{ type: 'header', text: mrkdwn('h') }]],
		['a header of 151', [{ type: 'header', text: plain(long(151)) }]],
		['a button of 76', [actions(button('a', { text: plain(long(76)) }))]],
		['a button in mrkdwn', [actions(button('a', { text: mrkdwn('b') }))]],
		['a value of 2,001', [actions(button('a', { value: long(2001) }))]],
		['an action id of 256', [actions(button(long(256)))]],
		['26 actions', [actions(...Array.from({ length: 26 }, (_, index) => button(`a${index}`)))]],
		['an action id twice', [actions(button('a'), button('a'))]],
		[
			'a block id twice',
			[
				{ type: 'divider', block_id: 'd' },
				{ type: 'divider', block_id: 'd' },
			],
		],
		['a key that is none', [{ type: 'divider', colour: 'red' }]],
		['a select without options', [actions({ type: 'static_select', action_id: 's', options: [] })]],
		[
			'101 options',
			[
				actions({
					type: 'static_select',
					action_id: 's',
					options: Array.from({ length: 101 }, (_, i) => ({ text: plain('o'), value: `${i}` })),
				}),
			],
		],
		['11 in a context', [{ type: 'context', elements: Array.from({ length: 11 }, () => mrkdwn('c')) }]],
		['a plan title as an object', [{ type: 'plan', title: plain('p') }]],
		['a card title as an object', [{ type: 'task_card', task_id: 't', title: plain('t'), status: 'complete' }]],
		[
			'a card with details in words',
			[{ type: 'task_card', task_id: 't', title: 't', status: 'complete', details: 'd' }],
		],
		['a card status in words', [{ type: 'task_card', task_id: 't', title: 't', status: 'done' }]],
		['101 rows', [table(101, 1)]],
		['21 columns', [table(1, 21)]],
		['a table over 10,000', [table(1, 1, long(10_001))]],
		['an empty cell', [table(1, 1, '')]],
		['Markdown of 12,001', [{ type: 'markdown', text: long(12_001) }]],
		['an image from a path', [{ type: 'image', image_url: 'file:///x', alt_text: 'i' }]],
		[
			'feedback without values',
			[
				{
					type: 'context_actions',
					elements: [{ type: 'feedback_buttons', positive_button: { text: plain('g') }, negative_button: feedback }],
				},
			],
		],
		['a button among context actions', [{ type: 'context_actions', elements: [button('a')] }]],
	])('%s: invalid_blocks', async (_what, blocks) => {
		expect(await post(blocks)).toBe('invalid_blocks');
	});

	it('say where the mistake is', async () => {
		const call = client.chat.postMessage({ channel: 'C1', text: 'f', blocks: [{ type: 'section', text: mrkdwn('') }] });
		await expect(call).rejects.toMatchObject({
			data: { response_metadata: { messages: [expect.stringContaining('[json-pointer:/0/text/text]')] } },
		});
	});

	it('two tables: invalid_attachments', async () => {
		expect(await post([table(1, 1), table(1, 1)])).toBe('invalid_attachments');
	});

	it('more than 12,000 characters of Markdown, or 13,200 of anything: msg_blocks_too_long', async () => {
		expect(await post([6001, 6000].map((length) => ({ type: 'markdown', text: long(length) })))).toBe(
			'msg_blocks_too_long',
		);
		const sections = Array.from({ length: 5 }, () => ({ type: 'section', text: mrkdwn(long(2641)) }));
		expect(await post(sections)).toBe('msg_blocks_too_long');
		expect(await post(sections.slice(1))).toBe('ok');
	});

	it('what a view may not hold: invalid_arguments', async () => {
		const blocks = [{ type: 'markdown', text: 'x' }];
		const call = client.apiCall('views.publish', { user_id: 'U1', view: { type: 'home', blocks } });
		expect(await errorOf(call)).toBe('invalid_arguments');
		const input = { type: 'input', label: plain('l'), element: { type: 'plain_text_input', action_id: 'i' } };
		const view = { type: 'modal', title: plain('t'), blocks: [input] };
		expect(await errorOf(client.apiCall('views.open', { trigger_id: 'x', view }))).toBe('invalid_arguments');
	});
});
