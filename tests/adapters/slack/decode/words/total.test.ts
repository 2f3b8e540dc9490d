import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	decodeMessage,
	type MessageEvent,
	messageEventSchema,
} from '../../../../../src/adapters/slack/decode/decode-message.ts';
import { parts as attachmentParts } from '../../../../../src/adapters/slack/decode/words/attachments.ts';
import { blocks } from '../../../../../src/adapters/slack/decode/words/blocks.ts';
import { elements } from '../../../../../src/adapters/slack/decode/words/elements.ts';
import { modes } from '../../../../../src/adapters/slack/decode/words/file-words.ts';
import { allWords, readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';
import { parts, written } from '../../../../../src/adapters/slack/decode/words/rich-text.ts';

const self = { team: 'T1', botUser: 'U0BOT', botId: 'B1' };

/** Names that readers look for, in places that Slack never gave them, and those that JavaScript knows. */
const names = [
	...['text', 'elements', 'rows', 'value', 'title', 'fields', 'files', 'file', 'slack_file', 'id', 'style', 'indent'],
	...['offset', 'options', 'initial_user', 'initial_users', 'initial_option', 'placeholder', 'timestamp', 'preview'],
	...['blocks', 'message_blocks', 'message', 'attachments', 'accessory', 'element', 'is_share', 'author_id', 'ts'],
	...['toString', 'valueOf', '__proto__', 'constructor', 'length', 'metadata', 'transcription', 'mode', 'caption'],
	...Object.keys(attachmentParts),
];
const types = [blocks, elements, parts, written, modes].flatMap((table) => Object.keys(table));
const typed = ['raw_text', 'raw_number', 'mrkdwn', 'toString', 'constructor', ...types];

/** JSON of the shapes that readers look for, with anything in place of any field. */
const { node } = fc.letrec((tie) => ({
	node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.jsonValue(), tie('record'), fc.array(tie('node'))),
	record: fc
		.tuple(fc.constantFrom(...typed), fc.dictionary(fc.constantFrom(...names), tie('node'), { noNullPrototype: true }))
		.map(([type, fields]) => ({ ...fields, type })),
}));

const event = {
	...{ type: 'message', channel: 'C1', ts: '1700000000.000100', user: 'U1', text: 'hello' },
	...{ subtype: 'file_share', thread_ts: '1700000000.000000', user_team: 'T1', team: 'T1', bot_id: 'B2' },
	...{ username: 'app', bot_profile: { name: 'app' }, channel_type: 'channel', room: {}, blocks: [], attachments: [] },
	...{ files: [], x_files: [], edited: { user: 'U1', ts: '1700000005.000000' } },
};
const fields = Object.keys(event).filter((name) => !['type', 'channel', 'ts'].includes(name));

function parsed(changes: object): MessageEvent {
	return messageEventSchema.parse(JSON.parse(JSON.stringify({ ...event, ...changes })));
}

describe('reading a message', () => {
	it('fails for no JSON in any of its parts', () => {
		const some = fc.array(node, { maxLength: 4 });
		fc.assert(
			fc.property(some, some, some, (given, attachments, files) => {
				const message = parsed({ blocks: given, attachments, files });
				const { shared } = readMessage(message, 'T1');
				expect(shared.every((one) => one.files.length > 0)).toBe(true);
				expect(allWords(readMessage(message, 'T1')).length).toBeLessThan(300_000);
			}),
		);
	});

	it('fails for no JSON in place of a field', () => {
		fc.assert(
			fc.property(fc.constantFrom(...fields), fc.oneof(node, fc.array(node), fc.jsonValue()), (name, value) => {
				const message = parsed({ [name]: value });
				expect(message.ts).toBe(event.ts);
				decodeMessage(message, self);
				readMessage(message, 'T1');
			}),
		);
	});

	it('takes none for a person’s, or for one of ours, because a field is odd', () => {
		const spoken = { bot_id: undefined, subtype: undefined, room: undefined };
		expect(decodeMessage(parsed({ ...spoken, bot_id: 5 }), self)).toBeUndefined();
		expect(decodeMessage(parsed({ ...spoken, user: 5 }), self)).toBeUndefined();
		expect(decodeMessage(parsed({ ...spoken, user_team: 5 }), self)).toMatchObject({ userTeam: 'unknown' });
		const odd = { subtype: null, thread_ts: null, bot_profile: { name: null }, edited: { user: null, ts: '1.1' } };
		expect(decodeMessage(parsed({ ...spoken, ...odd }), self)).toMatchObject({ text: 'hello', root: event.ts });
	});

	it('names a part that cannot be read, and keeps those beside it', () => {
		const broken = {
			get text(): string {
				throw new Error('broken');
			},
		};
		const section = (text: unknown) => ({ type: 'section', text });
		const attachment = { title: 'Disk', preview: broken };
		const words = allWords(
			readMessage({ blocks: [section('one'), section(broken), section('two')], attachments: [attachment] }, 'T1'),
		);
		expect(words).toBe(
			'one\n(a "section", which I cannot read)\ntwo\n\nDisk\n(a part of an attachment, which I cannot read)',
		);
	});
});
