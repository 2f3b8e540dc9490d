import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { talkers } from '../../src/setup/find-endpoints.ts';
import { baseUrlsOf } from '../../src/setup/model-step.ts';
import { run } from './run-set-up.ts';

async function serve(answer: RequestListener) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

const listOf = (...names: string[]) => JSON.stringify({ data: names.map((id) => ({ id })) });

it.each<readonly [what: string, answer: RequestListener]>([
	['words', (_, response) => response.end('hello')],
	['a page', (_, response) => response.end('<!doctype html><title>Files</title>')],
	['other JSON', (_, response) => response.end('[null, {"data": 7}]')],
	['bytes of no encoding', (_, response) => response.end(Buffer.from([0xff, 0xfe, 0, 0xc3, 0x28]))],
	['nothing, and hangs up', (_, response) => response.destroy()],
	['half a list, and hangs up', (_, response) => response.write('{"data": [', () => response.destroy())],
	['another server', (_, response) => response.writeHead(307, { location: 'http://127.0.0.2:1/v1/models' }).end()],
	['a failure', (_, response) => response.writeHead(500).end()],
])('whatever has the port of a model server and answers %s is none', async (_, answer) => {
	await using server = await serve(answer);
	const { code, said } = await run({ answers: ['', '', ''], known: [{ title: 'Ollama', baseUrl: server.url }] });
	expect(code).toBe(0);
	expect(said).toContain('None answers.');
});

it('a person who leaves while a server hangs need not wait for it', async () => {
	const leaving = new AbortController();
	await using server = await serve(() => leaving.abort());
	const known = [{ title: 'Ollama', baseUrl: server.url }];
	const { code, said, text } = await run({ answers: [], known, signal: leaving.signal });
	expect(said).toContain('Left.');
	expect([code, text]).toEqual([130, undefined]);
});

it('a person who leaves while a model is tried need not wait for it, and nothing is written', async () => {
	const leaving = new AbortController();
	await using server = await serve(({ url }, response) => {
		if (url?.endsWith('/models')) response.end(listOf('a'));
		else leaving.abort();
	});
	const known = [{ title: 'Ollama', baseUrl: server.url }];
	const { code, said, text } = await run({ answers: ['1'], known, signal: leaving.signal });
	expect(said).toContain('Left.');
	expect([code, text]).toEqual([130, undefined]);
});

it('a model whose server answers nonsense is not taken by Enter', async () => {
	await using server = await serve(({ url }, response) => {
		response.end(url?.endsWith('/models') ? listOf('a') : '<h1>\u001b[2J</h1>');
	});
	const known = [{ title: 'Ollama', baseUrl: server.url }];
	const { said, text } = await run({ answers: ['1', '', 's', '', ''], known });
	expect(said).toContain('Take it all the same? [n]');
	expect(text).toBeUndefined();
});

it('a server without a model to talk with is named, and no suggestion', async () => {
	await using empty = await serve((_, response) => response.end(listOf()));
	await using embeds = await serve((_, response) => response.end(listOf('nomic-embed-text:latest', 'bge-m3')));
	await using talks = await startModelServer({ a: [{ calls: [{ name: 'note_number', arguments: { number: 7 } }] }] });
	const known = [
		{ title: 'Ollama', baseUrl: empty.url },
		{ title: 'vLLM', baseUrl: embeds.url },
		{ title: 'LM Studio', baseUrl: talks.url },
	];
	const { set, said } = await run({ answers: ['1', '', '', '', ''], known });
	expect(said).toContain(`1  Ollama at ${empty.url}, names no model to talk with`);
	expect(said).toContain(`2  vLLM at ${embeds.url}, names no model to talk with`);
	expect(said).toContain('or s to skip [3]');
	expect(set).toEqual({ OPENAI_BASE_URL: talks.url, BRAIN_MODEL: 'a' });
	const alone = await run({ answers: ['', '', ''], known: known.slice(0, 2) });
	expect([alone.code, alone.text]).toEqual([0, undefined]);
});

it('names that only embed, hear, paint or steer a terminal cannot be chosen', () => {
	const talk = ['gpt-5.2', 'qwen3:8b', 'claude-opus-4-6', 'mistralai/Devstral-Small', 'llama-4-maverick', 'ttsx'];
	const rest = ['text-embedding-3-small', 'all-minilm', 'BAAI/bge-m3', 'whisper-1', 'gpt-4o-mini-tts', 'dall-e-3'];
	expect(talkers([...talk, ...rest, 'gpt-image-1', 'omni-moderation-latest', 'a\u001b[2J', 'a\nb'])).toEqual(talk);
});

it('a key that its service refuses is said, and not shown', async () => {
	await using server = await startModelServer({ a: [] }, { apiKey: 'sk-right' });
	const known = [{ title: 'Ours', baseUrl: server.url, keyName: 'OURS_API_KEY' }];
	const { said } = await run({ answers: ['', '', ''], known, given: { OURS_API_KEY: 'sk-wrong' } });
	expect(said).toContain(`–  Ours at ${server.url} does not take the key in OURS_API_KEY (status 401)`);
	expect(said).not.toContain('sk-wrong');
});

it.each([
	['http://a:1', ['http://a:1', 'http://a:1/v1']],
	['http://a:1/', ['http://a:1', 'http://a:1/v1']],
	['https://a/v1/', ['https://a/v1']],
	['https://a/v1/chat/completions', ['https://a/v1']],
	['https://a/v1beta/openai', ['https://a/v1beta/openai']],
	['https://a/openai', ['https://a/openai', 'https://a/openai/v1']],
])('an address is understood as people paste it: %s', (given, urls) => {
	expect(baseUrlsOf(given)).toEqual(urls);
});

it('an address without its version is taken with it, where the models are there', async () => {
	await using server = await startModelServer({ a: [{ calls: [{ name: 'note_number', arguments: { number: 7 } }] }] });
	const { set } = await run({ answers: [new URL('/', server.url).href, '', '', ''] });
	expect(set).toEqual({ OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'a' });
});
