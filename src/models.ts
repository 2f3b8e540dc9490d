import { join } from 'node:path';
import { openAiUrl, shownUrl } from './agent/model/endpoint/endpoint-url.ts';
import { withFallbacks } from './agent/model/fallback-model.ts';
import type { Model } from './agent/model/model.ts';
import type { ModelLimits } from './agent/model/model-limits.ts';
import type { Models } from './agent/model/models.ts';
import { createOpenAiModel } from './agent/model/openai-model.ts';
import { pickModel } from './agent/model/pick-model.ts';
import type { QuirkMemory } from './agent/model/quirks/lore.ts';
import { ProblemError } from './base/errors.ts';
import type { Config } from './config/config.ts';
import type { ModelsConfig } from './config/model-config.ts';
import { settingNames } from './doctor/check-models.ts';
import { createQuirkFile } from './quirk-file.ts';

type Role = 'brain' | 'coder' | 'summarizer';

/**
 * The models that the configuration names. A role without a name gets the only model its endpoint lists; rejects with
 * `ProblemError` where there is no such one.
 */
export async function openModels(config: Config, signal: AbortSignal): Promise<Models> {
	const { models } = config;
	if (!models) throw new ProblemError('No model is configured', 'Set OPENAI_BASE_URL or OPENAI_API_KEY');
	const memoryOf = createQuirkFile(join(config.home, 'model-quirks.json'));
	const open = (role: Role) => openRole({ role, models, config, memoryOf }, signal);
	const [brain, coder, summarizer] = await Promise.all([open('brain'), open('coder'), open('summarizer')]);
	const choices = models.choices.filter((name) => name !== brain.own.name).map(brain.instead);
	return { brain: brain.own, choices, coder: coder.own, summarizer: summarizer.own };
}

interface Opening {
	readonly role: Role;
	readonly models: ModelsConfig;
	readonly config: Config;
	readonly memoryOf: (endpoint: string) => QuirkMemory;
}

/** A role's model, and how another one of its endpoint is made that takes its place: the role's own stands in for that. */
interface Opened {
	readonly own: Model;
	readonly instead: (name: string) => Model;
}

async function openRole(opening: Opening, signal: AbortSignal): Promise<Opened> {
	const { role, models, config } = opening;
	const at = models[role];
	const setting = settingNames(role, config.settings, models).model;
	const own = at.model ?? (await pickModel({ ...at, setting }, signal));
	const known = new Map<string, Model>();
	const modelOf = (name: string): Model => {
		const model = known.get(name) ?? openModel(name, name === own ? 'own' : 'other', opening);
		known.set(name, model);
		return model;
	};
	const inOrder = (name: string, others: readonly string[]) =>
		withFallbacks(modelOf(name), [...new Set(others)].filter((other) => other !== name).map(modelOf));
	return { own: inOrder(own, at.fallbacks), instead: (name) => inOrder(name, [own, ...at.fallbacks]) };
}

/** That a role's own model is shown pictures whatever its server says is said of no other; that none is, of all. */
function openModel(model: string, which: 'own' | 'other', { role, models, config, memoryOf }: Opening): Model {
	const { settings } = config;
	const { baseUrl, apiKey } = models[role];
	const names = settingNames(role, settings, models);
	const others = role === 'brain' && models.choices.includes(model) ? 'BRAIN_MODELS' : names.fallbacks;
	const limits: ModelLimits = {
		answerBytes: settings.MODEL_ANSWER_LIMIT,
		silenceMs: settings.MODEL_SILENCE_SECONDS * 1000,
		callMs: settings.MODEL_CALL_SECONDS * 1000,
	};
	const wanted = role === 'brain' ? settings.BRAIN_VISION : 'off';
	return createOpenAiModel({
		baseUrl,
		apiKey,
		model,
		settings: which === 'own' ? names : { ...names, model: others },
		limits,
		vision: wanted === 'on' && which === 'other' ? 'auto' : wanted,
		memory: memoryOf(`${shownUrl(baseUrl ?? openAiUrl)} ${model}`),
	});
}
