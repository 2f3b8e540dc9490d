import type { Models } from './agent/model/models.ts';
import { createOpenAiModel } from './agent/model/openai-model.ts';
import { pickModel } from './agent/model/pick-model.ts';
import type { Config, EndpointConfig } from './config.ts';

type Roles = NonNullable<Config['models']>;

/** The three models that the configuration names. A role without a name gets the only model its endpoint lists; rejects with `ProblemError` where there is no such one. */
export async function openModels(roles: Roles, silenceMs: number, signal: AbortSignal): Promise<Models> {
	const [brain, coder, summarizer] = await Promise.all([
		openModel(roles.brain, 'BRAIN', silenceMs, signal),
		openModel(roles.coder, 'CODER', silenceMs, signal),
		openModel(roles.summarizer, 'SUMMARIZER', silenceMs, signal),
	]);
	return { brain, coder, summarizer };
}

async function openModel(
	{ baseUrl, apiKey, model }: EndpointConfig,
	role: string,
	silenceMs: number,
	signal: AbortSignal,
) {
	const settings = { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: `${role}_MODEL` };
	const name = model ?? (await pickModel({ baseUrl, apiKey, setting: settings.model }, signal));
	return createOpenAiModel({ baseUrl, apiKey, model: name, settings, silenceMs });
}
