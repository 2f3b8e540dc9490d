import type { Model, ModelRequest } from '../../src/agent/model/model.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/agent/model/openai-model.ts';

export const tools = [
	{ name: 'bash', description: 'Run', parameters: { type: 'object', properties: { command: { type: 'string' } } } },
];
export const hi: ModelRequest = { system: 'Be good', messages: [{ role: 'user', text: 'Hi' }], tools };
export const never = new AbortController().signal;

/** Tries again at once. */
export const retry = { tries: 4, baseMs: 1, maxMs: 1, maxAskedMs: 1_000 };

/** A model at a server of a test. */
export function brainAt(url: string, options: Partial<OpenAiModelOptions> = {}): Model {
	return createOpenAiModel({ model: 'brain', baseUrl: url, apiKey: 'sk-test-key', retry, ...options });
}
