import { json, type Recording, stream, typedEvents, usage } from './recording.ts';

const counted = {
	input_tokens: 400,
	input_tokens_details: { cached_tokens: 256 },
	output_tokens: 60,
	output_tokens_details: { reasoning_tokens: 40 },
	total_tokens: 460,
};
const response = (status: string, rest: object = {}) => ({
	id: 'resp_1',
	object: 'response',
	status,
	output: [],
	usage: null,
	...rest,
});
const begun = [
	{ type: 'response.created', sequence_number: 0, response: response('in_progress') },
	{ type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
	{
		type: 'response.output_item.done',
		output_index: 0,
		item: { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAA', summary: [] },
	},
	{
		type: 'response.output_item.added',
		output_index: 1,
		item: { type: 'function_call', call_id: 'c', name: 'exec', arguments: '' },
	},
	{ type: 'response.function_call_arguments.delta', delta: '{"error":{"message":"no"},"type":"error"}' },
	{ type: 'response.output_text.delta', delta: '"usage": {"input_tokens": 1} 🙂' },
];
const recording = (title: string, text: string, told: Recording['told'], contentType = stream): Recording => ({
	title: `responses: ${title}`,
	dialect: 'responses',
	contentType,
	text,
	told,
});
const whole = { usage: usage(400, 60, 256), failure: undefined };
const end = (type: string, answer: object) => typedEvents([...begun, { type, response: answer } as { type: string }]);

export const responsesRecordings: readonly Recording[] = [
	recording('reasoning, a call and text', end('response.completed', response('completed', { usage: counted })), whole),
	recording(
		'cut at the output limit',
		end(
			'response.incomplete',
			response('incomplete', { usage: counted, incomplete_details: { reason: 'max_output_tokens' } }),
		),
		whole,
	),
	recording(
		'a failure',
		end('response.failed', response('failed', { error: { code: 'server_error', message: 'It broke.' } })),
		{
			usage: undefined,
			failure: 'It broke.',
		},
	),
	recording(
		'an error in the middle',
		typedEvents([...begun, { type: 'error', code: 'ERR', message: 'Gone.' } as { type: string }], '\r\n'),
		{
			usage: undefined,
			failure: 'Gone.',
		},
	),
	recording('an end too early', typedEvents(begun), { usage: undefined, failure: undefined }),
	recording('one object', JSON.stringify(response('completed', { error: null, usage: counted })), whole, json),
];
