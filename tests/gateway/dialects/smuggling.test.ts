import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostRequestBytes } from '../../../src/gateway/dialects/read/read-json.ts';
import { addresses, least, rewrite, sent } from './rewrites.ts';

const plain = JSON.stringify(least.chat);

describe('a request that is not what it seems', () => {
	it.each([
		['packed', gzipSync(plain)],
		['in UTF-16', Buffer.from(plain, 'utf16le')],
		['in UTF-16 with its mark', Buffer.from(`\ufeff${plain}`, 'utf16le')],
		['in UTF-8 with a mark', Buffer.from(`\ufeff${plain}`)],
		[
			'in broken UTF-8',
			Buffer.concat([Buffer.from('{"model":"fake-model","user":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
		],
		['two in one', Buffer.from(`${plain}${plain}`)],
		['with a comment', Buffer.from(`/* */${plain}`)],
		['with a comma too many', Buffer.from('{"model":"fake-model",}')],
		['not ended', Buffer.from('{"model":"fake-model"')],
		['no JSON', Buffer.from('model=fake-model')],
		['empty', Buffer.alloc(0)],
		['a list', Buffer.from(`[${plain}]`)],
		['a text', Buffer.from('"fake-model"')],
		['null', Buffer.from('null')],
		['a thousand deep', Buffer.from(`{"model":"fake-model","messages":${'['.repeat(1000)}${']'.repeat(1000)}}`)],
		['a million deep', Buffer.alloc(1_000_000, '[')],
		['a million values', Buffer.from(`{"model":"fake-model","messages":[${'0,'.repeat(1_000_000)}0]}`)],
	])('is refused: %s', (_, bytes) => {
		const rewritten = rewrite(addresses.chat, bytes);
		expect(rewritten).toMatchObject({ kind: 'refused', status: 400 });
		expect(rewritten.kind === 'refused' && rewritten.sentence).toMatch(/^The request .*\.$/);
	});

	it('is refused as too large, unread', () => {
		expect(rewrite(addresses.chat, Buffer.alloc(mostRequestBytes + 1, ' '))).toMatchObject({
			kind: 'refused',
			status: 413,
		});
	});

	it.each(['[{,'.repeat(1000), `"${'['.repeat(1000)}`, `\\"${'['.repeat(1000)}\\`])(
		'counts brackets in texts for nothing: %.20s',
		(text) => {
			const messages = [{ role: 'user', content: text }];
			expect(sent(addresses.chat, { ...least.chat, messages }).value['messages']).toEqual(messages);
		},
	);

	it('counts brackets behind a text that ends in a backslash', () => {
		const deep = `{"model":"fake-model","user":"\\\\","messages":${'['.repeat(200)}${']'.repeat(200)}}`;
		expect(rewrite(addresses.chat, deep)).toMatchObject({
			kind: 'refused',
			sentence: expect.stringContaining('nested'),
		});
	});
});

describe('of two members with one name', () => {
	it('the last is looked at, and it alone is sent', () => {
		const twice =
			'{"model":"dear","model":"fake-model","tools":[{"type":"web_search"}],"input":"a","input":"b","tools":[]}';
		expect(sent(addresses.responses, twice).value).toEqual({
			model: 'fake-model',
			input: 'b',
			max_output_tokens: 32_000,
			store: false,
		});
		expect(rewrite(addresses.responses, '{"model":"fake-model","model":"dear"}')).toMatchObject({ kind: 'refused' });
	});

	it('none slips through another spelling of its name', () => {
		const { body } = sent(
			addresses.responses,
			'{"model":"fake-model","input":"a","\\u0074ools":[{"ty\\u0070e":"web_\\u0073earch"}],"Tools":[{"type":"mcp"}]," tools":1}',
		);
		expect(body).toBe('{"model":"fake-model","input":"a","max_output_tokens":32000,"store":false}');
	});

	it('Google’s two spellings are one', () => {
		const { value } = sent(
			addresses.gemini,
			'{"contents":[],"generation_config":{"max_output_tokens":9,"maxOutputTokens":5},"generationConfig":{"temperature":1}}',
		);
		expect(value).toEqual({ contents: [], generationConfig: { temperature: 1, maxOutputTokens: 32_000 } });
	});
});

describe('names that mean something to JavaScript', () => {
	const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', '__defineGetter__'];

	it.each(names)('are no members of a request: %s', (name) => {
		const body = `{"model":"fake-model","messages":[{"role":"user","content":"a","${name}":{"x":1}}],"${name}":{"tools":[{"type":"mcp"}]}}`;
		expect(sent(addresses.chat, body).body).toBe(
			'{"model":"fake-model","messages":[{"role":"user","content":"a"}],"max_tokens":32000}',
		);
	});

	it.each(names)('are types of nothing: %s', (name) => {
		const request = { ...least.responses, tools: [{ type: name }], input: [{ type: name, role: 'user' }] };
		expect(sent(addresses.responses, request).value).not.toHaveProperty('tools');
		expect(
			sent(addresses.messages, { ...least.messages, messages: [{ role: 'user', content: [{ type: name }] }] }).body,
		).toContain('(Left out: ');
	});

	it('stay in a call’s arguments, where they mean nothing', () => {
		const input = '{"__proto__":{"a":1},"toJSON":2,"n":[1.0,12345678901234567890,-0.0,1e400]}';
		const body = `{"model":"fake-model","max_tokens":1,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":${input}}]}]}`;
		expect(sent(addresses.messages, body).body).toContain(`"input":${input}`);
		expect(({} as Record<string, unknown>)['a']).toBeUndefined();
	});
});

describe('pictures and files', () => {
	it.each([
		'http://example.com/a.png',
		'HTTPS://example.com',
		'file:///etc/passwd',
		'gs://bucket/a',
		'//example.com/a.png',
		'data:image/png,a',
		'data:image/png;base64,http://example.com',
		'data:image/png;base64,AAAA?x=1',
		'data:text/html;base64,AAAA',
		' data:image/png;base64,AAAA',
		'DATA:image/png;base64,AAAA',
		'data:image/png;charset=x;base64,AAAA',
		`data:image/${'a'.repeat(200)};base64,AAAA`,
		'',
		7,
		{ url: 'data:image/png;base64,AAAA' },
	])('are what stands in the request itself, so not %j', (url) => {
		const chat = { ...least.chat, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] };
		const responses = {
			...least.responses,
			input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }],
		};
		for (const value of [sent(addresses.chat, chat), sent(addresses.responses, responses)]) {
			expect(value.body).not.toContain('image_url');
			expect(value.stripped.map(({ feature }) => feature)).toEqual(['pictures by address']);
		}
	});

	it('of Gemini and Messages are base64', () => {
		const inline = {
			...least.gemini,
			contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: 'https://example.com' } }] }],
		};
		expect(sent(addresses.gemini, inline).body).not.toContain('example.com');
		const source = {
			type: 'base64',
			media_type: 'image/png',
			data: 'https://example.com',
			url: 'https://example.com',
			file_id: 'f',
		};
		const image = { ...least.messages, messages: [{ role: 'user', content: [{ type: 'image', source }] }] };
		expect(sent(addresses.messages, image).body).not.toMatch(/example\.com|file_id/);
	});

	it('lose what else stands beside their data', () => {
		const source = { type: 'base64', media_type: 'image/png', data: 'AAAA', url: 'https://example.com', file_id: 'f' };
		const request = {
			...least.messages,
			messages: [{ role: 'user', content: [{ type: 'image', source, transformations: {} }] }],
		};
		const kept = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
		expect(sent(addresses.messages, request).value['messages']).toEqual([{ role: 'user', content: [kept] }]);
	});
});

describe('any request', () => {
	const targets = Object.entries(addresses);
	const words = [
		...new Set([...JSON.stringify(least).matchAll(/\w+/g)].map(([word]) => word)),
		'tools',
		'function',
		'name',
		'type',
		'text',
		'input_schema',
		'image_url',
		'url',
	];
	const key = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }));
	const { value: anything } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', maxDepth: 5 },
			fc.constantFrom(...words),
			fc.double({ noNaN: true }),
			fc.boolean(),
			fc.constant(null),
			tie('list'),
			tie('object'),
		),
		list: fc.array(tie('value'), { maxLength: 4 }),
		object: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
	}));

	it('is written so that writing it again changes nothing, and leaves nothing out', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...targets),
				fc.dictionary(key, anything, { maxKeys: 6 }),
				([dialect, target], members) => {
					const first = rewrite(target, { ...members, ...(dialect !== 'gemini' && { model: 'fake-model' }) });
					if (first.kind === 'refused') return;
					const second = sent(target, first.body);
					expect(second.value).toEqual(JSON.parse(first.body));
					expect(second.stripped).toEqual([]);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('of bytes is refused or written, and never thrown over', () => {
		fc.assert(
			fc.property(fc.constantFrom(...targets), fc.uint8Array({ maxLength: 100 }), ([, target], bytes) => {
				expect(rewrite(target, bytes).kind).toBe('refused');
			}),
		);
	});
});
