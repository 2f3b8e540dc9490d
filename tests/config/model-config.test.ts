import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';

describe('model roles', () => {
	const local = 'http://127.0.0.1:8000/v1';
	const other = 'http://127.0.0.1:9000/v1';

	it('are none without an address or a key', () => {
		expect(loadConfig({}).models).toBeUndefined();
	});

	it('all use the one endpoint, with the Brain’s model where they name none', () => {
		const models = loadConfig({ OPENAI_API_KEY: 'k', BRAIN_MODEL: 'b', CODER_MODEL: 'c' }).models;
		const endpoint = { baseUrl: undefined, apiKey: 'k' };
		expect(models).toEqual({
			brain: { ...endpoint, model: 'b', fallbacks: [] },
			choices: [],
			coder: { ...endpoint, model: 'c', fallbacks: [] },
			summarizer: { ...endpoint, model: 'b', fallbacks: [] },
		});
	});

	it('send no key to another address than its own', () => {
		const models = loadConfig({
			OPENAI_BASE_URL: local,
			OPENAI_API_KEY: 'k',
			CODER_BASE_URL: other,
			SUMMARIZER_BASE_URL: local,
		}).models;
		expect(models?.brain).toMatchObject({ baseUrl: local, apiKey: 'k' });
		expect(models?.coder).toEqual({ baseUrl: other, apiKey: undefined, model: undefined, fallbacks: [] });
		expect(models?.summarizer).toMatchObject({ baseUrl: local, apiKey: 'k' });
	});

	it('follow the Brain when it alone has an address: nothing goes to OpenAI for a key that lies about', () => {
		const models = loadConfig({ OPENAI_API_KEY: 'k', BRAIN_BASE_URL: local, BRAIN_MODEL: 'b' }).models;
		const brain = { baseUrl: local, apiKey: undefined, model: 'b', fallbacks: [] };
		expect(models).toEqual({ brain, choices: [], coder: brain, summarizer: brain });
	});

	it('use the address for all when the Brain has another', () => {
		const models = loadConfig({
			OPENAI_BASE_URL: other,
			OPENAI_API_KEY: 'k',
			BRAIN_BASE_URL: local,
			BRAIN_MODEL: 'b',
		}).models;
		expect(models?.brain).toEqual({ baseUrl: local, apiKey: undefined, model: 'b', fallbacks: [] });
		expect(models?.coder).toEqual({ baseUrl: other, apiKey: 'k', model: undefined, fallbacks: [] });
	});

	it('take the Brain’s stand-ins with its model, and have their own with a model of their own', () => {
		const models = loadConfig({
			OPENAI_API_KEY: 'k',
			BRAIN_MODEL: 'b',
			BRAIN_FALLBACK_MODELS: 'c, d,',
			CODER_MODEL: 'e',
			SUMMARIZER_FALLBACK_MODELS: 'f',
		}).models;
		const named = [models?.brain, models?.coder, models?.summarizer].map((role) => role?.fallbacks);
		expect(named).toEqual([['c', 'd'], [], ['f']]);
	});

	it('may have a key of their own on the same endpoint', () => {
		const models = loadConfig({ OPENAI_API_KEY: 'k', BRAIN_API_KEY: 'b', SUMMARIZER_API_KEY: 's' }).models;
		expect([models?.brain, models?.coder, models?.summarizer].map((role) => role?.apiKey)).toEqual(['b', 'k', 's']);
	});

	it.each([
		[
			{ OPENAI_BASE_URL: local, OPENAI_API_KEY: 'k' },
			{ baseUrl: local, apiKey: 'k' },
		],
		[
			{ BRAIN_BASE_URL: local, BRAIN_API_KEY: 'b' },
			{ baseUrl: local, apiKey: 'b' },
		],
		[
			{ OPENAI_BASE_URL: local, OPENAI_API_KEY: 'k', EMBED_BASE_URL: other },
			{ baseUrl: other, apiKey: undefined },
		],
		[
			{ OPENAI_API_KEY: 'k', EMBED_BASE_URL: other, EMBED_API_KEY: 'e' },
			{ baseUrl: other, apiKey: 'e' },
		],
	])('have a model for vectors where one is named, at an endpoint with its own key: %j', (env, endpoint) => {
		expect(loadConfig({ ...env, EMBED_MODEL: 'm' }).models?.embed).toEqual({ model: 'm', ...endpoint });
		const { EMBED_BASE_URL: _, EMBED_API_KEY: __, ...others } = { EMBED_BASE_URL: '', EMBED_API_KEY: '', ...env };
		expect(loadConfig(others).models?.embed).toBeUndefined();
	});

	it('want a name for what else is said of the model for vectors, and an endpoint for the Brain', () => {
		expect(() => loadConfig({ OPENAI_API_KEY: 'k', EMBED_BASE_URL: other })).toThrow('EMBED_BASE_URL has no effect');
		expect(() => loadConfig({ OPENAI_API_KEY: 'k', EMBED_API_KEY: 'e' })).toThrow('EMBED_API_KEY has no effect');
		expect(() => loadConfig({ EMBED_MODEL: 'm' })).toThrow('EMBED_MODEL has no effect');
		expect(() => loadConfig({ OPENAI_API_KEY: 'k', EMBED_MODLE: 'm' })).toThrow('did you mean EMBED_MODEL?');
	});
});
