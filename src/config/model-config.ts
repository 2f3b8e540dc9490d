import type { Settings } from './settings.ts';

/** Where a model role is served. `model` undefined: the endpoint's own, found out by asking it. */
export interface EndpointConfig {
	readonly baseUrl: string | undefined;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
	/** Other models of the same endpoint, in the order in which they stand in. */
	readonly fallbacks: readonly string[];
}

export interface EmbedConfig extends Pick<EndpointConfig, 'baseUrl' | 'apiKey'> {
	readonly model: string;
}

export interface ModelsConfig {
	readonly brain: EndpointConfig;
	/** Models of the Brain's endpoint that a session may have instead of its own; the first is its own where none is named. */
	readonly choices: readonly string[];
	readonly coder: EndpointConfig;
	readonly summarizer: EndpointConfig;
	/** The model that turns texts into vectors; undefined where none is named, whatever an endpoint may list. */
	readonly embed?: EmbedConfig;
}

/** The endpoints of the model roles; undefined when none is configured. A key is never sent to another endpoint than its own. */
export function modelsOf(given: Settings): ModelsConfig | undefined {
	const choices = [...new Set(given.BRAIN_MODELS)];
	const brain: EndpointConfig = {
		baseUrl: given.BRAIN_BASE_URL ?? given.OPENAI_BASE_URL,
		apiKey: given.BRAIN_API_KEY ?? keyFor(given.BRAIN_BASE_URL, sharedEndpoint(given)),
		model: given.BRAIN_MODEL ?? choices[0],
		fallbacks: given.BRAIN_FALLBACK_MODELS ?? [],
	};
	if (brain.baseUrl === undefined && brain.apiKey === undefined) return undefined;
	const embed = embedOf(given, brain);
	return {
		brain,
		choices,
		coder: roleOf(given, 'CODER', brain),
		summarizer: roleOf(given, 'SUMMARIZER', brain),
		...(embed && { embed }),
	};
}

/** A role without an endpoint of its own uses the one for all, or else the Brain's; the Brain's model only at the Brain's endpoint. */
function roleOf(given: Settings, role: 'CODER' | 'SUMMARIZER', brain: EndpointConfig): EndpointConfig {
	const common = hasSharedEndpoint(given) ? sharedEndpoint(given) : brain;
	const own = given[`${role}_BASE_URL`];
	const baseUrl = own ?? common.baseUrl;
	// With the Brain's model come those that stand in for it.
	const brains = baseUrl === brain.baseUrl ? brain : undefined;
	const model = given[`${role}_MODEL`];
	return {
		baseUrl,
		apiKey: given[`${role}_API_KEY`] ?? keyFor(own, common),
		model: model ?? brains?.model,
		fallbacks: given[`${role}_FALLBACK_MODELS`] ?? (model === undefined ? (brains?.fallbacks ?? []) : []),
	};
}

function embedOf(given: Settings, brain: EndpointConfig): EmbedConfig | undefined {
	const { EMBED_MODEL: model, EMBED_BASE_URL: own, EMBED_API_KEY: key } = given;
	if (model === undefined) return undefined;
	const common = hasSharedEndpoint(given) ? sharedEndpoint(given) : brain;
	return { model, baseUrl: own ?? common.baseUrl, apiKey: key ?? keyFor(own, common) };
}

/** A key alone means OpenAI, unless the Brain is elsewhere: then nothing goes to OpenAI that nobody sent there. */
function hasSharedEndpoint({ OPENAI_BASE_URL, OPENAI_API_KEY, BRAIN_BASE_URL }: Settings): boolean {
	return OPENAI_BASE_URL !== undefined || (OPENAI_API_KEY !== undefined && BRAIN_BASE_URL === undefined);
}

function sharedEndpoint(given: Settings): EndpointConfig {
	return { baseUrl: given.OPENAI_BASE_URL, apiKey: given.OPENAI_API_KEY, model: undefined, fallbacks: [] };
}

/** A key is never sent to another endpoint than its own. */
function keyFor(own: string | undefined, common: EndpointConfig): string | undefined {
	return own === undefined || own === common.baseUrl ? common.apiKey : undefined;
}
