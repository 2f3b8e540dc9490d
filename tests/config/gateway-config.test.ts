import { describe, expect, it } from 'vitest';
import { loadConfig, SettingsError } from '../../src/config/config.ts';
import { upstreamsOf } from '../../src/config/gateway-config.ts';

const brain = {
	OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
	OPENAI_API_KEY: 'key-of-brain',
	BRAIN_MODEL: 'b1',
	BRAIN_MODELS: 'b2,b1',
};

describe('upstreams of agents', () => {
	it('are the Brain’s endpoint and models for Chat Completions alone where nothing else is set', () => {
		expect(loadConfig(brain).upstreams).toEqual({
			chat: { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key-of-brain', models: ['b1', 'b2'] },
		});
	});

	it('are none without a model', () => {
		expect(loadConfig({}).upstreams).toEqual({});
		expect(loadConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }).upstreams).toEqual({});
	});

	it('have the model that the Brain’s endpoint named itself', () => {
		const { settings, models } = loadConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' });
		expect(upstreamsOf(settings, models, 'found').chat?.models).toEqual(['found']);
	});

	it('have addresses, keys and models of their own, or the vendor’s address', () => {
		const { upstreams, secrets } = loadConfig({
			...brain,
			GATEWAY_OPENAI_URL: 'http://10.0.0.2:8000/v1',
			GATEWAY_MODELS: 'm1, m2, m1',
			GATEWAY_ANTHROPIC_KEY: 'key-of-anthropic',
			GATEWAY_ANTHROPIC_MODELS: 'claude',
			GATEWAY_GEMINI_KEY: 'key-of-gemini',
		});
		const openAi = { baseUrl: 'http://10.0.0.2:8000/v1', apiKey: undefined, models: ['m1', 'm2'] };
		expect(upstreams).toEqual({
			chat: openAi,
			responses: openAi,
			messages: { baseUrl: 'https://api.anthropic.com', apiKey: 'key-of-anthropic', models: ['claude'] },
			gemini: { baseUrl: 'https://generativelanguage.googleapis.com', apiKey: 'key-of-gemini', models: ['m1', 'm2'] },
		});
		expect(secrets).toEqual(expect.arrayContaining(['key-of-anthropic', 'key-of-gemini']));
	});

	it('are refused without models', () => {
		const problem = 'GATEWAY_GEMINI_KEY has no effect without models: set GATEWAY_GEMINI_MODELS';
		expect(() => loadConfig({ GATEWAY_GEMINI_KEY: 'k' })).toThrow(SettingsError);
		expect(() => loadConfig({ GATEWAY_GEMINI_KEY: 'k' })).toThrow(problem);
	});
});
