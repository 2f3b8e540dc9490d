import {
	type Allow,
	byTag,
	either,
	type Fields,
	free,
	isMembers,
	list,
	nullOr,
	number,
	object,
	oneOf,
	text,
	truth,
} from '../read/allow.ts';
import { schema } from '../read/schema.ts';
import { hostedTool, isHostedName } from '../read/tools.ts';
import { cacheControl, chatPart } from './parts.ts';

const functionMembers = object({ name: text, description: text, parameters: schema, strict: truth });

const functionTool: Allow = (value, notes) => {
	const given = isMembers(value) && isMembers(value['function']) ? value['function'] : {};
	if (isHostedName(given['name'])) return hostedTool('chat')(value, notes);
	return object({ type: text, function: functionMembers, cache_control: cacheControl })(value, notes);
};

const grammar = object({ syntax: text, definition: text });
const customTool = object({
	type: text,
	custom: object({ name: text, description: text, format: object({ type: text, grammar }) }),
});

const named = object({ name: text });
const toolChoice = either(
	oneOf('none', 'auto', 'required', 'any'),
	byTag(
		'type',
		{ function: object({ type: text, function: named }), custom: object({ type: text, custom: named }) },
		() => undefined,
	),
);

/** Gemini's models sign their thinking here (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const extraContent = object({ google: object({ thought_signature: text }) });
const call = object({
	id: text,
	type: oneOf('function', 'custom'),
	index: number,
	function: object({ name: text, arguments: either(text, free) }),
	custom: object({ name: text, input: text }),
	extra_content: extraContent,
});

/** Thinking as OpenRouter hands it back (https://openrouter.ai/docs/use-cases/reasoning-tokens). */
const thought = object({
	type: text,
	text,
	summary: text,
	data: text,
	signature: nullOr(text),
	id: nullOr(text),
	format: nullOr(text),
	index: number,
});

const message = object({
	role: oneOf('system', 'developer', 'user', 'assistant', 'tool', 'function'),
	content: nullOr(either(text, list(chatPart))),
	name: text,
	tool_calls: list(call),
	tool_call_id: text,
	function_call: object({ name: text, arguments: text }),
	refusal: nullOr(text),
	// Thinking, under the names that servers give it
	reasoning_content: nullOr(text),
	reasoning: text,
	reasoning_text: text,
	reasoning_opaque: text,
	reasoning_details: list(thought),
	// The beginning of the answer: DeepSeek and Mistral, Moonshot
	prefix: truth,
	partial: truth,
	cache_control: cacheControl,
});

const responseFormat = object({
	type: oneOf('text', 'json_object', 'json_schema'),
	json_schema: object({ name: text, description: text, schema, strict: nullOr(truth) }),
});

const templateOptions = object({
	enable_thinking: truth,
	thinking: truth,
	thinking_budget: number,
	preserve_thinking: truth,
	clear_thinking: truth,
	reasoning_effort: text,
});

const numbers = [
	...['temperature', 'top_p', 'top_k', 'min_p', 'top_a', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'],
	...['repeat_penalty', 'seed', 'random_seed', 'top_logprobs', 'max_tokens', 'max_completion_tokens', 'n'],
	...['thinking_budget'],
];
const truths = [
	...['stream', 'parallel_tool_calls', 'logprobs', 'enable_thinking', 'preserve_thinking', 'include_reasoning'],
	...['tool_stream', 'do_sample', 'vl_high_resolution_images'],
];

/** The members of a request, without the model. */
export const chatFields: Fields = {
	messages: list(message),
	tools: list(byTag('type', { function: functionTool, custom: customTool }, hostedTool('chat'))),
	tool_choice: toolChoice,
	functions: list(functionMembers),
	function_call: either(oneOf('none', 'auto'), named),
	response_format: responseFormat,
	stop: either(text, list(text)),
	logit_bias: free,
	prediction: object({ type: oneOf('content'), content: either(text, list(object({ type: oneOf('text'), text }))) }),
	modalities: list(oneOf('text')),
	reasoning_effort: text,
	reasoning_format: text,
	verbosity: oneOf('low', 'medium', 'high'),
	reasoning: object({ effort: text, max_tokens: number, exclude: truth, enabled: truth, summary: text }),
	thinking: object({ type: text, budget_tokens: number, clear_thinking: truth, keep: text }),
	chat_template_kwargs: templateOptions,
	prompt_cache_key: text,
	prompt_cache_retention: oneOf('in_memory', '24h'),
	...Object.fromEntries(numbers.map((name) => [name, number])),
	...Object.fromEntries(truths.map((name) => [name, truth])),
};
