import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';

function read(attachment: object, text = '') {
	return readMessage({ text, attachments: [attachment] }, 'T1');
}

describe('a field of a report', () => {
	it('is read where it is a number, or whether something is so', () => {
		const fields = [
			{ title: 'Value', value: 97.2 },
			{ title: 'Muted', value: false },
			{ title: 5, value: null },
			{ title: 'odd', value: { toString: 1 } },
		];
		expect(read({ title: 'CPU', fields }).along).toBe('CPU\nValue: 97.2\nMuted: false\n5\nodd');
	});
});

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
				'Forwarded message of a colleague in #ops (2023-11-14T22:13:20.000Z):\n> The import stopped\n> at row 4711',
			files: [],
			shared: [{ files: [{ name: 'log.txt', size: 3, source: 'T1/F1' }], user: 'U2' }],
		});
	});

	it.each([
		[{ is_share: true, author_name: 'a colleague', text: 'words' }, 'Forwarded message of a colleague:\n> words'],
		[{ is_msg_unfurl: true, author_id: 'U2', fallback: 'words' }, 'Linked message of <@U2>:\n> words'],
		[{ is_share: true }, 'Forwarded message of somebody:\n> (its text, which I cannot read)'],
		[{ is_share: true, files: [{ id: 'F1' }] }, 'Forwarded message of somebody:\n> (no words)'],
		[
			{ is_msg_unfurl: true, message_blocks: [{ message: { blocks: [{ type: 'header', text: 'in blocks' }] } }] },
			'Linked message of somebody:\n> in blocks',
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

describe('files in an attachment', () => {
	it('are of its author, though it is not marked as a message, and of nobody where it names none', () => {
		const files = [{ id: 'F1', name: 'a.csv' }];
		const refs = [{ name: 'a.csv', source: 'T1/F1' }];
		expect(read({ author_id: 'U3', files })).toMatchObject({ files: [], shared: [{ files: refs, user: 'U3' }] });
		expect(read({ files })).toMatchObject({ files: [], shared: [{ files: refs, user: undefined }] });
	});

	it('may be the attachment itself', () => {
		const file = { filename: 'c953b519a8c28c42.csv', title: '8월 추천 여행지' };
		expect(read({ ...file, file_id: 'F1' }).shared).toMatchObject([{ files: [{ name: '8월 추천 여행지.csv' }] }]);
		expect(read(file).along).toContain('(a file that Slack does not hand over: 8월 추천 여행지)');
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
		[{ title: ['odd'], fields: 'odd', text: ['odd'] }, '(an attachment, which I cannot read)'],
		[{ text: 7 }, '7'],
	])('%j is read', (attachment, said) => {
		expect(read(attachment).along).toBe(said);
	});
});
