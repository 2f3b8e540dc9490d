import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/base/errors.ts';
import { loadConfig } from '../../src/config/config.ts';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { checkSettings } from '../../src/doctor/check-settings.ts';
import { startFakeDiscord } from '../support/fake-discord/fake-discord.ts';
import { startWireServer, type WireAnswer } from '../support/wire-server.ts';

const never = new AbortController().signal;
type Env = Record<string, string>;

async function check(env: Env, signal = never, limitMs = 15_000) {
	const written: string[] = [];
	const write = (text: string) => void written.push(text);
	const code = await checkSettings({
		json: true,
		readConfig: async () => loadConfig({ PACKAGES: 'off', ...env }),
		signal,
		limitMs,
		write,
	});
	const printed = written.join('');
	const rows = printed
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));
	const beside = ['packages', 'budgets', 'at once', 'coding agents', 'git', 'window of the Brain'];
	return { code, printed, all: rows, rows: rows.filter(({ name }) => !beside.includes(name)) };
}

const row = (name: string, value: string, mend?: string) => ({
	suite: 'settings',
	name,
	value,
	unit: 'seen',
	met: mend === undefined,
	...(mend !== undefined && { mend }),
});

const right = row('settings', 'right');

const models = { name: 'models', value: 'none (only npm run demo works without one)' };

it('no model is no problem where nobody is served, and is not said to be well', async () => {
	const { code, rows } = await check({});
	expect(rows).toMatchObject([right, { ...models, mend: expect.stringContaining('threadsmith setup') }]);
	expect(rows[1]).not.toHaveProperty('met');
	expect(code).toBe(0);
});

const token = 'MTIz.abc.def';
it('no model is a problem where people are served', async () => {
	await using discord = await startFakeDiscord();
	const { code, rows } = await check({ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl });
	expect(rows).toContainEqual(expect.objectContaining({ ...models, met: false }));
	expect(code).toBe(1);
});

it.each([
	{ DISCORD_TOKEN: token, DISCORD_API_URL: '<url>' },
	{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: '<url>' },
	{ OPENAI_BASE_URL: '<url>', BRAIN_MODEL: 'a' },
	{ PACKAGES: 'ask', PIP_INDEX_URL: '<url>' },
])('what never answers is a problem, and the other rows come all the same: %j', async (env) => {
	await using silent = await startWireServer([{ close: 'hold' }]);
	const given = Object.entries(env).map(([name, value]) => [name, value.replace('<url>', silent.url)]);
	const { code, all } = await check(Object.fromEntries(given), never, 200);
	expect(code).toBe(1);
	expect(all[0]).toEqual(right);
	// Git is on this machine, which may be busier than the limit allows.
	const failed = all.filter(
		({ name, value }) => name !== 'git' && value === 'cannot be checked: no answer within 0.2 s',
	);
	expect(failed).toHaveLength(1);
	expect(failed[0]).toMatchObject({ met: false, mend: expect.any(String) });
	expect(all.filter(({ name }) => name === 'packages')).toHaveLength(1);
});

it('every wrong setting has a row of its own, and no value is in it', async () => {
	const { code, rows, printed } = await check({ SANDBOX_CPUS: 'hunter2', SANDBOX_CPU: 'hunter2' });
	const mend = 'deploy/example.env explains every setting';
	expect(rows).toEqual([
		row('settings', 'SANDBOX_CPU is not a setting; did you mean SANDBOX_CPUS?', mend),
		row('settings', 'SANDBOX_CPUS must be a number', mend),
	]);
	expect(code).toBe(1);
	expect(printed).not.toContain('hunter2');
});

it('a file .env that cannot be read is a problem, another error is none of ours', async () => {
	const lines: string[] = [];
	const options = { json: false, signal: never, write: (text: string) => void lines.push(text) };
	const unreadable = () => Promise.reject(new ProblemError('Cannot read the file .env', 'Make it readable'));
	expect(await checkSettings({ ...options, readConfig: unreadable })).toBe(1);
	expect(lines.join('')).toMatch(/^problem {2}settings +Cannot read the file .env\n +→ Make it readable\n$/);
	const broken = () => Promise.reject(new TypeError('broken'));
	await expect(checkSettings({ ...options, readConfig: broken })).rejects.toThrow('broken');
});

describe('model endpoint', () => {
	it('that lists the models is right for each role', async () => {
		await using server = await startModelServer({ qwen3: [], 'gemma3:latest': [] }, { apiKey: 'sk-test' });
		const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test', BRAIN_MODEL: 'qwen3', CODER_MODEL: 'gemma3' };
		const { code, rows, printed } = await check(env);
		expect(rows).toEqual([
			right,
			row('model of the Brain', `qwen3 at ${server.url}`),
			row('model of the Coder', `gemma3 at ${server.url}`),
			row('model of the Summarizer', `qwen3 at ${server.url}`),
		]);
		expect(code).toBe(0);
		expect(printed).not.toContain('sk-test');
	});

	it('is asked for the models that stand in, too', async () => {
		await using server = await startWireServer([{ chunks: ['{"data":[{"id":"a"},{"id":"b"}]}'] }]);
		const env = { OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'a', CODER_MODEL: 'a', SUMMARIZER_MODEL: 'a' };
		const { rows } = await check({ ...env, BRAIN_FALLBACK_MODELS: 'b', CODER_FALLBACK_MODELS: 'b, c' });
		expect(rows[1]).toEqual(row('model of the Brain', `a at ${server.url}, else b`));
		const mend = 'Take c out of CODER_FALLBACK_MODELS, or load what is missing';
		expect(rows[2]).toEqual(row('model of the Coder', `${server.url} does not list c`, mend));
	});

	it('is asked for the models that sessions can choose, too', async () => {
		await using server = await startWireServer([{ chunks: ['{"data":[{"id":"a"},{"id":"b"}]}'] }]);
		const env = { OPENAI_BASE_URL: server.url, CODER_MODEL: 'a', SUMMARIZER_MODEL: 'a' };
		const brain = async (settings: Record<string, string>) => (await check({ ...env, ...settings })).rows[1];
		expect(await brain({ BRAIN_MODELS: 'a,b' })).toEqual(
			row('model of the Brain', `a at ${server.url}, or by choice b`),
		);
		const mend = 'Take c, d out of BRAIN_MODELS and BRAIN_FALLBACK_MODELS, or load what is missing';
		expect(await brain({ BRAIN_MODEL: 'a', BRAIN_MODELS: 'b,c', BRAIN_FALLBACK_MODELS: 'd' })).toEqual(
			row('model of the Brain', `${server.url} does not list c, d`, mend),
		);
	});

	it('is asked once for all roles, with its own key', async () => {
		await using server = await startWireServer([{ chunks: ['{"data":[{"id":"qwen3"}]}'] }]);
		await using other = await startWireServer([{ chunks: ['{"data":[{"id":"coder"}]}'] }]);
		const { rows } = await check({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k', CODER_BASE_URL: other.url });
		expect(rows[1]).toEqual(row('model of the Brain', `qwen3 at ${server.url}, its only one`));
		expect(rows[2]).toEqual(row('model of the Coder', `coder at ${other.url}, its only one`));
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k']);
		expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	const list = { chunks: ['{"data":[{"id":"a"},{"id":"b"}]}'] };
	it.each<readonly [what: string, answer: WireAnswer, env: Env, value: string, mend: string | undefined]>([
		['another model', list, { BRAIN_MODEL: 'c' }, '<url> does not list c', 'Set BRAIN_MODEL to one of: a, b'],
		[
			'several, none named',
			list,
			{},
			'BRAIN_MODEL is not set, and <url> has 2 models',
			'Set BRAIN_MODEL to one of: a, b',
		],
		['no model', { chunks: ['{"data":[]}'] }, {}, '<url> has no model', 'Load a model at <url>'],
		[
			'no list, a model named',
			{ status: 404 },
			{ BRAIN_MODEL: 'a' },
			'a at <url>, which does not list its models (status 404)',
			'Run ./threadsmith setup, which tries an answer',
		],
		[
			'no list, no model named',
			{ status: 404 },
			{},
			'<url> does not list its models (status 404)',
			'Set BRAIN_MODEL, and check OPENAI_BASE_URL',
		],
		['a key wanted', { status: 401 }, {}, '<url> asks for a key (status 401)', 'Set OPENAI_API_KEY'],
		[
			'a key refused',
			{ status: 403 },
			{ BRAIN_API_KEY: 'k' },
			'<url> does not accept the key (status 403)',
			'Check BRAIN_API_KEY',
		],
		[
			'a break',
			{ close: 'destroy' },
			{ BRAIN_MODEL: 'a' },
			'<url> cannot be asked for its models (UND_ERR_SOCKET)',
			'Check that the server is running, and OPENAI_BASE_URL (it usually ends in /v1)',
		],
		[
			'a web page',
			{ chunks: ['<html>'] },
			{ BRAIN_MODEL: 'a' },
			'<url> cannot be asked for its models (the answer is not JSON)',
			'Check that the server is running, and OPENAI_BASE_URL (it usually ends in /v1)',
		],
	])('with %s', async (_, answer, env, value, mend) => {
		await using server = await startWireServer([answer]);
		const { code, rows } = await check({ OPENAI_BASE_URL: server.url, ...env });
		const shown = (text: string) => text.replace('<url>', server.url);
		const { met, ...wanted } = row('model of the Brain', shown(value), mend && shown(mend));
		// Whether a model is there that no list names, nobody knows.
		const isUnlisted = answer.status === 404 && 'BRAIN_MODEL' in env;
		expect(rows[1]).toEqual(isUnlisted ? wanted : { ...wanted, met });
		expect(code === 0).toBe(rows.every((one) => one.met !== false));
	});

	it('whose models are others than the Brain’s names the Brain’s setting in each row', async () => {
		await using server = await startWireServer([list]);
		const { rows } = await check({ OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'c', SUMMARIZER_MODEL: 'd' });
		expect(rows.slice(1).map(({ mend }) => mend)).toEqual([
			'Set BRAIN_MODEL to one of: a, b',
			'Set BRAIN_MODEL to one of: a, b',
			'Set SUMMARIZER_MODEL to one of: a, b',
		]);
	});

	it('of a role names that role’s settings', async () => {
		await using server = await startWireServer([list]);
		await using other = await startWireServer([{ status: 401 }]);
		const { rows } = await check({
			OPENAI_BASE_URL: server.url,
			OPENAI_API_KEY: 'k',
			BRAIN_MODEL: 'a',
			CODER_BASE_URL: other.url,
		});
		expect(rows[2]).toMatchObject({ met: false, mend: 'Set CODER_API_KEY' });
	});

	it('is no longer waited for once we leave', async () => {
		await using server = await startWireServer([{ close: 'hold' }]);
		const leaving = new AbortController();
		const checking = check({ OPENAI_BASE_URL: server.url }, leaving.signal);
		leaving.abort(new Error('leaving'));
		await expect(checking).rejects.toThrow('leaving');
	});
});
