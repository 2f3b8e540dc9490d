import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, type IncomingMessage } from '../../../../../src/adapters/discord/decode/decode-message.ts';
import { components } from '../../../../../src/adapters/discord/decode/words/components.ts';
import { embeds } from '../../../../../src/adapters/discord/decode/words/embeds.ts';
import { messageWords, parts } from '../../../../../src/adapters/discord/decode/words/message-words.ts';

const surroundings = {
	self: { application: '1', botUser: '2', readsContent: true },
	guild: { id: '3', name: 'G', owner: '9', roles: new Map() },
	places: { channels: new Map() },
} as never;

const file = { id: '8', filename: 'a.csv', size: 3, url: 'https://cdn.example/a.csv' };
const base = {
	...{ id: '1000000000000000000', channel_id: '5', type: 0, content: 'hello', timestamp: '2026-01-01T00:00:00.000Z' },
	...{ author: { id: '7', username: 'ada' }, mentions: [], mention_roles: [], attachments: [file], embeds: [] },
};
const optional = ['message_snapshots', 'components', 'poll', 'sticker_items', 'flags', 'activity', 'member'];
const answer = ['message_reference', 'referenced_message', 'role_subscription_data', 'shared_client_theme', 'call'];
const fields = [...Object.keys(base), ...optional, ...answer].filter(
	(name) => !['id', 'channel_id', 'author', 'type'].includes(name),
);

/** Names that readers look for, in places that Discord never gave them, and those that JavaScript knows. */
const names = [
	...['title', 'url', 'fields', 'name', 'value', 'author', 'footer', 'image', 'video', 'provider', 'message', 'media'],
	...['options', 'label', 'placeholder', 'accessory', 'component', 'items', 'file', 'filename', 'size', 'id', 'emoji'],
	...['duration_secs', 'content_type', 'answers', 'results', 'answer_counts', 'count', 'question', 'colors', 'flags'],
	...['global_name', 'username', 'toString', 'valueOf', '__proto__', 'constructor', 'length', ...Object.keys(parts)],
];
const types = ['toString', ...Object.keys(embeds), ...Object.keys(components).map(Number)];

/** JSON of the shapes that readers look for, with anything in place of any field. */
const { node } = fc.letrec((tie) => ({
	node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.jsonValue(), tie('record'), fc.array(tie('node'))),
	record: fc
		.tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...names), tie('node'), { noNullPrototype: true }))
		.map(([type, given]) => ({ ...given, type })),
}));

function message(changes: object): IncomingMessage {
	return JSON.parse(JSON.stringify({ ...base, ...changes }));
}

describe('reading a message', () => {
	it('fails for no JSON in place of a field', () => {
		fc.assert(
			fc.property(fc.constantFrom(...fields), fc.oneof(node, fc.array(node), fc.jsonValue()), (name, value) => {
				for (const type of [0, 19]) {
					const said = decodeMessage(message({ type, [name]: value }), surroundings);
					expect(said?.files.every(({ source }) => source.startsWith('{'))).toBe(true);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('fails for none in a message that is handed on or answered', () => {
		const record = fc.dictionary(fc.constantFrom(...names), node, { noNullPrototype: true });
		fc.assert(
			fc.property(fc.array(record, { maxLength: 3 }), (some) => {
				const answered = { type: 19, referenced_message: { ...some[0], author: some[1] } };
				expect(decodeMessage(message(answered), surroundings)?.about?.text).toContain('In reply to');
				const snapshots = [null, { message: null }, ...some.map((one) => ({ message: one }))];
				const said = decodeMessage(message({ message_snapshots: snapshots }), surroundings);
				expect(said?.files[0]?.name).toBe('a.csv');
				expect(said?.text).toContain('Forwarded message');
			}),
		);
	});

	it('keeps the parts beside an odd one, and names a file that leads nowhere', () => {
		const odd = { toString: 1 };
		const attachments = [{ ...file, duration_secs: odd, content_type: 'audio/ogg' }, { filename: 'b.csv' }];
		const theme = { colors: [odd, 'ff0000'] };
		const said = decodeMessage(message({ attachments, flags: odd, shared_client_theme: theme }), surroundings);
		expect(said?.files.map(({ name }) => name)).toEqual(['a.csv']);
		expect(said?.text.split('\n')).toEqual([
			'hello',
			'(a recording, which I cannot hear: a.csv)',
			'(a file that Discord does not hand over: b.csv)',
			'(a theme for Discord, which I cannot see: #, #ff0000)',
		]);
	});

	it('goes no further into components than it says, however they lie in each other', () => {
		let nested: object = { type: 10, content: 'core' };
		for (let depth = 0; depth < 4000; depth += 1) nested = { type: 9, components: [], accessory: nested };
		expect(messageWords({ components: [nested] } as never)).toContain('too deep');
	});

	it('names a part that cannot be read', () => {
		const broken = {
			get content(): string {
				throw new Error('broken');
			},
		};
		const text = { type: 10, content: 'two' };
		expect(messageWords({ content: 'one', embeds: broken, poll: broken, components: [text] } as never)).toBe(
			'one\ntwo\n(a part of this message, which I cannot read)',
		);
	});
});
