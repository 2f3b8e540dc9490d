import { join } from 'node:path';
import { openAiUrl, shownUrl } from './agent/model/endpoint-url.ts';
import { withFallbacks } from './agent/model/fallback-model.ts';
import type { ModelLimits } from './agent/model/model-limits.ts';
import type { Models } from './agent/model/models.ts';
import { createOpenAiModel } from './agent/model/openai-model.ts';
import { pickModel } from './agent/model/pick-model.ts';
import type { QuirkMemory } from './agent/model/quirks/lore.ts';
import { ProblemError } from './base/errors.ts';
import type { Config } from './config/config.ts';
import { settingNames } from './doctor/check-models.ts';
import { createQuirkFile } from './quirk-file.ts';

type Role = keyof NonNullable<Config['models']>;

/**
 * The three models that the configuration names. A role without a name gets the only model its endpoint lists; rejects with
 * `ProblemError` where there is no such one.
 */
export async function openModels(config: Config, signal: AbortSignal): Promise<Models> {
	const memoryOf = createQuirkFile(join(config.home, 'model-quirks.json'));
	const open = (role: Role) => openModel(role, { config, memoryOf }, signal);
	const [brain, coder, summarizer] = await Promise.all([open('brain'), open('coder'), open('summarizer')]);
	return { brain, coder, summarizer };
}

interface Opening {
	readonly config: Config;
	readonly memoryOf: (endpoint: string) => QuirkMemory;
}

async function openModel(role: Role, { config: { models, settings }, memoryOf }: Opening, signal: AbortSignal) {
	if (!models) throw new ProblemError('No model is configured', 'Set OPENAI_BASE_URL or OPENAI_API_KEY');
	const { baseUrl, apiKey, model, fallbacks } = models[role];
	const names = settingNames(role, settings, models);
	const name = model ?? (await pickModel({ baseUrl, apiKey, setting: names.model }, signal));
	const limits: ModelLimits = {
		answerBytes: settings.MODEL_ANSWER_LIMIT,
		silenceMs: settings.MODEL_SILENCE_SECONDS * 1000,
		callMs: settings.MODEL_CALL_SECONDS * 1000,
	};
	const vision = role === 'brain' ? settings.BRAIN_VISION : 'off';
	const at = shownUrl(baseUrl ?? openAiUrl);
	const modelOf = (one: string) =>
		createOpenAiModel({
			baseUrl,
			apiKey,
			model: one,
			settings: names,
			limits,
			vision,
			memory: memoryOf(`${at} ${one}`),
		});
	return withFallbacks(modelOf(name), fallbacks.filter((other) => other !== name).map(modelOf));
}
