import type { Grammar } from './grammar.ts';
import { harmonyMessage } from './harmony-calls.ts';
import { bareJsonCalls, jsonCalls } from './json-calls.ts';
import { reactCall, saidMessage } from './message-calls.ts';
import { keyedCall, namedCall } from './named-calls.ts';
import { gemmaCall, pythonCall } from './python-calls.ts';
import { taggedCall } from './tagged-calls.ts';

/** How families of models begin to write a call, and in which grammars they go on. */
export interface Family {
	readonly of: string;
	/** Texts that a call begins with, at the start of a line or behind words. */
	readonly opens: readonly string[];
	/** Tried in order, with the opening and behind it. */
	readonly grammars: readonly Grammar[];
	/** Makes another writing of it one that the grammars know. */
	readonly plain?: (text: string) => string;
}

/** DeepSeek writes its tokens with bars and blocks of full width; converted models with other ones. */
function deepseekTokens(words: string): readonly string[] {
	const written = ['▁', '_', ' ', '\\_'].map((blank) => words.replaceAll(' ', blank));
	return written.flatMap((word) => [`<｜${word}｜>`, `<|${word}|>`]);
}

/** Kimi K3's tokens, as tags. */
function kimiTags(text: string): string {
	return text.replaceAll('<|open|>', '<').replaceAll('<|close|>', '</').replaceAll('<|sep|>', '>');
}

/** gpt-oss, where a server has taken away its tokens: a channel's name stands before what was said, `assistant` before the next one's. */
function harmonyTokens(text: string): string {
	const marked = text
		.replaceAll(/assistant(?=commentary to=)/g, '<|end|><|start|>assistant<|channel|>')
		.replaceAll(/assistant(final|analysis)/g, '<|end|><|start|>assistant<|channel|>$1<|message|>');
	return marked === text ? text : marked.replaceAll(/^analysis/gm, '<|channel|>analysis<|message|>');
}

const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Every family that is served without a parser of its own writes its calls into the answer. A new one is a line here. Read from the parsers of
 * vLLM (github.com/vllm-project/vllm, vllm/tool_parsers, commits decc268 to 04b6f4e of 2026, and vllm/entrypoints/openai/tool_parsers before),
 * of SGLang (github.com/sgl-project/sglang, python/sglang/srt/function_call, commits ce2b312 to 9837cea), and from the models' chat templates.
 */
export const families: readonly Family[] = [
	{
		of: 'Hermes, Qwen, Granite 4, ERNIE (JSON); Qwen3-Coder, Nemotron 3, Step 3.5, MiMo (tags); GLM, Hunyuan (keys and values)',
		opens: ['<tool_call>', '<tool_call '],
		grammars: [jsonCalls, taggedCall, keyedCall, namedCall, pythonCall],
	},
	{
		of: 'Qwen3-Coder without its frame, Llama 3 with JSON, Functionary, MiniCPM',
		opens: ['<function=', '<function name='],
		grammars: [taggedCall],
	},
	{
		of: 'Anthropic; OLMo 3, which writes Python inside',
		opens: ['<function_calls>', '<invoke name=', '<tool_use>', '<antml:function_calls>', '<antml:invoke name='],
		grammars: [taggedCall, jsonCalls, pythonCall],
	},
	{ of: 'Muse', opens: ['<atem:function_calls>', '<atem:invoke '], grammars: [taggedCall] },
	{ of: 'MiniMax M2', opens: ['<minimax:tool_call>'], grammars: [taggedCall, jsonCalls] },
	{
		of: 'MiniMax M3',
		opens: [']<]minimax[>['],
		grammars: [taggedCall],
		plain: (text) => text.replaceAll(']<]minimax[>[', ''),
	},
	{ of: 'Seed-OSS', opens: ['<seed:tool_call>'], grammars: [taggedCall] },
	{
		of: 'Jamba, MiniMax M1, Hunyuan',
		opens: ['<tool_calls>'],
		grammars: [jsonCalls, taggedCall, keyedCall, namedCall],
	},
	{
		of: 'Hunyuan, where tags carry a mark of their checkpoint',
		opens: ['<tool_call:', '<tool_calls:'],
		grammars: [keyedCall],
		plain: (text) => text.replaceAll(/(<\/?(?:tool_calls?|arg_key|arg_value)):[^<>\s]{1,32}>/g, '$1>'),
	},
	{ of: "LM Studio's default", opens: ['[TOOL_REQUEST]', '[TOOL_CALL]'], grammars: [jsonCalls] },
	// Definitions stand in such tags, too.
	{ of: 'Qwen2.5-Coder', opens: ['<tools>'], grammars: [bareJsonCalls, taggedCall] },
	{ of: 'Qwen-Agent', opens: ['✿FUNCTION✿:'], grammars: [namedCall] },
	{
		of: 'Functionary 2 and 3',
		opens: ['>>>', '<|recipient|>', '<|from|>assistant'],
		grammars: [saidMessage, namedCall],
	},
	{ of: 'ReAct', opens: ['Action:'], grammars: [reactCall] },
	{ of: 'Nemotron', opens: ['<TOOLCALL>'], grammars: [jsonCalls] },
	{ of: 'Mistral, xLAM', opens: ['[TOOL_CALLS]'], grammars: [jsonCalls, namedCall] },
	{ of: 'Llama 3, with its own tools as Python', opens: ['<|python_tag|>'], grammars: [jsonCalls, pythonCall] },
	{ of: 'Llama 4', opens: ['<|python_start|>'], grammars: [pythonCall, jsonCalls] },
	{
		of: 'DeepSeek V3, R1 and V3.1, Step 3',
		opens: [...deepseekTokens('tool calls begin'), ...deepseekTokens('tool call begin')],
		grammars: [taggedCall, namedCall, jsonCalls],
	},
	{
		of: 'DeepSeek V3.2 and V4',
		opens: ['｜', '|'].flatMap((bar) =>
			['function_calls>', 'tool_calls>', 'invoke '].map((tag) => `<${bar}DSML${bar}${tag}`),
		),
		grammars: [taggedCall],
	},
	{
		of: 'Kimi K2',
		// Without its frame it begins as DeepSeek's do.
		opens: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>'],
		grammars: [namedCall, jsonCalls],
	},
	{ of: 'Kimi K3', opens: ['<|open|>tools', '<|open|>call'], grammars: [taggedCall], plain: kimiTags },
	{ of: 'Granite 3, Phi-4', opens: ['<|tool_call|>'], grammars: [jsonCalls, namedCall, pythonCall] },
	{ of: 'Granite 20B', opens: ['<function_call>', '<|function_call|>'], grammars: [jsonCalls] },
	{ of: 'Phi-4, FireFunction', opens: ['functools['], grammars: [jsonCalls] },
	{
		of: 'Command R and A',
		opens: ['<|START_ACTION|>', '<|START_RESPONSE|>', 'Action: ```json', 'Action:```json'],
		grammars: [jsonCalls, saidMessage],
	},
	{
		of: 'Gemma',
		opens: ['```tool_code', '```tool_call', '<tool_code>'],
		grammars: [pythonCall, jsonCalls, taggedCall],
	},
	{ of: 'FunctionGemma, Gemma 4', opens: ['<start_function_call>', '<|tool_call>'], grammars: [gemmaCall, jsonCalls] },
	{
		of: 'gpt-oss',
		opens: ['<|channel|>', '<|start|>assistant', '<|end|><|', 'assistant<|channel|>', 'commentary to=functions.'],
		grammars: [harmonyMessage],
	},
	{
		of: 'gpt-oss without its tokens',
		opens: ['assistantcommentary to=', ...capitals.map((letter) => `analysis${letter}`)],
		grammars: [harmonyMessage],
		plain: harmonyTokens,
	},
	{ of: 'LFM2, Pangu', opens: ['<|tool_call_start|>', '[unused11]'], grammars: [jsonCalls, pythonCall] },
	{ of: 'InternLM', opens: ['<|action_start|>'], grammars: [jsonCalls] },
	{ of: 'Apertus', opens: ['<|tools_prefix|>'], grammars: [jsonCalls] },
	{ of: 'LongCat', opens: ['<longcat_tool_call>'], grammars: [jsonCalls, keyedCall] },
	{ of: 'GigaChat', opens: ['function call<|role_sep|>'], grammars: [jsonCalls] },
	{ of: 'Inkling', opens: ['<|content_invoke_tool_json|>', '<|message_model|>'], grammars: [namedCall, jsonCalls] },
	{
		of: 'PLaMo',
		opens: ['<|plamo:begin_tool_requests:plamo|>', '<|plamo:begin_tool_request:plamo|>'],
		grammars: [namedCall],
	},
	{ of: 'HyperCLOVA X', opens: ['-> tool/function_call'], grammars: [jsonCalls] },
	{ of: 'RWKV', opens: ['**Tool Call:**'], grammars: [jsonCalls] },
];
