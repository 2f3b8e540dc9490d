import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';

function read(attachment: object, text = '') {
	return readMessage({ text, attachments: [attachment] }, 'T1');
}

describe('a message that was handed on', () => {
	it('brings its author, its words and its files', () => {
		const forward = {
			is_share: true,
			author_id: 'U2',
			author_name: 'a colleague',
			channel_name: 'ops',
			ts: '1700000000.000100',
			text: 'The import stopped\nat row 4711',
			footer: 'Posted in #ops',
			files: [{ id: 'F1', name: 'log.txt', size: 3 }],
		};
		expect(read(forward, 'see this')).toEqual({
			own: 'see this',
			along:
				'Message of a colleague in #ops (2023-11-14T22:13:20.000Z), handed on:\n> The import stopped\n> at row 4711',
			files: [],
			shared: [{ files: [{ name: 'log.txt', size: 3, source: 'T1/F1' }], user: 'U2' }],
		});
	});

	it.each([
		[{ is_share: true, author_name: 'a colleague', text: 'words' }, 'Message of a colleague, handed on:\n> words'],
		[{ is_msg_unfurl: true, author_id: 'U2', fallback: 'words' }, 'Message of <@U2>, handed on:\n> words'],
		[{ is_share: true }, 'Message of somebody, handed on:\n> (its text, which I cannot read)'],
		[{ is_share: true, files: [{ id: 'F1' }] }, 'Message of somebody, handed on:\n> (no words)'],
		[
			{ is_msg_unfurl: true, message_blocks: [{ message: { blocks: [{ type: 'header', text: 'in blocks' }] } }] },
			'Message of somebody, handed on:\n> in blocks',
		],
	])('%j is told with who said it', (attachment, said) => {
		expect(read(attachment).along).toBe(said);
	});

	it('hands a long table on as a file of its author', () => {
		const rows = Array.from({ length: 60 }, () => [{ type: 'raw_text', text: 'x' }]);
		const { shared } = read({ is_share: true, author_id: 'U2', blocks: [{ type: 'table', rows }] });
		expect(shared).toMatchObject([{ user: 'U2', files: [{ name: 'table.csv' }] }]);
	});
});

describe('what an app hangs below its message', () => {
	it.each([
		[{ title: 'DiskFull', text: 'db-7 at 97 %' }, 'DiskFull\ndb-7 at 97 %'],
		[
			{
				color: 'danger',
				pretext: 'Alert',
				author_name: 'Grafana',
				title: 'CPU',
				title_link: 'https://g.example',
				text: 'high',
				fields: [{ title: 'Host', value: 'db-7' }, { value: 'now' }],
				image_url: 'https://g.example/a.png',
				actions: [{ type: 'button', text: 'Silence' }],
				footer: 'v1',
			},
			'Alert\nGrafana\nCPU (https://g.example)\nhigh\nHost: db-7\nnow\n(a picture, which I cannot see: https://g.example/a.png)\n[button: Silence]\nv1',
		],
		[{ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'in blocks' } }], fallback: 'other' }, 'in blocks'],
		[{ fallback: 'only this' }, 'only this'],
		[{ fallback: '[no preview available]' }, '(an attachment, which I cannot read)'],
		[{ video_url: 'https://v.example' }, '(a video, which I cannot see: https://v.example)'],
		[{ from_url: 'https://p.example', title: 'Page', text: 'about' }, 'Preview of https://p.example:\n> Page\n> about'],
		[{ title: ['odd'], fields: 'odd', text: 7 }, '(an attachment, which I cannot read)'],
	])('%j is read', (attachment, said) => {
		expect(read(attachment).along).toBe(said);
	});
});
