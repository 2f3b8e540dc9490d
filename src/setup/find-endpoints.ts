import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import { listModels } from '../agent/model/list-models.ts';
import type { Environment } from '../config/environment.ts';

/** A place where models may be, before it was asked. */
export interface KnownEndpoint {
	readonly title: string;
	readonly baseUrl: string;
	/** The variable under which people have its key; none for a server of one's own. */
	readonly keyName?: string;
}

/** A server that has answered. */
export interface FoundEndpoint {
	readonly title: string;
	readonly baseUrl: string;
	readonly apiKey: string | undefined;
	/** Those that can be talked with. */
	readonly models: readonly string[];
}

/** Whoever answered; and in half a sentence each those that are there and did not say their models. */
export interface Findings {
	readonly found: readonly FoundEndpoint[];
	readonly refused: readonly string[];
}

/**
 * Servers that people run themselves, at the ports that they have when nobody changes them, and services by the variables that
 * their own documentation gives their keys.
 */
export const knownEndpoints: readonly KnownEndpoint[] = [
	// https://docs.ollama.com/faq
	{ title: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
	// https://docs.vllm.ai/en/stable/serving/openai_compatible_server
	{ title: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
	// https://lmstudio.ai/docs/developer/openai-compat
	{ title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
	// https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
	{ title: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
	{ title: 'OpenAI', baseUrl: openAiUrl, keyName: 'OPENAI_API_KEY' },
	// https://platform.claude.com/docs/en/api/openai-sdk
	{ title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', keyName: 'ANTHROPIC_API_KEY' },
	// https://ai.google.dev/gemini-api/docs/openai
	{
		title: 'Gemini',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
		keyName: 'GEMINI_API_KEY',
	},
	// https://docs.x.ai/docs/api-reference
	{ title: 'xAI', baseUrl: 'https://api.x.ai/v1', keyName: 'XAI_API_KEY' },
	// https://openrouter.ai/docs/quickstart
	{ title: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', keyName: 'OPENROUTER_API_KEY' },
	// https://docs.mistral.ai/api
	{ title: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', keyName: 'MISTRAL_API_KEY' },
	// https://console.groq.com/docs/openai
	{ title: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', keyName: 'GROQ_API_KEY' },
	// https://api-docs.deepseek.com
	{ title: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', keyName: 'DEEPSEEK_API_KEY' },
];

/** A server on this machine answers at once, or is busy. */
const limitMs = 4_000;

/** Asks all of them at once. A key goes to its own service alone. */
export async function findEndpoints(
	env: Environment,
	known: readonly KnownEndpoint[],
	signal: AbortSignal,
): Promise<Findings> {
	const answers = await Promise.all(placesFor(env, known).map((place) => askOne(place, env, signal)));
	return {
		found: answers.filter((answer) => typeof answer === 'object'),
		refused: answers.filter((answer) => typeof answer === 'string'),
	};
}

/** A key that is set together with an address belongs there. */
function placesFor(env: Environment, known: readonly KnownEndpoint[]): readonly KnownEndpoint[] {
	const usable = known.filter(({ keyName }) => keyName === undefined || env[keyName] !== undefined);
	const given = env['OPENAI_BASE_URL'];
	if (given === undefined) return usable;
	const own = { title: 'OPENAI_BASE_URL', baseUrl: given.trim(), keyName: 'OPENAI_API_KEY' };
	return [own, ...usable.filter(({ keyName, baseUrl }) => keyName !== own.keyName && baseUrl !== own.baseUrl)];
}

/** Undefined: there is nothing, or something else has the port. */
async function askOne(
	{ title, baseUrl, keyName }: KnownEndpoint,
	env: Environment,
	signal: AbortSignal,
): Promise<FoundEndpoint | string | undefined> {
	const apiKey = keyName === undefined ? undefined : env[keyName];
	const list = await listModels({ baseUrl, apiKey, limitMs }, signal);
	if (list.kind === 'listed') return { title, baseUrl, apiKey, models: talkers(list.names) };
	if (list.kind === 'unauthorized' && apiKey === undefined)
		return `${title} at ${shownUrl(baseUrl)} wants a key (${list.reason}): give its address`;
	if (keyName === undefined) return undefined;
	if (list.kind === 'no-list') return { title, baseUrl, apiKey, models: [] };
	const problem = list.kind === 'unauthorized' ? `does not take the key in ${keyName}` : 'does not answer';
	return `${title} at ${shownUrl(baseUrl)} ${problem} (${list.reason})`;
}

/**
 * Models that are asked for something else than an answer, by their names: https://platform.openai.com/docs/models and
 * https://ollama.com/search?c=embedding
 */
const others =
	/(^|[-_/.:])(embed(ding)?s?|bge|minilm|rerank(er)?|whisper|tts|dall-e|moderation|transcribe|realtime|image|sora|babbage|davinci)([-_/.:\d]|$)/i;

/** Those of a list that can be chosen: none that would steer a terminal, or that only embeds. Pure. */
export function talkers(names: readonly string[]): readonly string[] {
	return names.filter((name) => !others.test(name) && !/[\p{Cc}\p{Cf}]/u.test(name));
}
