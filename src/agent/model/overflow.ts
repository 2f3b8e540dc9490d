import type { WireProblem } from './wire/wire-problem.ts';

/** How one maker of servers says that a prompt is too long, in lower case, and where its words were found: there is no standard. */
interface OverflowWords {
	readonly vendor: string;
	readonly says: RegExp;
}

const table: readonly OverflowWords[] = [
	// https://platform.openai.com/docs/guides/error-codes; Azure, DeepSeek, OpenRouter and Databricks say the like.
	{
		vendor: 'OpenAI',
		says: /context_length_exceeded|maximum context length (is|of) \d|reduce the length of (the|your)/,
	},
	// vllm/entrypoints (serving_engine.py) and vllm/v1/engine/processor.py
	{ vendor: 'vLLM', says: /longer than the maximum (model|context) length|the model'?s context length is only \d/ },
	// python/sglang/srt/managers/tokenizer_manager.py
	{ vendor: 'SGLang', says: /longer than the model'?s context length|exceeds the model'?s maximum context length/ },
	// router/src/validation.rs of text-generation-inference; Together passes it on.
	{ vendor: 'TGI', says: /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than \d+ tokens/ },
	// tools/server/server.cpp
	{ vendor: 'llama.cpp', says: /exceed_context_size_error|exceeds? the available context size/ },
	// llm/server.go and runner
	{ vendor: 'Ollama', says: /input length exceeds (the|maximum) context length|prompt too long; exceeded/ },
	// https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237
	{ vendor: 'LM Studio', says: /greater than the (model'?s? )?context length|when context the overflows/ },
	// cpp/tensorrt_llm/executor
	{ vendor: 'TensorRT-LLM', says: /prompt length \(\d+\) exceeds maximum input length/ },
	// https://docs.claude.com/en/api/errors
	{
		vendor: 'Anthropic',
		says: /prompt is too long|input length and `?max_tokens`? exceed context limit|model_context_window_exceeded/,
	},
	// https://ai.google.dev/gemini-api/docs/troubleshooting
	{ vendor: 'Gemini', says: /input token count.{0,40}exceeds the maximum/ },
	// https://docs.mistral.ai/api
	{ vendor: 'Mistral', says: /too large for model with \d+ maximum context length/ },
	// https://docs.cohere.com/reference/errors
	{ vendor: 'Cohere', says: /too many tokens: (total|size|max)|number of tokens in the prompt cannot exceed/ },
	// https://docs.x.ai
	{ vendor: 'xAI', says: /maximum prompt length is \d/ },
	// https://docs.fireworks.ai
	{ vendor: 'Fireworks', says: /prompt is too long|model maximum context length: \d/ },
	// https://docs.aws.amazon.com/bedrock/latest/userguide
	{ vendor: 'Bedrock', says: /input is too long/ },
	// https://platform.moonshot.ai/docs
	{ vendor: 'Moonshot', says: /exceeded model token limit/ },
	// https://docs.z.ai/api-reference/api-code
	{ vendor: 'Z.ai', says: /prompt exceeds max length|prompt too long/ },
	// https://platform.minimax.io/docs
	{ vendor: 'MiniMax', says: /context (window|length) exceeds limit/ },
	// https://help.aliyun.com/zh/model-studio/error-code
	{ vendor: 'DashScope', says: /range of input length should be/ },
	// https://docs.github.com/en/github-models
	{ vendor: 'GitHub Models', says: /prompt token count of \d+ exceeds the limit|tokens_limit_reached/ },
	// https://github.com/theroyallab/tabbyAPI
	{ vendor: 'TabbyAPI', says: /prompt length \d+ is greater than max_seq_len/ },
	{ vendor: 'others', says: /exceeds? the (model'?s? )?(available )?context (window|size|length)/ },
	{ vendor: 'others', says: /max_tokens must be at least 1, got -\d+/ },
	{ vendor: 'others', says: /contextwindowexceedederror|longer than the (model'?s? )?context/ },
];

/** A request of fewer characters fits every window that is served; a token has about four. */
const surelyFits = 16_000;

/**
 * Whether a refusal means that the conversation does not fit the model's context window. `sent`: the request's characters, as one vendor,
 * Cerebras, says nothing at all then, and so do others about other faults. Pure.
 */
export function isOverflow({ status, said, all }: Extract<WireProblem, { kind: 'refusal' }>, sent: number): boolean {
	const isMute = said === '' && /^""\s*$/.test(all);
	if (isMute && (status === 400 || status === 413)) return status === 413 || sent > surelyFits;
	// Limits on tokens per minute use the same words.
	if (status === 429 || status === 401 || status === 403) return false;
	const text = all.toLowerCase();
	return table.some(({ says }) => says.test(text));
}
