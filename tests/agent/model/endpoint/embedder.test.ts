import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../../../src/agent/model/endpoint/embedder.ts';
import { startModelServer } from '../../../../src/demo/model-server/model-server.ts';

const never = new AbortController().signal;
const lengths = (texts: readonly string[]) => texts.map((text) => [text.length, 1]);

/** A `fetch` that answers this, whatever it is asked. */
function answering(body: string, status = 200): typeof globalThis.fetch {
	return async () => new Response(body, { status });
}

const embedWith = (fetch: typeof globalThis.fetch) =>
	createEmbedder({ model: 'e', baseUrl: 'http://127.0.0.1:1/v1', fetch }).embed(['a', 'b'], never);

describe('createEmbedder()', () => {
	it('has a vector for each text in their order, from a server as strict as real ones', async () => {
		await using server = await startModelServer({}, { embeddings: { e: lengths }, apiKey: 'k' });
		const embedder = createEmbedder({ model: 'e', baseUrl: server.url, apiKey: 'k' });
		expect(await embedder.embed(['abc', 'a', 'lone \ud800'], never)).toEqual({
			kind: 'vectors',
			vectors: [
				[3, 1],
				[1, 1],
				[6, 1],
			],
		});
		expect(embedder.name).toBe(`e at ${server.url}`);
	});

	it.each<[string, number, string]>([
		['is gone', 404, 'failed'],
		['is overloaded', 429, 'failed'],
		['takes not so many', 413, 'refused'],
		['takes no such text', 400, 'refused'],
		['fails', 500, 'failed'],
	])('says so where the model %s', async (_, status, kind) => {
		await using server = await startModelServer({}, { embeddings: { e: () => status } });
		const embedder = createEmbedder({ model: 'e', baseUrl: server.url });
		expect(await embedder.embed(['a'], never)).toEqual({ kind, reason: `status ${status}` });
	});

	it.each([
		['no JSON', '<html>', 'not JSON'],
		['another thing', '{"data":[{"text":"a"}]}', 'no list of embeddings'],
		['one too few', '{"data":[{"index":0,"embedding":[1]}]}', 'lacks some'],
		['one twice', '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]}', 'lacks some'],
		['two lengths', '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}', 'differ in length'],
		['numbers that are none', '{"data":[{"index":0,"embedding":["1"]},{"index":1,"embedding":[null]}]}', 'no list'],
		['nothing in a vector', '{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}', 'no list'],
	])('takes no answer that is %s', async (_, body, reason) => {
		expect(await embedWith(answering(body))).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) });
	});

	it('tells of an endpoint that is away without its address, and of one that sends requests on', async () => {
		const away = createEmbedder({ model: 'e', baseUrl: 'http://user:secret@127.0.0.1:9/v1' });
		expect(JSON.stringify([away.name, await away.embed(['a'], never)])).not.toMatch(/secret|user/);
		const elsewhere = createServer((_, response) =>
			response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end(),
		).listen(0, '127.0.0.1');
		await new Promise((resolve) => elsewhere.once('listening', resolve));
		const address = elsewhere.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const moved = createEmbedder({ model: 'e', baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'k' });
		expect(await moved.embed(['a'], never)).toEqual({
			kind: 'failed',
			reason: 'it sends requests on to another server, http://127.0.0.2:1',
		});
		elsewhere.close();
	});

	it('rejects with the reason of a stop', async () => {
		const hangs: typeof globalThis.fetch = (_, init) =>
			new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
		const stopping = new AbortController();
		const embedded = createEmbedder({ model: 'e', fetch: hangs }).embed(['a'], stopping.signal);
		stopping.abort(new Error('stopped'));
		await expect(embedded).rejects.toThrow('stopped');
	});
});
