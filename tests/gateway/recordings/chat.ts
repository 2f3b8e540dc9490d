import { events, json, type Recording, stream, usage } from './recording.ts';

const chunk = (delta: object, finish: string | null = null) => ({
	id: 'chatcmpl-1',
	object: 'chat.completion.chunk',
	created: 1,
	model: 'm',
	choices: [{ index: 0, delta, finish_reason: finish }],
	usage: null,
});
const counted = {
	prompt_tokens: 120,
	completion_tokens: 30,
	total_tokens: 150,
	prompt_tokens_details: { cached_tokens: 100 },
	completion_tokens_details: { reasoning_tokens: 12 },
};
const last = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: counted };
const call = (piece: object) => chunk({ tool_calls: [{ index: 0, ...piece }] });
const recording = (title: string, text: string, told: Recording['told'], contentType = stream): Recording => ({
	title: `chat: ${title}`,
	dialect: 'chat',
	contentType,
	text,
	told,
});
const whole = { usage: usage(120, 30, 100), failure: undefined };

export const chatRecordings: readonly Recording[] = [
	recording(
		'text',
		events([chunk({ role: 'assistant', content: 'Grüße, ' }), chunk({ content: '"usage": 7 🙂' }), last, '[DONE]']),
		whole,
	),
	recording(
		'a tool call, with CRLF and comments',
		`: OPENROUTER PROCESSING\r\n\r\n${events(
			[
				call({ id: 'c1', type: 'function', function: { name: 'write', arguments: '' } }),
				call({ function: { arguments: '{"error":{"message":"no"},"usage":{"prompt_tokens":9999}}' } }),
				chunk({}, 'tool_calls'),
				last,
				'[DONE]',
			],
			'\r\n',
		)}`,
		whole,
	),
	recording(
		'reasoning, with CR alone',
		events([chunk({ reasoning_content: 'hm' }), chunk({ content: 'ok' }, 'stop'), last, '[DONE]'], '\r'),
		whole,
	),
	recording(
		'usage counted in every chunk',
		events([{ ...last, usage: { ...counted, completion_tokens: 3 } }, last, '[DONE]']),
		whole,
	),
	recording(
		'thoughts that are counted in the total alone',
		events([chunk({ content: 'ok' }, 'stop'), { ...last, usage: { ...counted, total_tokens: 450 } }, '[DONE]']),
		{ ...whole, usage: usage(120, 330, 100) },
	),
	recording(
		'usage in the choice',
		events([
			{ ...last, choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: counted }], usage: undefined },
			'[DONE]',
		]),
		whole,
	),
	recording(
		'an event of several lines',
		`id: 1\r\ndata: ${JSON.stringify(last).replace('"usage":', '"usage":\r\ndata:')}\r\n\r\n`,
		whole,
	),
	recording('no usage at all', events([chunk({ content: 'a' }), chunk({}, 'stop'), '[DONE]']), {
		usage: undefined,
		failure: undefined,
	}),
	recording(
		'an error in the middle',
		events([chunk({ content: 'a' }), { error: { message: 'The upstream\nis overloaded', code: 502 } }]),
		{ usage: undefined, failure: 'The upstream is overloaded' },
	),
	recording('an end without an empty line', events([chunk({ content: 'a' }), last]).trimEnd(), whole),
	recording(
		'usage of Groq, beside the chunk',
		events([{ ...chunk({}, 'stop'), usage: undefined, x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2 } } }]),
		{
			usage: usage(5, 2),
			failure: undefined,
		},
	),
	recording(
		'tokens that DeepSeek had kept',
		events([{ ...last, usage: { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 8 } }]),
		{
			usage: usage(9, 1, 8),
			failure: undefined,
		},
	),
	recording(
		'one object',
		JSON.stringify({ ...last, choices: [{ index: 0, message: { content: 'a' } }] }, null, 2),
		whole,
		json,
	),
	recording(
		'an error that is one object',
		JSON.stringify({ error: { message: 'no', type: 'x' } }),
		{ usage: undefined, failure: 'no' },
		json,
	),
	recording('no JSON', '<html>bad gateway</html>', { usage: undefined, failure: undefined }, 'text/html'),
];
