import { createChatEndpoint } from './endpoint/chat-endpoint.ts';
import { openAiUrl, shownUrl } from './endpoint/endpoint-url.ts';
import type { Model } from './model.ts';
import { defaultModelLimits, type ModelLimits } from './model-limits.ts';
import type { QuirkMemory } from './quirks/lore.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import { createChat } from './run-chat.ts';
import { askStructured } from './text/structured.ts';
import { chatBody } from './wire/chat-body.ts';
import type { WireContext } from './wire/to-wire.ts';
import type { EndpointNames, SettingNames } from './wire/wire-errors.ts';

export interface OpenAiModelOptions {
	/** The endpoint's name of the model. */
	readonly model: string;
	/** Default: OpenAI's own. */
	readonly baseUrl?: string | undefined;
	/** Without one no `Authorization` header is sent, as local servers like it. */
	readonly apiKey?: string | undefined;
	/** Which settings error sentences name. Default: the Brain's. */
	readonly settings?: SettingNames | undefined;
	/** Default: 1 MB of answer, 2 minutes of silence (above 300 s Node's own limit rules), half an hour without a word. */
	readonly limits?: Partial<ModelLimits> | undefined;
	readonly retry?: RetryPolicy | undefined;
	/** Whether pictures are sent: `auto`, the default, until it turns out that they are not taken. */
	readonly vision?: Vision | undefined;
	/** Chance, for call ids and for spreading retries; from 0 to below 1. */
	readonly random?: (() => number) | undefined;
	/** Milliseconds since 1970; read only to understand a `Retry-After` date. */
	readonly now?: (() => number) | undefined;
	readonly fetch?: typeof globalThis.fetch | undefined;
	/** Where it is kept what the server does not take. Default: nowhere. */
	readonly memory?: QuirkMemory | undefined;
}

/** Whether a model is shown pictures. */
type Vision = 'auto' | 'on' | 'off';

const brainSettings: SettingNames = { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: 'BRAIN_MODEL' };

/**
 * A model behind any server that speaks chat completions. Opens nothing until the first call and holds nothing between
 * calls. What the server turns out not to take (`stream_options`, `seed`, strict schemas …) is left out from then on.
 */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
	const { model, random = Math.random, now = Date.now } = options;
	const limits: ModelLimits = { ...defaultModelLimits, ...options.limits };
	const baseUrl = options.baseUrl ?? openAiUrl;
	const names: EndpointNames = {
		url: shownUrl(baseUrl),
		model,
		key: options.apiKey,
		silenceMs: limits.silenceMs,
		settings: options.settings ?? brainSettings,
	};
	const endpoint = createChatEndpoint({ baseUrl, apiKey: options.apiKey, limits, fetch: options.fetch });
	const { retry = defaultRetryPolicy } = options;
	const chat = createChat({
		endpoint,
		names,
		retry,
		answerBytes: limits.answerBytes,
		random,
		now,
		memory: options.memory,
	});
	return {
		name: model,
		reply(request, signal) {
			const toolNames = new Set(request.tools.map((tool) => tool.name));
			return chat.run(
				{ toolNames, write: (context) => chatBody(model, request, asSet(options.vision, context)) },
				signal,
			);
		},
		ask: (request, signal) => askStructured({ chat, names }, request, signal),
	};
}

function asSet(vision: Vision = 'auto', context: WireContext): WireContext {
	return vision === 'auto' ? context : { ...context, quirks: { ...context.quirks, vision: vision === 'on' } };
}
