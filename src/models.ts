import type { ModelLimits } from './agent/model/model-limits.ts';
import type { Models } from './agent/model/models.ts';
import { createOpenAiModel } from './agent/model/openai-model.ts';
import { pickModel } from './agent/model/pick-model.ts';
import { ProblemError } from './base/errors.ts';
import type { Config } from './config/config.ts';
import { settingNames } from './doctor/check-models.ts';

type Role = keyof NonNullable<Config['models']>;

/**
 * The three models that the configuration names. A role without a name gets the only model its endpoint lists; rejects with
 * `ProblemError` where there is no such one.
 */
export async function openModels(config: Config, signal: AbortSignal): Promise<Models> {
	const [brain, coder, summarizer] = await Promise.all([
		openModel('brain', config, signal),
		openModel('coder', config, signal),
		openModel('summarizer', config, signal),
	]);
	return { brain, coder, summarizer };
}

async function openModel(role: Role, { models, settings }: Config, signal: AbortSignal) {
	if (!models) throw new ProblemError('No model is configured', 'Set OPENAI_BASE_URL or OPENAI_API_KEY');
	const { baseUrl, apiKey, model } = models[role];
	const names = settingNames(role, settings);
	const name = model ?? (await pickModel({ baseUrl, apiKey, setting: names.model }, signal));
	const limits: ModelLimits = {
		answerBytes: settings.MODEL_ANSWER_LIMIT,
		silenceMs: settings.MODEL_SILENCE_SECONDS * 1000,
		callMs: settings.MODEL_CALL_SECONDS * 1000,
	};
	return createOpenAiModel({
		baseUrl,
		apiKey,
		model: name,
		settings: names,
		limits,
		vision: role === 'brain' ? settings.BRAIN_VISION : 'off',
	});
}
