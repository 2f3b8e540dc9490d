import type { WireProblem } from './wire/wire-problem.ts';

type Refusal = Extract<WireProblem, { kind: 'refusal' }>;

/** How one kind of server says that a prompt is too long. */
interface OverflowWords {
	readonly server: string;
	/** Over text in lower case. */
	readonly says: RegExp;
}

/** From the servers' sources, documents and public reports, which are named where they are the only ones; there is no standard. */
const table: readonly OverflowWords[] = [
	{
		server: 'OpenAI, Azure, DeepSeek, OpenRouter, Groq, Cerebras',
		says: /context_length_exceeded|maximum context length (is|of) \d|reduce the length of (the|your) (messages|prompt|input)/,
	},
	// https://github.com/vllm-project/vllm/issues/12165
	{
		server: 'vLLM',
		says: /longer than the maximum (model|context) length|context length is only \d|too long to fit into the model|exceeds the max_model_len/,
	},
	{ server: 'SGLang', says: /longer than the model'?s context length|exceeds? (the )?model'?s maximum context length/ },
	{
		server: 'TGI, Together',
		says: /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than \d+ tokens/,
	},
	// It says the second while it answers, with status 500 (https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2339).
	{
		server: 'llama.cpp, LM Studio',
		says: /exceed_context_size_error|exceeds? the available context size|context size has been exceeded/,
	},
	// llama_cpp/llama.py: "Requested tokens (5000) exceed context window of 2048"
	{ server: 'llama-cpp-python', says: /requested tokens( \(\d+\))? exceed context window/ },
	// https://github.com/nano-step/nano-brain/issues/208
	{
		server: 'Ollama',
		says: /input length exceeds the context length|prompt too long; exceeded|model maximum context length: \d/,
	},
	{ server: 'LM Studio', says: /greater than the (model'?s? )?context length|when context the overflows/ },
	// https://github.com/triton-inference-server/tensorrtllm_backend/issues/565 and 141; sglang, managers/tokenizer_manager.py
	{
		server: 'TensorRT-LLM, DeepInfra, SGLang',
		says: /(prompt|input) length \(?\d+( tokens)?\)? exceeds (the )?maximum (allowed )?((input|sequence) )?length/,
	},
	// https://github.com/SillyTavern/SillyTavern/issues/3543
	{ server: 'TabbyAPI', says: /length \d+( \+ \d+)? is greater than max_seq_len/ },
	// https://github.com/antirez/ds4/pull/150
	{ server: 'DwarfStar', says: /configured context size is \d|prompt tokens \(\d+\) exceeds context size/ },
	// https://github.com/ddalcu/mlx-serve/issues/66
	{ server: 'MLX', says: /prompt exceeds maximum context length/ },
	{
		server: 'Anthropic, Fireworks',
		says: /prompt is too long|input length and `?max_tokens`? exceed context limit|model_context_window_exceeded/,
	},
	// https://github.com/google-gemini/gemini-cli/issues/19727
	{
		server: 'Gemini, Vertex AI',
		says: /input token count.{0,40}(exceeds the maximum|but (the )?model only supports up to)/,
	},
	// It names https://cloud.ibm.com/apidocs/watsonx-ai for more.
	{ server: 'watsonx.ai', says: /number of input tokens \d+ cannot exceed the total tokens limit/ },
	// https://github.com/PaddlePaddle/ERNIE-SDK/issues/336
	{ server: 'Qianfan', says: /prompt tokens too long|the max input characters is \d/ },
	{ server: 'Mistral', says: /too large for model with \d+ maximum context length/ },
	// https://docs.cohere.com/reference/generate; its limits on the answer begin alike.
	{ server: 'Cohere', says: /too many tokens: (total number of tokens|size limit exceeded)/ },
	{ server: 'xAI', says: /maximum prompt length is \d/ },
	// At the start of its sentence: a form's input may be too long as well.
	{
		server: 'Bedrock',
		says: /(^|["':.]) ?input is too long|number of input tokens exceeds maximum length|input tokens exceeded/,
	},
	// https://www.volcengine.com/docs/82379/1299023
	{ server: 'Volcengine', says: /total tokens of image and text exceed|total tokens exceed max message tokens/ },
	{ server: 'Moonshot', says: /exceeded model token limit/ },
	{ server: 'Z.ai', says: /prompt exceeds max length|prompt too long|tokens in request more than max tokens allowed/ },
	{ server: 'MiniMax', says: /context (window|length) exceeds limit/ },
	// https://www.alibabacloud.com/help/zh/model-studio/error-code
	{ server: 'DashScope', says: /range of input length should be/ },
	{ server: 'GitHub', says: /prompt token count of \d+ exceeds the limit|tokens_limit_reached/ },
	{ server: 'gateways', says: /contextwindowexceedederror|max_tokens must be at least 1, got -\d+/ },
	// https://github.com/openclaw/openclaw/issues/58839
	{ server: 'Ollama before, others', says: /context (length|window|size|limit) (is |was )?exceeded|prompt_too_long/ },
	{
		server: 'others',
		says: /exceeds? (the |this |its )?(model'?s? )?(available |maximum )?context (window|size|length|limit)/,
	},
	{ server: 'others', says: /longer than the (model'?s? )?(maximum )?context/ },
];

/**
 * Cerebras says nothing at all, and so do others about other faults. Its smallest window has 8,192 tokens
 * (https://github.com/ellipticmarketing/modelrelay/pull/73); two characters a token are few.
 */
export const surelyFits = 16_000;

// Servers that stand in no table, in English or Chinese (https://github.com/fengshao1227/ccg-workflow/issues/69).
const ofPrompt =
	/\b(tokens?|context|prompts?|conversation|messages|inputs?)\b|\u4e0a\u4e0b\u6587|\u8f93\u5165|\u957f\u5ea6/;
const tooMuch =
	/\bexceed|\btoo (long|large|many|big)\b|\b(longer|larger|greater|more|bigger) than\b|\b(above|over) the (limit|maximum)|\bsupports? up to\b|\u8d85(\u8fc7|\u51fa|\u9650|\u957f)|\u8fc7\u957f/;
const ofElse =
	/\b(outputs?|completions?|max_\w+|images?|pictures?|audio|files?|tools?|functions?|names?|ids?|keys?|users?|fields?|minutes?|seconds?|hours?|days?|rates?|quotas?|stop|credits?|balance|budget|dimensions?|timeouts?|concurren\w+|throttl\w+|wait)\b|\btp[md]\b/;

/**
 * OpenAI's words for a request that is larger than its limit of tokens a minute, with status 429: no wait helps
 * (https://github.com/Aider-AI/aider/issues/1880).
 */
const tooMuchAtOnce = /\brequest too large for\b.{0,200}\btokens per min/i;

/** Whether a sentence speaks of a prompt that is too long, and of nothing else. */
function seemsLong(text: string): boolean {
	const sentences = text.split(/[.;!?\n\u3002]\s*/);
	return sentences.some((said) => ofPrompt.test(said) && tooMuch.test(said) && !ofElse.test(said));
}

/** Whether a refusal means that the conversation does not fit the model's context window; `sent`: the request's characters. Pure. */
export function isOverflow(refusal: Refusal, sent: () => number): boolean {
	const { status, all } = refusal;
	// RFC 9110, 15.5.14: the content is too large, whoever says so, be it a proxy's page or Groq for its tokens per minute.
	if (status === 413) return true;
	if (isMute(refusal)) return sent() > surelyFits;
	if (tooMuchAtOnce.test(all)) return true;
	// Limits on tokens per minute use the same words.
	if (status === 429 || status === 401 || status === 403) return false;
	const text = all.toLowerCase();
	return table.some(({ says }) => says.test(text)) || (isRefused(status) && seemsLong(text) && sent() > surelyFits);
}

/** A server that failed may speak of its own limits. */
function isRefused(status: number | undefined): boolean {
	return status === undefined || status === 400 || status === 422;
}

/** Whether a server refused a request, and said not a word. Pure. */
export function isMute({ status, said, all }: Refusal): boolean {
	return status === 400 && said === '' && /^""\s*$/.test(all);
}
