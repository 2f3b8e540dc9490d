import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { startPlay } from '../../../src/demo/play/play.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';

const models = ['brain', 'coder', 'summarizer'];
const messages = [{ role: 'user' as const, content: 'How many rows?' }];
const bash = {
	type: 'function' as const,
	function: {
		name: 'bash',
		description: 'Run a command',
		parameters: {
			type: 'object',
			properties: { command: { type: 'string' } },
			required: ['command'],
			additionalProperties: false,
		},
	},
};

/** A bridge, its folder, and a client as the bot has one. */
async function open(dir: TempDir, keepAliveMs = 10_000) {
	const said: string[] = [];
	const server = await startPlay({ folder: dir.path, port: 0, models, say: (line) => said.push(line), keepAliveMs });
	const client = new OpenAI({ baseURL: server.url, apiKey: 'played', maxRetries: 0 });
	return {
		client,
		said,
		url: server.url,
		file: (name: string) => readFile(join(dir.path, name), 'utf8'),
		write: (name: string, content: string) => writeFile(join(dir.path, name), content),
		/** Waits for a file. */
		there: (name: string) => waitFor(async () => (await readdir(dir.path)).includes(name), `the file ${name}`),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

describe('npm run play', () => {
	it('writes a request for people and as it came, and streams the words of the answer', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const asked = play.client.chat.completions.create({ model: 'brain', messages, tools: [bash], stream: true });
		await play.there('001-brain.request.md');
		const text = await play.file('001-brain.request.md');
		for (const part of [
			'001-brain.answer.md',
			'1. user',
			'How many rows?',
			'### bash\n\nRun a command\n\n{command: string}',
			'{"command":"…"}',
		])
			expect(text).toContain(part);
		expect(JSON.parse(await play.file('001-brain.request.json'))).toMatchObject({
			model: 'brain',
			messages,
			stream: true,
		});
		await play.write('001-brain.answer.md', 'There are 12 rows in it, and a **header**.\n');
		const chunks = [];
		for await (const chunk of await asked) chunks.push(chunk.choices[0]?.delta.content ?? '');
		expect(chunks.join('')).toBe('There are 12 rows in it, and a **header**.');
		expect(chunks.filter((chunk) => chunk !== '').length).toBeGreaterThan(1);
	});

	it('calls tools by an answer in JSON', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		await play.write(
			'001-brain.answer.json',
			JSON.stringify({ text: 'I look.', calls: [{ name: 'bash', arguments: { command: 'wc -l x' } }] }),
		);
		const { choices } = await play.client.chat.completions.create({ model: 'brain', messages, tools: [bash] });
		expect(choices[0]).toMatchObject({
			finish_reason: 'tool_calls',
			message: {
				content: 'I look.',
				tool_calls: [{ type: 'function', function: { name: 'bash', arguments: '{"command":"wc -l x"}' } }],
			},
		});
	});

	it.each([
		['no JSON', '{"calls": [}', 'not JSON'],
		['a tool that is not there', '{"calls": [{"name": "shell"}]}', 'There is no tool "shell": bash'],
		['an argument that is missing', '{"calls": [{"name": "bash", "arguments": {}}]}', 'command is missing'],
		['an argument that is unknown', '{"calls": [{"name": "bash", "arguments": {"command": "ls", "cwd": "/"}}]}', 'cwd'],
		['a key that is unknown', '{"say": "hello"}', '"say" is none of'],
		['nothing', '{}', 'says nothing'],
	])('says in words what is wrong with %s, and takes the answer once it is mended', async (_, wrong, why) => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const asked = play.client.chat.completions.create({ model: 'brain', messages, tools: [bash] });
		await play.write('001-brain.answer.json', wrong);
		await play.there('001-brain.problem.txt');
		expect(await play.file('001-brain.problem.txt')).toContain(why);
		await waitFor(() => play.said.join('\n').includes(why), 'a word on it');
		await play.write('001-brain.answer.json', '[{"name": "bash", "arguments": {"command": "ls -l"}}]');
		expect((await asked).choices[0]?.finish_reason).toBe('tool_calls');
		expect(await readdir(dir.path)).not.toContain('001-brain.problem.txt');
	});

	it('sends what errs when it is to err', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		await play.write('001-brain.answer.json', '{"anyway": true, "calls": [{"name": "shell", "arguments": "{"}]}');
		const { choices } = await play.client.chat.completions.create({ model: 'brain', messages, tools: [bash] });
		expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'shell', arguments: '{' } }]);
		await play.write('003-brain.answer.json', '{"text": "It is", "finish": "length"}');
		await play.write('002-brain.answer.json', '{"error": {"status": 503, "message": "overloaded"}}');
		await expect(play.client.chat.completions.create({ model: 'brain', messages })).rejects.toMatchObject({
			status: 503,
		});
		const cut = await play.client.chat.completions.create({ model: 'brain', messages });
		expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'It is' } });
	});

	it('takes the very JSON where a request asks for a form, fenced or not, and names what it lacks', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const schema = {
			type: 'object',
			properties: { code: { type: 'string' } },
			required: ['code'],
			additionalProperties: false,
		};
		const asked = play.client.chat.completions.create({
			model: 'coder',
			messages,
			response_format: { type: 'json_schema', json_schema: { name: 'tool_code', schema, strict: true } },
		});
		await play.there('001-coder-tool_code.request.md');
		expect(await play.file('001-coder-tool_code.request.md')).toContain('The answer is JSON\n\n{code: string}');
		await play.write('001-coder-tool_code.answer.json', '{"kode": "x"}');
		await play.there('001-coder-tool_code.problem.txt');
		await play.write('001-coder-tool_code.answer.md', '```json\n{"code": "def run(input): ..."}\n```\n');
		expect((await asked).choices[0]?.message.content).toBe('{"code":"def run(input): ..."}');
	});

	it('takes code as a fenced block below the JSON that lacks it, and null where nothing is said', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const text = { type: 'string' };
		const maybe = { anyOf: [text, { type: 'null' }] };
		const properties = { code: text, usage: text, objection: maybe };
		const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
		await play.write(
			'001-coder-tool_code.answer.md',
			'{"usage": "Call it."}\n\n```python\ndef run(input):\n    return {"a": "\\n"}\n```\n',
		);
		const { choices } = await play.client.chat.completions.create({
			model: 'coder',
			messages,
			response_format: { type: 'json_schema', json_schema: { name: 'tool_code', schema, strict: true } },
		});
		const code = 'def run(input):\n    return {"a": "\\n"}\n';
		expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ usage: 'Call it.', code, objection: null });
	});

	it('holds several requests at once, and answers each when its file is there', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const ask = (model: string) => play.client.chat.completions.create({ model, messages });
		const [one, two, three] = [ask('brain'), ask('coder'), ask('coder')];
		await waitFor(
			async () => (await readdir(dir.path)).filter((name) => name.endsWith('.request.md')).length === 3,
			'three requests',
		);
		const names = (await readdir(dir.path)).filter((name) => name.endsWith('.request.md'));
		for (const name of names.toReversed()) await play.write(name.replace('request', 'answer'), name);
		const texts = (await Promise.all([one, two, three])).map(({ choices }) => choices[0]?.message.content);
		expect(texts.toSorted()).toEqual(names.toSorted());
	});

	it.each([true, false])('keeps a call alive for as long as nobody answers (streamed: %s)', async (stream) => {
		await using dir = await tempDir();
		await using play = await open(dir, 20);
		const body = JSON.stringify({ model: 'brain', messages, stream });
		const response = await fetch(`${play.url}/chat/completions`, { method: 'POST', body });
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		let seen = '';
		await waitFor(async () => {
			seen += (await reader?.read())?.value ?? '';
			return seen.length > 2;
		}, 'signs of life');
		expect(seen).toMatch(stream ? /^(: waiting for an answer\n\n)+$/ : /^ +$/);
		await play.write('001-brain.answer.md', 'At last');
		for (let more = await reader?.read(); more && !more.done; more = await reader?.read()) seen += more.value;
		if (stream) expect(seen).toMatch(/"content":"At last"[\s\S]*data: \[DONE\]/);
		else expect(JSON.parse(seen)).toMatchObject({ choices: [{ message: { content: 'At last' } }] });
	});

	it('does not await an answer any more when the bot has left', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const leaving = new AbortController();
		const asked = play.client.chat.completions.create({ model: 'brain', messages }, { signal: leaving.signal });
		asked.catch(() => {});
		await play.there('001-brain.request.md');
		leaving.abort();
		await waitFor(() => play.said.some((line) => line.includes('the bot has left')), 'a word on it');
	});

	it('shows of a longer conversation what is new, and counts on in a folder that was used', async () => {
		await using dir = await tempDir();
		{
			await using play = await open(dir);
			await play.write('001-brain.answer.md', 'One');
			await play.client.chat.completions.create({ model: 'brain', messages, tools: [bash] });
			await play.write('002-brain.answer.md', 'Two');
			const longer = [
				...messages,
				{ role: 'assistant' as const, content: 'One' },
				{ role: 'user' as const, content: 'And now?' },
			];
			await play.client.chat.completions.create({ model: 'brain', messages: longer, tools: [bash] });
			const text = await play.file('002-brain.request.md');
			expect(text).toContain('Messages 1 to 1 are as in 001-brain.request.md');
			expect(text).toContain('And now?');
			expect(text).not.toContain('Run a command');
		}
		await using play = await open(dir);
		await play.write('003-brain.answer.md', 'Three');
		expect((await play.client.chat.completions.create({ model: 'brain', messages })).choices[0]?.message.content).toBe(
			'Three',
		);
	});

	it('refuses a port that is in use in words', async () => {
		await using dir = await tempDir();
		await using play = await open(dir);
		const port = Number(new URL(play.url).port);
		const second = startPlay({ folder: dir.path, port, models, say: () => {}, keepAliveMs: 1_000 });
		await expect(second).rejects.toThrow(ProblemError);
	});
});
