import type { SettingRule } from '../base/settings/setting-rule.ts';
import type { Upstream, Upstreams } from '../gateway/upstream/upstream.ts';
import type { ModelsConfig } from './model-config.ts';
import type { Settings } from './settings.ts';

/** As each vendor's own clients take them: https://platform.openai.com/docs/api-reference, https://docs.claude.com/en/api/overview, https://ai.google.dev/api */
const vendors = {
	OPENAI: 'https://api.openai.com/v1',
	ANTHROPIC: 'https://api.anthropic.com',
	GEMINI: 'https://generativelanguage.googleapis.com',
} as const;
type Vendor = keyof typeof vendors;

/**
 * Where agents in sandboxes have their models, by dialect. Without an address or key for OpenAI's two, the Brain's endpoint serves Chat
 * Completions, with the Brain's models; `brain` is the one that the endpoint named itself, where no setting names one. Pure.
 */
export function upstreamsOf(given: Settings, models: ModelsConfig | undefined, brain = models?.brain.model): Upstreams {
	const brains = [...(brain === undefined ? [] : [brain]), ...(models?.choices ?? [])];
	const openAi = upstreamOf(given, 'OPENAI', given.GATEWAY_MODELS ?? brains);
	const chat = openAi ?? brainsOwn(models, given.GATEWAY_MODELS ?? brains);
	const messages = upstreamOf(given, 'ANTHROPIC', given.GATEWAY_ANTHROPIC_MODELS ?? given.GATEWAY_MODELS);
	const gemini = upstreamOf(given, 'GEMINI', given.GATEWAY_GEMINI_MODELS ?? given.GATEWAY_MODELS);
	return {
		...(chat && { chat }),
		...(openAi && { responses: openAi }),
		...(messages && { messages }),
		...(gemini && { gemini }),
	};
}

function upstreamOf(given: Settings, vendor: Vendor, models: readonly string[] = []): Upstream | undefined {
	const url = given[`GATEWAY_${vendor}_URL` as const];
	const apiKey = given[`GATEWAY_${vendor}_KEY` as const];
	if ((url === undefined && apiKey === undefined) || models.length === 0) return undefined;
	return { baseUrl: url ?? vendors[vendor], apiKey, models: [...new Set(models)] };
}

function brainsOwn(models: ModelsConfig | undefined, names: readonly string[]): Upstream | undefined {
	if (!models || names.length === 0) return undefined;
	const { baseUrl = vendors.OPENAI, apiKey } = models.brain;
	return { baseUrl, apiKey, models: [...new Set(names)] };
}

/** An upstream of which no model may be asked. */
export const gatewayRules: readonly SettingRule<Settings>[] = (['ANTHROPIC', 'GEMINI'] as const).flatMap((vendor) =>
	([`GATEWAY_${vendor}_URL`, `GATEWAY_${vendor}_KEY`] as const).map((name) => ({
		names: [name, `GATEWAY_${vendor}_MODELS`, 'GATEWAY_MODELS'] as const,
		broken: (given: Settings) =>
			given[name] !== undefined && (given[`GATEWAY_${vendor}_MODELS`] ?? given.GATEWAY_MODELS) === undefined,
		problem: `${name} has no effect without models: set GATEWAY_${vendor}_MODELS`,
	})),
);
