import { json, type Recording, stream, typedEvents, usage } from './recording.ts';

type Event = { readonly type: string; readonly [member: string]: unknown };
const start = (counts: object): Event => ({
	type: 'message_start',
	message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'm', usage: counts },
});
const delta = (counts: object): Event => ({
	type: 'message_delta',
	delta: { stop_reason: 'end_turn' },
	usage: counts,
});
const counts = { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 1 };
const block = (piece: object): Event => ({ type: 'content_block_delta', index: 0, delta: piece });
const content = [
	{ type: 'ping' },
	block({ type: 'thinking_delta', thinking: 'hm' }),
	block({ type: 'signature_delta', signature: 'EqQB' }),
	block({ type: 'text_delta', text: 'Grüße "usage": {"input_tokens": 99999} 🙂' }),
	block({ type: 'input_json_delta', partial_json: '{"type":"error","error":{"message":"no"}}' }),
];
const recording = (title: string, text: string, told: Recording['told'], contentType = stream): Recording => ({
	title: `messages: ${title}`,
	dialect: 'messages',
	contentType,
	text,
	told,
});
const stop = { type: 'message_stop' };

export const messagesRecordings: readonly Recording[] = [
	recording('thinking, text and a call', typedEvents([start(counts), ...content, delta({ output_tokens: 77 }), stop]), {
		usage: usage(3210, 77, 3000),
		failure: undefined,
	}),
	recording(
		'counts at the end, from another server',
		typedEvents(
			[
				start({ input_tokens: 0, output_tokens: 0 }),
				delta({ input_tokens: 50, output_tokens: 5, cache_read_input_tokens: 20 }),
				stop,
			],
			'\r\n',
		),
		{
			usage: usage(70, 5, 20),
			failure: undefined,
		},
	),
	recording(
		'an error in the middle',
		typedEvents([
			start(counts),
			...content,
			{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
		]),
		{ usage: usage(3210, 1, 3000), failure: 'Overloaded' },
	),
	recording('an end too early', typedEvents([start(counts), ...content]), {
		usage: usage(3210, 1, 3000),
		failure: undefined,
	}),
	recording(
		'one object',
		JSON.stringify({ type: 'message', content: [], usage: { ...counts, output_tokens: 8 } }),
		{ usage: usage(3210, 8, 3000), failure: undefined },
		json,
	),
	recording(
		'an error that is one object',
		JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'no' } }),
		{ usage: undefined, failure: 'no' },
		json,
	),
];
