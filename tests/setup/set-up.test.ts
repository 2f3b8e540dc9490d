import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { changesFor } from '../../src/setup/model-step.ts';
import { createSettingsFile } from '../../src/setup/settings-file.ts';
import { startFakeDiscord } from '../support/fake-discord/fake-discord.ts';
import { startFakeSlack } from '../support/fake-slack/fake-slack.ts';
import { tempDir } from '../support/temp-dir.ts';
import { run } from './run-set-up.ts';

const calls = [{ calls: [{ name: 'note_number', arguments: { number: 7 } }] }];

describe('the model', () => {
	it('is found on this machine, tried with a call of a tool, and written for its user alone', async () => {
		await using server = await startModelServer({ qwen3: calls });
		const known = [
			{ title: 'Ollama', baseUrl: server.url },
			{ title: 'vLLM', baseUrl: 'http://127.0.0.1:1/v1' },
		];
		const { code, set, mode, said } = await run({ answers: ['', '', ''], known });
		expect(said).toContain(`1  Ollama at ${server.url}, one model`);
		expect(said).not.toContain('vLLM');
		expect(said).toContain('It answers, and calls tools.');
		expect(said).toContain('Done. `npm start` starts it.');
		expect(set).toEqual({ OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'qwen3' });
		expect(mode).toBe(0o600);
		expect(code).toBe(0);
		expect(loadConfig(set).models?.brain.model).toBe('qwen3');
	});

	it('is chosen by number or name, and what was in the file stays', async () => {
		await using server = await startModelServer({ a: [], b: calls });
		const known = [{ title: 'Ollama', baseUrl: server.url }];
		const before = '# mine\nOPENAI_API_KEY=sk-old\nSANDBOX_CPUS=2\n';
		const { text, mode } = await run({ answers: ['1', '7', 'b', '', ''], known, before });
		expect(text).toBe(`# mine\nOPENAI_API_KEY=sk-old\nSANDBOX_CPUS=2\nBRAIN_BASE_URL=${server.url}\nBRAIN_MODEL=b\n`);
		expect(mode).toBe(0o600);
	});

	it('that is set already is what Enter takes', async () => {
		await using server = await startModelServer({ a: [], b: calls });
		const before = `OPENAI_BASE_URL=${server.url}\nBRAIN_MODEL=b\n`;
		const { code, set, said } = await run({ answers: ['', '', '', ''], before });
		expect(said).toContain('a number or a name [b]');
		expect(set).toEqual({ OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'b' });
		expect(code).toBe(0);
	});

	it('is found by a key in the environment, which goes to its own service alone', async () => {
		await using server = await startModelServer({ a: calls }, { apiKey: 'sk-1' });
		await using other = await startModelServer({ b: calls }, { apiKey: 'sk-1' });
		const known = [
			{ title: 'Ours', baseUrl: server.url, keyName: 'OURS_API_KEY' },
			{ title: 'Theirs', baseUrl: other.url, keyName: 'THEIRS_API_KEY' },
			{ title: 'Ollama', baseUrl: other.url },
		];
		const { set, said } = await run({ answers: ['', '', ''], known, given: { OURS_API_KEY: 'sk-1' } });
		expect(set).toEqual({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-1', BRAIN_MODEL: 'a' });
		expect(said).not.toContain('sk-1');
		expect(said).not.toContain('Theirs');
		expect(said).toContain(`–  Ollama at ${other.url} wants a key (status 401)`);
		expect(said).not.toContain('2  ');
	});

	it('that calls no tool, or does not answer, is taken only by a yes', async () => {
		await using server = await startModelServer({ a: [{ text: '7' }, { error: { status: 401 } }, { text: '7' }] });
		const known = [{ title: 'Ollama', baseUrl: server.url }];
		const { set, said } = await run({ answers: ['1', 'n', '1', '', '1', 'y', '', ''], known });
		expect(said).toContain('It answers, but does not call tools');
		expect(said).toContain('OPENAI_API_KEY');
		expect(set).toMatchObject({ BRAIN_MODEL: 'a' });
	});

	it('may be anywhere: its address and key are asked for, the key unseen', async () => {
		await using server = await startModelServer({ a: calls }, { apiKey: 'sk-2' });
		const { set, said, secrets } = await run({
			answers: ['nowhere', `${server.url}`, 'wrong', server.url, 'sk-2', '', ''],
		});
		expect(set).toEqual({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-2', BRAIN_MODEL: 'a' });
		expect(said).toContain('None answers.');
		expect(said).toContain('must be an address that begins with http');
		expect(said).toContain('status 401');
		expect(secrets).toHaveLength(2);
	});

	it('is skipped by a word, and then nothing is written', async () => {
		const { said, ...skipped } = await run({ answers: ['s', '', ''] });
		expect(skipped).toMatchObject({ code: 0, text: undefined });
		expect(said).toContain('  The address of a server (…/v1), or s to skip');
		expect(said).toContain('Done, but no model is set');
	});

	it('that the environment sets otherwise is said to win', async () => {
		await using server = await startModelServer({ a: calls });
		const known = [{ title: 'Ollama', baseUrl: server.url }];
		const { said } = await run({ answers: ['1', '', ''], known, given: { BRAIN_MODEL: 'z' } });
		expect(said).toContain('BRAIN_MODEL: set otherwise in the environment, which wins');
	});

	it('says that a server wants a key, or does not take the one that was given, and asks once more', async () => {
		await using server = await startModelServer({ a: calls }, { apiKey: 'sk-1' });
		const answers = [server.url, '', server.url, 'sk-wrong', server.url, 'sk-1', ''];
		const { set, said } = await run({ answers });
		expect(said).toContain(`${server.url} wants a key (status 401). Give the address once more`);
		expect(said).toContain(`${server.url} does not take that key (status 401). Give the address once more`);
		expect(said).not.toMatch(/cannot be asked|sk-/);
		expect(set).toMatchObject({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-1' });
	});

	it('is asked for its key again, where that one could be sent to nobody', async () => {
		await using server = await startModelServer({ a: calls }, { apiKey: 'sk-1' });
		const { set, said } = await run({ answers: [server.url, '“sk-1”', 'sk-1', ''] });
		expect(said).toContain('That is none: it must be the whole key alone');
		expect(said).not.toMatch(/cannot be asked|sk-1/);
		expect(set).toMatchObject({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-1' });
	});

	it('of one’s own is not sent a key that is OpenAI’s', () => {
		const endpoint = { title: 'Ollama', baseUrl: 'http://127.0.0.1:1/v1', apiKey: undefined, models: ['a'] };
		const env = { OPENAI_API_KEY: 'sk-openai' };
		const changes = changesFor({ endpoint, model: 'a', env });
		const set = Object.entries({ ...env, ...changes }).filter(([, value]) => value !== undefined);
		const { models } = loadConfig(Object.fromEntries(set));
		for (const role of ['brain', 'coder', 'summarizer'] as const)
			expect(models?.[role]).toMatchObject({ baseUrl: endpoint.baseUrl, apiKey: undefined });
	});
});

describe('a chat platform', () => {
	it('is checked with its tokens before they are written: Discord, with the invite link', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		const given = { DISCORD_API_URL: discord.apiUrl };
		const { set, said, secrets } = await run({ answers: ['s', 'n', 'y', 'wrong', discord.token, ''], given });
		expect(set).toEqual({ DISCORD_TOKEN: discord.token });
		expect(said).toContain('DISCORD_TOKEN must be a bot token');
		expect(said).toContain('message content is not read');
		expect(said).toContain('https://discord.com/oauth2/authorize?client_id=');
		expect(said).not.toContain(discord.token);
		expect(secrets).toHaveLength(2);
	});

	it('is compared with the manifest where it may be: Slack', async () => {
		await using slack = await startFakeSlack({ events: ['app_mention'] });
		const given = { SLACK_API_URL: slack.apiUrl };
		const tokens = [slack.botToken, slack.appToken, slack.appId, slack.configToken];
		const { set, said } = await run({ answers: ['s', 'y', ...tokens, 'y', ''], given });
		expect(set).toMatchObject({ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken });
		expect(said).toContain('message.im is missing: direct messages do not arrive');
		expect(said).toContain('smith in Acme (T1)');
	});

	it.each([
		['another kind of token', ({ appToken }: { readonly appToken: string }) => appToken, 'SLACK_BOT_TOKEN must be'],
		['none', () => 'xoxb', 'SLACK_BOT_TOKEN must be'],
	])('asks again at once for %s', async (_, wrong, problem) => {
		await using slack = await startFakeSlack();
		const given = { SLACK_API_URL: slack.apiUrl };
		const tokens = [wrong(slack), slack.botToken, slack.botToken, slack.appToken, '', ''];
		const { set, said } = await run({ answers: ['s', 'y', ...tokens, '', ''], given });
		expect(said).toContain(`problem  ${problem}`);
		expect(said).toContain('problem  SLACK_APP_TOKEN must be');
		expect(said).not.toContain(slack.botToken);
		expect(set).toEqual({ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken });
	});

	it.each([
		(token: string) => `Bot ${token}`,
		(token: string) => `DISCORD_TOKEN=${token}`,
		(token: string) => `export DISCORD_TOKEN = "${token}"`,
		(token: string) => `'${token}'`,
	])('takes a token as it was pasted: %s', async (pasted) => {
		await using discord = await startFakeDiscord();
		const given = { DISCORD_API_URL: discord.apiUrl };
		const { set, said } = await run({ answers: ['s', 'n', 'y', pasted(discord.token), 'y'], given });
		expect(said).toContain('https://discord.com/oauth2/authorize?client_id=');
		expect(loadConfig(set).discord?.token).toBe(discord.token);
	});

	it('is left as it is by Enter, and asked again from what there is', async () => {
		await using slack = await startFakeSlack();
		const given = { SLACK_API_URL: slack.apiUrl };
		const before = `SLACK_BOT_TOKEN=xoxb-old\nSLACK_APP_TOKEN=${slack.appToken}\n`;
		expect((await run({ answers: ['s', '', ''], given, before })).text).toBe(before);
		const { set, said } = await run({ answers: ['s', 'y', slack.botToken, '', '', '', '', ''], given, before });
		expect(said).toContain('Slack: set already. Change it?');
		expect(set).toEqual({ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken });
	});
});

it('a person who leaves in the middle keeps what was set', async () => {
	await using server = await startModelServer({ a: calls });
	const { code, set, said } = await run({ answers: ['1'], known: [{ title: 'Ollama', baseUrl: server.url }] });
	expect(code).toBe(130);
	expect(set).toMatchObject({ BRAIN_MODEL: 'a' });
	expect(said).toContain('What was set is kept');
});

it('each question of a step is answered by "s" as well: nothing of the step is written, and it is asked anew the next time', async () => {
	await using server = await startModelServer({ a: [{ text: '7' }, { text: '7' }], b: [] });
	await using slack = await startFakeSlack();
	const known = [{ title: 'Ollama', baseUrl: server.url }];
	const given = { SLACK_API_URL: slack.apiUrl };
	const model = ['1', 'a', 'n', server.url, '', '2'];
	const platform = ['y', slack.botToken, slack.appToken, slack.appId, slack.configToken];
	for (const at of model.keys()) {
		const { code, text, left } = await run({ answers: [...model.slice(0, at), 's', 's', 's'], known });
		expect([code, text, left]).toEqual([0, undefined, []]);
	}
	for (const at of platform.keys()) {
		const { code, text, left } = await run({ answers: ['s', ...platform.slice(0, at), 's', 's'], given });
		expect([code, text, left]).toEqual([0, undefined, []]);
	}
});

it('that nothing can be written is said before anything is asked', async () => {
	await using dir = await tempDir();
	const file = createSettingsFile(join(dir.path, 'not-there', '.env'), {});
	await expect(file.mayWrite()).rejects.toThrow(/^Cannot write .*\(ENOENT\)$/);
	await expect(createSettingsFile(join(dir.path, '.env'), {}).mayWrite()).resolves.toBeUndefined();
});
