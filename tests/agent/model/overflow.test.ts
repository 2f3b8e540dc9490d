import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { readProblem } from '../../../src/agent/model/wire/read-problem.ts';
import { explainProblem, type Verdict } from '../../../src/agent/model/wire/wire-errors.ts';

const names = {
	url: 'http://127.0.0.1:11434/v1',
	model: 'qwen3',
	silenceMs: 120_000,
	settings: { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: 'BRAIN_MODEL' },
};

/** `sent`: characters of the request. */
function explain(error: unknown, sent?: number): Verdict | undefined {
	const problem = readProblem(error, 0);
	return problem && explainProblem(problem, names, ...(sent === undefined ? [] : [() => sent]));
}

const json = (status: number, error: object) => APIError.generate(status, { error }, undefined, new Headers());
const plain = (status: number, text: string) => APIError.generate(status, undefined, text, new Headers());
/** Without a status: the library builds the error itself. */
const inStream = (error: object) => new APIError(undefined, error, undefined, new Headers());

describe('a conversation that is too long', () => {
	it.each([
		[
			'OpenAI',
			json(400, {
				message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
				code: 'context_length_exceeded',
			}),
		],
		['Anthropic', json(400, { message: 'prompt is too long: 213462 tokens > 200000 maximum' })],
		[
			'Google',
			json(400, { message: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)' }),
		],
		[
			'xAI',
			json(400, { message: "This model's maximum prompt length is 131072 but the request contains 537812 tokens" }),
		],
		['Groq', json(400, { message: 'Please reduce the length of the messages or completion' })],
		[
			'llama.cpp',
			json(400, {
				code: 400,
				type: 'exceed_context_size_error',
				message: 'the request exceeds the available context size',
				n_ctx: 256,
			}),
		],
		['llama.cpp as 500', json(500, { code: 500, type: 'exceed_context_size_error', n_prompt_tokens: 1407 })],
		[
			'LM Studio',
			json(400, { message: 'The number of tokens to keep from the initial prompt is greater than the context length' }),
		],
		['MiniMax', json(400, { message: 'invalid params, context window exceeds limit' })],
		['Kimi', json(400, { message: 'Your request exceeded model token limit: 262144' })],
		[
			'Mistral',
			json(400, { message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length' }),
		],
		['vLLM', json(400, { message: 'max_tokens must be at least 1, got -186' })],
		['Copilot', json(400, { message: 'prompt token count exceeds the context window of this model' })],
		['Cerebras without a body', plain(413, '')],
		[
			'vLLM before the prompt is run',
			json(400, { message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.' }),
		],
		[
			'vLLM as tokens',
			json(400, { message: "You passed 9 input tokens. However, the model's context length is only 8 tokens" }),
		],
		[
			'SGLang',
			json(400, { message: "The input (9000 tokens) is longer than the model's context length (8192 tokens)." }),
		],
		['TGI', json(422, { error: '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000' })],
		['Ollama', json(400, { error: 'the input length exceeds the context length' })],
		['TensorRT-LLM', json(400, { message: 'Prompt length (5000) exceeds maximum input length (4096)' })],
		['Cohere', json(400, { message: 'too many tokens: total number of tokens in the prompt cannot exceed 4081' })],
		['Ollama in the cloud', json(400, { message: 'The prompt is too long: 9000, model maximum context length: 8191' })],
		[
			'DeepInfra',
			json(400, { message: 'Requested input length 39818 exceeds maximum input length 32767 (via DeepInfra)' }),
		],
		[
			'vLLM with pictures',
			json(400, {
				message: 'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
			}),
		],
		['DwarfStar', json(400, { message: 'Prompt has 32769 tokens, but the configured context size is 32768 tokens' })],
		['MLX', json(400, { message: 'Prompt exceeds maximum context length' })],
		[
			'Cerebras',
			json(400, {
				message: 'Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000',
			}),
		],
		['Bedrock', json(400, { message: 'Input is too long for requested model.' })],
		['Z.ai', json(400, { error: { code: '1261', message: 'Prompt exceeds max length' } })],
		['DashScope', json(400, { message: 'Range of input length should be [1, 30720]' })],
		['GitHub', json(400, { message: 'prompt token count of 70000 exceeds the limit of 64000' })],
		['TabbyAPI', json(400, { message: 'Request length 71599 + 2048 is greater than max_seq_len 65536' })],
		['llama-cpp-python', json(400, { message: 'Requested tokens (5000) exceed context window of 2048' })],
		[
			'Amazon Nova',
			json(400, {
				message:
					'The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
			}),
		],
		['Z.ai by its code 1210', json(400, { message: 'tokens in request more than max tokens allowed' })],
		[
			'SGLang with its truncation',
			json(400, {
				message:
					'Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens). Use a shorter input or enable --allow-auto-truncate.',
			}),
		],
		['OpenRouter', json(400, { message: 'Input length 131393 exceeds the maximum allowed input length of 131072' })],
		['SGLang for short', json(400, { message: "Input length (5000) exceeds model's maximum context length (4096)." })],
		['Volcengine', json(400, { message: 'Total tokens of image and text exceed max message tokens.' })],
		[
			'Bedrock as Python tells it',
			json(400, { message: "400: {'message': 'Input is too long for requested model.'}" }),
		],
		['llama.cpp while it answers', json(500, { code: 500, message: 'Context size has been exceeded.' })],
		['vLLM before', json(400, { message: 'The engine prompt length 9000 exceeds the max_model_len 8192.' })],
		[
			'Vertex AI',
			json(400, {
				message: 'Unable to submit request because the input token count is 40000 but model only supports up to 32767.',
			}),
		],
		[
			'watsonx.ai',
			json(400, {
				message: 'the number of input tokens 9000 cannot exceed the total tokens limit 8192 for this model',
			}),
		],
		['Qianfan', plain(400, '{"error_code":336007,"error_msg":"prompt tokens too long"}')],
		['Cohere before', json(400, { message: 'too many tokens: size limit exceeded by 11326 tokens.' })],
		['Ollama before', json(400, { message: 'ollama: context length exceeded for llama3' })],
		['a list', json(400, [{ error: { code: 400, message: 'The input token count (9) exceeds the maximum' } }])],
		['a stream', inStream({ type: 'exceed_context_size_error' })],
	])('is known from the words of %s', (_, error) => {
		expect(explain(error)).toMatchObject({ failure: 'context-overflow', retry: false });
	});

	it.each([
		'Please reduce the length of the tool name',
		'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model',
		"Invalid value for user: 'my input is too long for the form'",
		'The name of the input is too long',
	])('is not seen in other lengths: %s', (message) => {
		expect(explain(json(400, { message }))?.failure).toBe('refused-request');
	});

	it.each([
		'Token limit exceeded: prompt 9000 > 8192',
		'Sequence length 9000 exceeds session_len 8192: shorten the prompt, the input is too long',
		"total tokens exceeds the model's max of 4096",
		'Input exceeds the max input token limit',
		'输入内容过长，请减少 Prompt 中的 token 数量后重试',
	])('is known from words that stand in no table where the request is long: %s', (message) => {
		expect(explain(json(400, { message }), 60_000)?.failure).toBe('context-overflow');
		expect(explain(json(400, { message }), 900)?.failure).toBe('refused-request');
	});

	it.each([
		'max_tokens is too large: 100000. This model supports at most 4096 completion tokens',
		'The number of images exceeds the limit of this model',
		'Tool names may not be longer than 64 characters',
		"Field 'user' is too long: it may have more than 64 tokens",
		// https://github.com/jin-bo/agentao/pull/88
		'Too many tokens, please wait before you go on',
	])('is not seen in other limits, however long the request: %s', (message) => {
		expect(explain(json(400, { message }), 60_000)?.failure).toBe('refused-request');
	});

	it('is not seen where a server throttles within a stream, as Bedrock does, however long the request', () => {
		const throttled = inStream({ message: 'ThrottlingException: Too many tokens, please wait before trying again.' });
		expect(explain(throttled, 60_000)).toMatchObject({ failure: 'server-error', retry: true });
	});

	it('is seen in a request that is larger than all tokens of a minute, which no wait makes smaller', () => {
		const message =
			'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.';
		const verdict = { failure: 'context-overflow', retry: false, limit: 30_000 };
		expect(explain(json(429, { message, type: 'tokens', code: 'rate_limit_exceeded' }))).toMatchObject(verdict);
	});

	it('is not seen in limits on tokens per minute', () => {
		const message = 'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 4500.';
		expect(explain(json(429, { message }))?.failure).toBe('rate-limited');
		expect(explain(json(429, { message: 'Request too large: reduce the length of the messages' }))?.failure).toBe(
			'rate-limited',
		);
	});
});
