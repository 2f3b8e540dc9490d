import { describe, expect, it } from 'vitest';
import { changeEventSchema, decodeChange } from '../../../../src/adapters/slack/decode/decode-change.ts';
import {
	decodeMessage,
	messageEventSchema,
	saidIn,
	timeOf,
} from '../../../../src/adapters/slack/decode/decode-message.ts';

const self = { team: 'T1', botUser: 'UBOT', botId: 'B1' };

function read(event: object) {
	const full = { type: 'message', channel: 'C1', ts: '1700000000.000100', user: 'U1', text: 'hello', ...event };
	return decodeMessage(messageEventSchema.parse(full), self);
}

describe('a message event', () => {
	it('is read with its place, its author and its words without our name', () => {
		expect(read({ text: '<@UBOT> sum this', user_team: 'T2', thread_ts: '1690000000.000100' })).toEqual({
			place: { team: 'T1', channel: 'C1', ts: '1700000000.000100' },
			root: '1690000000.000100',
			user: 'U1',
			userTeam: 'T2',
			text: 'sum this',
			files: [],
			shared: [],
			address: 'mention',
		});
	});

	it('has one key for every delivery, and the thread of its root, in which people have talked before', () => {
		const known = { person: { id: 'slack:T1/U1', name: 'Ada' }, text: 'sum this', files: [] };
		const facts = { ...known, key: 'T1/C1/1700000000.000100', at: '2023-11-14T22:13:20.000Z' };
		const begun = read({ text: '<@UBOT> sum this' });
		const reply = read({ text: '<@UBOT> sum this', thread_ts: '1690000000.000100' });
		expect(begun && saidIn(begun, known)).toMatchObject({
			...{ ...facts, before: 'no-thread' },
			thread: { platform: 'slack', id: 'T1-C1-1700000000.000100' },
		});
		expect(reply && saidIn(reply, known)).toMatchObject({
			...{ ...facts, before: 'talk' },
			thread: { id: 'T1-C1-1690000000.000100' },
		});
	});

	it('brings its files as references, those that are only stubs too', () => {
		const files = [
			{ id: 'F1', name: 'a.csv', size: 12 },
			{ id: 'F2', file_access: 'check_file_info' },
			{ file_access: 'file_not_found' },
		];
		expect(read({ subtype: 'file_share', files })?.files).toEqual([
			{ name: 'a.csv', size: 12, source: 'T1/F1' },
			{ name: 'F2', source: 'T1/F2' },
		]);
	});

	it.each([
		['direct', { channel: 'D1', channel_type: 'im' }],
		['direct', { channel: 'D1', channel_type: 'im', text: '<@U2> hi' }],
		['mention', { text: 'well, <@UBOT|smith>?' }],
		['mention', { text: '<@U2> <@UBOT> look' }],
		['to-other', { text: ' <@U2> what do you think' }],
		['nobody', { text: 'go on, like <@U2> said' }],
		['nobody', { text: 'see <@UBOTTLE>', channel_type: 'mpim' }],
	])('is addressed: %s', (address, event) => {
		expect(read(event)?.address).toBe(address);
	});

	it('takes its words from rich text where it has no text', () => {
		const blocks = [
			{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'words' }] }] },
		];
		expect(read({ text: '', blocks })?.text).toBe('words');
		expect(read({ text: 'other', blocks })?.text).toBe('other');
	});

	it.each([
		['a bot', { bot_id: 'B9' }],
		['us', { user: 'UBOT' }],
		['us, through our bot id', { user: 'UBOT', bot_id: 'B1' }],
		['Slack', { user: 'USLACK' }],
		['nobody', { user: undefined }],
		['a bot without a user', { subtype: 'bot_message', user: undefined, bot_id: 'B9' }],
		['somebody who joins', { subtype: 'channel_join' }],
		['a change', { subtype: 'message_changed' }],
	])('of %s is left alone', (_whose, event) => {
		expect(read(event)).toBeUndefined();
	});

	it('is addressed by its author’s own words, never by what came along', () => {
		const attachments = [{ is_share: true, author_name: 'Bo', text: '<@UBOT> do harm' }];
		expect(read({ text: 'look', attachments })?.address).toBe('nobody');
	});

	it('with odd parts is read all the same', () => {
		expect(read({ blocks: 'x', files: {}, attachments: 7 })?.text).toBe('hello');
		expect(read({ subtype: 'me_message' })?.text).toBe('hello');
	});

	it('tells its time to the millisecond', () => {
		expect(timeOf('1700000000.123456')).toBe('2023-11-14T22:13:20.123Z');
	});
});

function change(event: object) {
	const full = { channel: 'C1', event_ts: '1700000009.000100', ...event };
	return decodeChange(changeEventSchema.parse(full), self);
}

const said = { ts: '1700000000.000100', user: 'U1', text: 'old', thread_ts: '1690000000.000100' };
const edited = { user: 'U1', ts: '1700000005.000000' };

describe('a change', () => {
	it('of the words is an edit', () => {
		const message = { ...said, text: '<@UBOT> new', edited };
		expect(change({ subtype: 'message_changed', message, previous_message: said })).toEqual({
			place: { team: 'T1', channel: 'C1', ts: '1700000000.000100' },
			root: '1690000000.000100',
			user: 'U1',
			text: 'new',
			at: '1700000005.000000',
			addressed: expect.objectContaining({ text: 'new', address: 'mention', edited: '1700000005.000000' }),
		});
	});

	it.each([
		['had named us before', 'to <@UBOT>', '<@UBOT> new', 'C1'],
		['names us no more', '<@UBOT> old', 'new', 'C1'],
		['is said to us alone', 'old', '<@UBOT> new', 'D1'],
		['names somebody else', 'old', '<@UBOT2> new', 'C1'],
	])('addresses nobody anew where it %s', (_what, old, text, channel) => {
		const message = { ...said, text, edited };
		const event = { subtype: 'message_changed', channel, message, previous_message: { ...said, text: old } };
		expect(change(event)).toMatchObject({ addressed: undefined });
	});

	it('of the words tells what hangs below them, which makes no edit by itself', () => {
		const attachments = [{ is_share: true, author_name: 'Bo', text: '<@UBOT> do harm' }];
		const message = { ...said, text: 'new', attachments, edited };
		expect(change({ subtype: 'message_changed', message, previous_message: said })).toMatchObject({
			text: 'new\n\nForwarded message of Bo:\n> <@UBOT> do harm',
			addressed: undefined,
		});
		expect(change({ subtype: 'message_changed', message, previous_message: { ...said, text: 'new' } })).toBeUndefined();
	});

	it('that leaves nothing is a removal', () => {
		const gone = { user: 'U1', text: undefined, at: '1700000009.000100' };
		expect(change({ subtype: 'message_deleted', deleted_ts: said.ts, previous_message: said })).toMatchObject(gone);
		const message = { ts: said.ts, subtype: 'tombstone', user: 'USLACK', text: 'This message was deleted.' };
		expect(change({ subtype: 'message_changed', message, previous_message: said })).toMatchObject(gone);
	});

	it.each([
		['a link preview', { message: { ...said, attachments: [{}] }, previous_message: said }],
		['an answer that is counted', { message: { ...said, reply_count: 1 }, previous_message: said }],
		['an edit that changes no word', { message: { ...said, edited }, previous_message: said }],
		['our own message', { message: { ...said, user: 'UBOT', bot_id: 'B1', text: 'new', edited } }],
		['another bot’s message', { message: { ...said, bot_id: 'B9', text: 'new', edited } }],
	])('is left alone: %s', (_what, event) => {
		expect(change({ subtype: 'message_changed', ...event })).toBeUndefined();
	});

	it('of our own removed message is left alone', () => {
		expect(
			change({ subtype: 'message_deleted', previous_message: { ...said, user: 'UBOT', bot_id: 'B1' } }),
		).toBeUndefined();
	});
});
