import { expect, it } from 'vitest';
import { openLine } from './gateway-line.ts';
import { chatAnswer, json } from './scripted-upstream.ts';

const baseUrl = 'http://127.0.0.1:9/v1';
const offering = (...models: string[]) =>
	openLine(json(chatAnswer), { gateway: { upstreams: { chat: { baseUrl, models } } } });

it('offers no model that searches beside others, which an agent would be given first', async () => {
	await using line = await offering('openai/gpt-5:online', 'openai/gpt-5', 'perplexity/sonar-pro');
	using _prompt = line.run.prompt();
	expect(line.run.offers).toEqual([{ dialect: 'chat', models: ['openai/gpt-5'] }]);
	const list = await (await line.ask('', { path: '/v1/models', method: 'GET' })).json();
	expect(list).toMatchObject({ data: [{ id: 'openai/gpt-5' }] });
});

it('says why, where there are none but such models', async () => {
	await using line = await offering('openai/gpt-5:online');
	using _prompt = line.run.prompt();
	expect(line.run.offers).toEqual([{ dialect: 'chat', models: ['openai/gpt-5:online'] }]);
	const response = await line.ask({ model: 'openai/gpt-5:online', messages: [] });
	expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('searches the web')]);
});
