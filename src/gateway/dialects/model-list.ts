import type { DialectName, Route } from './dialect.ts';

/** An answer of the gateway's own, as JSON; `undefined` where the model that was asked for is not offered: 404. */
export function modelList(dialect: DialectName, route: Route, models: readonly string[]): string | undefined {
	const shape = dialect === 'gemini' ? geminiModel : openModel;
	if (route.call === 'models')
		return JSON.stringify(dialect === 'gemini' ? { models: models.map(shape) } : openList(models));
	return route.model !== undefined && models.includes(route.model) ? JSON.stringify(shape(route.model)) : undefined;
}

/** OpenAI's and Anthropic's members in one: both ask at one address (https://platform.openai.com/docs/api-reference/models/list, https://platform.claude.com/docs/en/api/models-list). */
function openModel(id: string): object {
	const date = new Date(0).toISOString();
	return { id, object: 'model', created: 0, owned_by: 'gateway', type: 'model', display_name: id, created_at: date };
}

function openList(models: readonly string[]): object {
	const ends = { first_id: models.at(0) ?? null, last_id: models.at(-1) ?? null, has_more: false };
	return { object: 'list', data: models.map(openModel), ...ends };
}

/** https://ai.google.dev/api/models */
function geminiModel(id: string): object {
	const supportedGenerationMethods = ['generateContent', 'countTokens'];
	return { name: `models/${id}`, displayName: id, supportedGenerationMethods };
}
