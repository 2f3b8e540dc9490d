import { describe, expect, it } from 'vitest';
import { checkChat } from '../../../src/demo/model-server/chat-grammar.ts';

const system = { role: 'system', content: 'Be good' };
const user = { role: 'user', content: 'Hi' };
const made = { name: 'bash', arguments: '{}' };
const call = (id: string, rest: object = {}) => ({ id, type: 'function', function: { ...made, ...rest } });
const calling = (...ids: readonly string[]) => ({
	role: 'assistant',
	content: null,
	tool_calls: ids.map((id) => call(id)),
});
const [a, b] = ['aaaaaaaa1', 'bbbbbbbb2'] as const;
const said = { role: 'assistant', content: 'Done' };
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const tool = (rest: object = {}) => ({
	type: 'function',
	function: { name: 'bash', description: 'Run', parameters: { type: 'object', properties: {} }, ...rest },
});
const strict = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const schemaFormat = (schema: unknown, rest: object = {}) => ({
	type: 'json_schema',
	json_schema: { name: 'answer', strict: true, schema, ...rest },
});

const chat = (messages: readonly unknown[], rest: object = {}) => ({ model: 'm', messages, ...rest });

describe('checkChat() lets pass', () => {
	it.each<readonly [what: string, body: unknown]>([
		['a question', chat([system, user])],
		['no system message', chat([user])],
		['parallel calls, answered in any order', chat([user, calling(a, b), answer(b), answer(a), said, user])],
		['text beside calls', chat([user, { ...calling(a), content: 'Let me look' }, answer(a)])],
		['absent content beside calls', chat([user, { role: 'assistant', tool_calls: [call(a)] }, answer(a)])],
		['streaming with usage', chat([user], { stream: true, stream_options: { include_usage: true } })],
		['tools', chat([user], { tools: [tool(), tool({ name: 'list' })], parallel_tool_calls: true })],
		['a strict schema', chat([user], { response_format: schemaFormat(strict) })],
		[
			'a loose schema that is not called strict',
			chat([user], { response_format: schemaFormat({ type: 'object' }, { strict: false }) }),
		],
		[
			'json_object with the word',
			chat([{ role: 'user', content: 'Answer in JSON' }], { response_format: { type: 'json_object' } }),
		],
	])('%s', (_, body) => {
		expect(checkChat(body)).toBeUndefined();
	});
});

describe('checkChat() refuses', () => {
	it.each<readonly [what: string, body: unknown, param: string]>([
		['no object', 'hi', ''],
		['an unknown argument', chat([user], { max_output: 1 }), 'max_output'],
		['no model', { messages: [user] }, 'model'],
		['no messages', chat([]), 'messages'],
		['an unknown role', chat([{ role: 'robot', content: 'x' }]), 'messages[0].role'],
		['the developer role', chat([{ role: 'developer', content: 'x' }]), 'messages[0].role'],
		['a second system message', chat([system, user, system]), 'messages[2]'],
		['a system message in second place', chat([user, system]), 'messages[1]'],
		['null content of a person', chat([{ role: 'user', content: null }]), 'messages[0].content'],
		['empty content of a person', chat([{ role: 'user', content: '' }]), 'messages[0].content'],
		['an assistant message with nothing', chat([user, { role: 'assistant', content: null }]), 'messages[1].content'],
		[
			'an empty list of calls',
			chat([user, { role: 'assistant', content: 'x', tool_calls: [] }]),
			'messages[1].tool_calls',
		],
		['a tool message without a call', chat([user, answer('a')]), 'messages[1]'],
		['an answer to another call', chat([user, calling('a'), answer('b')]), 'messages[2]'],
		['an answer that comes twice', chat([user, calling('a'), answer('a'), answer('a')]), 'messages[3]'],
		['an answer that is missing at the end', chat([user, calling('a', 'b'), answer('a')]), 'messages[2]'],
		['an answer that is missing before the next message', chat([user, calling('a'), user, answer('a')]), 'messages[2]'],
		['one id for two calls', chat([user, calling('a', 'a'), answer('a')]), 'messages[1].tool_calls[1].id'],
		[
			'an id of an earlier turn',
			chat([user, calling('a'), answer('a'), calling('a'), answer('a')]),
			'messages[3].tool_calls[0].id',
		],
		['an id with a colon', chat([user, calling('a:0'), answer('a:0')]), 'messages[1].tool_calls[0].id'],
		['an id of 41 characters', chat([user, calling('a'.repeat(41))]), 'messages[1].tool_calls[0].id'],
		[
			'a called name with a dot',
			chat([user, { role: 'assistant', tool_calls: [call('a', { name: 'multi.tool' })] }]),
			'messages[1].tool_calls[0].function.name',
		],
		[
			'broken arguments',
			chat([user, { role: 'assistant', tool_calls: [call('a', { arguments: '{"a":' })] }]),
			'messages[1].tool_calls[0].function.arguments',
		],
		[
			'arguments that are no object',
			chat([user, { role: 'assistant', tool_calls: [call('a', { arguments: '[]' })] }]),
			'messages[1].tool_calls[0].function.arguments',
		],
		['a lone surrogate', chat([{ role: 'user', content: 'a\ud83d' }]), 'messages.0.content'],
		['an empty list of tools', chat([user], { tools: [] }), 'tools'],
		['a tool name with a dot', chat([user], { tools: [tool({ name: 'a.b' })] }), 'tools[0].function.name'],
		['two tools of one name', chat([user], { tools: [tool(), tool()] }), 'tools[1].function.name'],
		[
			'a tool whose parameters are no object',
			chat([user], { tools: [tool({ parameters: { type: 'string' } })] }),
			'tools[0].function.parameters',
		],
		[
			'a strict tool that is not strict',
			chat([user], { tools: [tool({ strict: true })] }),
			'tools[0].function.parameters',
		],
		['tool_choice without tools', chat([user], { tool_choice: 'none' }), 'tool_choice'],
		['stream_options without stream', chat([user], { stream_options: {} }), 'stream_options'],
		['json_object without the word', chat([user], { response_format: { type: 'json_object' } }), 'response_format'],
		['an unknown format', chat([user], { response_format: { type: 'xml' } }), 'response_format.type'],
		[
			'a schema name with a space',
			chat([user], { response_format: schemaFormat(strict, { name: 'my answer' }) }),
			'response_format.json_schema.name',
		],
		[
			'a schema that is missing',
			chat([user], { response_format: schemaFormat(undefined) }),
			'response_format.json_schema.schema',
		],
	])('%s', (_, body, param) => {
		expect(checkChat(body)).toMatchObject({ param });
	});

	it.each<readonly [what: string, schema: unknown, message: RegExp]>([
		[
			'free keys',
			{ ...strict, additionalProperties: true },
			/'additionalProperties' is required to be supplied and to be false/,
		],
		['unsaid free keys', { type: 'object', properties: {}, required: [] }, /'additionalProperties'/],
		['an optional key', { ...strict, required: [] }, /Missing 'a'/],
		['a required key that is none', { ...strict, required: ['a', 'b'] }, /Extra required key 'b'/],
		[
			'a limit that is not permitted',
			{ ...strict, properties: { a: { type: 'string', minLength: 1 } } },
			/'minLength' is not permitted/,
		],
		['any value', { ...strict, properties: { a: {} } }, /must have a 'type' key/],
		['a list of anything', { ...strict, properties: { a: { type: 'array' } } }, /missing items/],
		['oneOf', { ...strict, properties: { a: { oneOf: [] } } }, /'oneOf' is not permitted/],
		['a list at the root', { type: 'array', items: { type: 'string' } }, /must be of type "object"/],
		[
			'a fault deep within',
			{ ...strict, properties: { a: { type: 'array', items: { anyOf: [{ type: 'object' }] } } } },
			/a\.items\.anyOf\[0\]'.*additionalProperties/,
		],
	])('a strict schema with %s', (_, schema, message) => {
		expect(checkChat(chat([user], { response_format: schemaFormat(schema) }))?.message).toMatch(message);
	});
});
