import { describe, expect, it } from 'vitest';
import { allWords, readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';

type Message = Parameters<typeof readMessage>[0];

function words(message: Message): string {
	return allWords(readMessage(message, 'T1'));
}

const text = (words: string) => ({ type: 'plain_text', text: words });
const mrkdwn = (words: string) => ({ type: 'mrkdwn', text: words });
const rich = (words: string) => ({
	type: 'rich_text',
	elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: words }] }],
});

describe('blocks', () => {
	it.each([
		['a header', { type: 'header', text: text('R & D') }, 'R &amp; D'],
		[
			'a section',
			{ type: 'section', text: mrkdwn('*one*'), fields: [mrkdwn('two'), text('three')] },
			'*one*\ntwo\nthree',
		],
		[
			'a section’s button',
			{ type: 'section', text: text('one'), accessory: { type: 'button', text: text('Vote') } },
			'one\n[button: Vote]',
		],
		[
			'a context',
			{ type: 'context', elements: [mrkdwn('by ada'), { type: 'image', alt_text: 'a cat' }] },
			'by ada (a picture, which I cannot see: a cat)',
		],
		[
			'an image',
			{ type: 'image', alt_text: 'a chart', title: text('Sales') },
			'(a picture, which I cannot see: Sales; a chart)',
		],
		[
			'a video',
			{ type: 'video', title: text('Demo'), alt_text: 'the demo', video_url: 'https://v.example' },
			'(a video, which I cannot see: Demo; the demo; https://v.example)',
		],
		['Markdown', { type: 'markdown', text: '# a < b' }, '# a &lt; b'],
		[
			'actions',
			{
				type: 'actions',
				elements: [
					{ type: 'button', text: text('Yes') },
					{
						type: 'static_select',
						options: [
							{ text: text('A'), value: 'a' },
							{ text: text('B'), value: 'b' },
						],
					},
				],
			},
			'[button: Yes] [choice: A | B]',
		],
		[
			'choices that were made, or odd',
			{
				type: 'actions',
				elements: [
					{ type: 'multi_users_select', initial_users: ['U1', 'U2'] },
					{ type: 'users_select', initial_user: { toString: 1 }, placeholder: text('Who?') },
					{ type: 'datetimepicker', initial_date_time: 1_700_000_000 },
				],
			},
			'[choice of people: U1, U2] [choice of a person: Who?] [time: 1700000000]',
		],
		[
			'a form’s field',
			{ type: 'input', label: text('Name'), element: { type: 'plain_text_input', initial_value: 'Ada' } },
			'Name\n[field: Ada]',
		],
		['an alert', { type: 'alert', level: 'error', text: mrkdwn('disk full') }, '[error] disk full'],
		[
			'cards',
			{
				type: 'carousel',
				elements: [{ type: 'card', title: mrkdwn('one'), actions: [{ type: 'button', text: text('Go') }] }],
			},
			'one\n[button: Go]',
		],
		['a container', { type: 'container', title: text('Box'), child_blocks: [rich('inside')] }, 'Box\ninside'],
		[
			'a plan',
			{
				type: 'plan',
				title: 'Plan',
				tasks: [{ type: 'task_card', title: 'Look', status: 'complete', output: rich('found') }],
			},
			'Plan\nLook [complete]\nfound',
		],
		[
			'a file of elsewhere',
			{ type: 'file', source: 'remote', external_id: 'X1' },
			'(a file of another service, which I cannot see: X1)',
		],
		[
			'a call',
			{ type: 'call', call: { v1: { name: 'Standup', join_url: 'https://c.example' } } },
			'(a call, which I cannot hear: Standup; https://c.example)',
		],
		[
			'a kind that came later',
			{ type: 'hologram', title: text('Bridge') },
			'(a "hologram", which I cannot read: Bridge)',
		],
		['a kind named as what every object has', { type: 'constructor' }, '(a "constructor", which I cannot read)'],
	])('%s is read', (_what, block, said) => {
		expect(words({ blocks: [block] })).toBe(said);
	});

	it('tell more than the text beside them, which is left out where it tells nothing else', () => {
		const blocks = [{ type: 'section', text: mrkdwn('Deploy of *api* failed: step 7') }];
		expect(words({ text: 'Deploy of api failed', blocks })).toBe('Deploy of *api* failed: step 7');
		expect(words({ text: 'New alert', blocks })).toBe('New alert\nDeploy of *api* failed: step 7');
		expect(words({ text: 'typed <@U1>', blocks: [rich('other')] })).toBe('typed <@U1>');
	});

	it('bring the files that they hold', () => {
		const blocks = [
			{ type: 'image', alt_text: 'a chart', slack_file: { id: 'F1' } },
			{ type: 'file', external_id: 'X', file: { id: 'F2', name: 'a.csv' } },
		];
		const { files, own } = readMessage({ blocks }, 'T1');
		expect(files).toEqual([
			{ name: 'F1', source: 'T1/F1' },
			{ name: 'a.csv', source: 'T1/F2' },
		]);
		expect(own).toContain('a picture, which comes as a file');
	});
});

describe('files', () => {
	it.each([
		[
			'a recording',
			{ mimetype: 'audio/mp4', title: 'note', transcription: { preview: { content: 'call Bo' } } },
			'(a recording, which I cannot hear: note; Slack has heard "call Bo")',
		],
		['a clip', { subtype: 'slack_video', name: 'clip.mp4' }, '(a video, which I cannot see: clip.mp4)'],
		[
			'an e-mail',
			{ mode: 'email', title: 'Hi', subject: 'Offer', plain_text: 'We offer' },
			'(an e-mail: Offer; We offer)',
		],
		[
			'a link',
			{ mode: 'external', title: 'Plan', external_url: 'https://d.example' },
			'(a link to a file of another service, which I cannot open: Plan; https://d.example)',
		],
		[
			'a post',
			{ mode: 'post', title: 'Notes', plain_text: 'all of it' },
			'(a post, as far as Slack shows it: Notes; all of it)',
		],
		['a file that is gone', { mode: 'tombstone' }, '(a file that was deleted)'],
	])('say what is in %s', (_what, file, said) => {
		expect(words({ files: [{ id: 'F1', ...file }] })).toBe(said);
	});

	it.each([
		[{ name: 'c953b519a8c28c42.csv', title: '8월 추천 여행지' }, '8월 추천 여행지.csv'],
		[{ name: 'sales.csv', title: 'sales.csv' }, 'sales.csv'],
		[{ name: 'sales.csv', title: 'Sales.CSV' }, 'Sales.CSV'],
		[{ name: 'image.png', title: 'Report v1.2' }, 'Report v1.2.png'],
		[{ name: '-', title: 'my script', filetype: 'python' }, 'my script.py'],
		[{ name: 'a.csv', title: ' ' }, 'a.csv'],
		[{ name: '.env', title: 'secrets' }, 'secrets'],
		[{ name: null, title: null }, 'F1'],
	])('%j are called by what people see', (file, name) => {
		expect(readMessage({ files: [{ id: 'F1', ...file }] }, 'T1').files.map((one) => one.name)).toEqual([name]);
	});

	it('of an odd form take no others along, and those that Slack tells of later come too', () => {
		const files = [null, 'x', { id: 7 }, { id: 'F1', name: 'a.csv', size: -3 }];
		expect(readMessage({ files, x_files: ['F1', 'F2'] }, 'T1').files).toEqual([
			{ name: 'a.csv', source: 'T1/F1' },
			{ name: 'F2', source: 'T1/F2' },
		]);
	});
});

describe('a megabyte of anything', () => {
	it('is read within bounds', () => {
		const block = { type: 'section', text: text('x'.repeat(20)), fields: [{ type: 'mrkdwn', text: 'y' }] };
		const many = Array.from({ length: 30_000 }, () => block);
		expect(words({ blocks: many, attachments: [{ blocks: many }] }).length).toBeLessThan(250_000);
		expect(words({ blocks: many, text: 'hi' })).toContain('holds more parts than are read');
		expect(words({ text: 'z'.repeat(200_000) })).toContain('100000 more characters');
	});

	it('that nests is read a few steps deep', () => {
		let inner: object = rich('deep');
		for (let step = 0; step < 5000; step += 1) inner = { type: 'container', child_blocks: [inner] };
		expect(words({ blocks: [inner] })).toContain('lies too far in');
	});
});
