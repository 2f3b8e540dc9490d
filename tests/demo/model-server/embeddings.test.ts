import { describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../src/demo/model-server/model-server.ts';

const embeddings = { e: (texts: readonly string[]) => texts.map((text) => [text.length, 0.5]) };

async function post(server: ModelServer, body: object): Promise<{ readonly status: number; readonly body: unknown }> {
	const response = await fetch(`${server.url}/embeddings`, { method: 'POST', body: JSON.stringify(body) });
	return { status: response.status, body: await response.json() };
}

describe('the embeddings of the model server', () => {
	it('say which text each is of, in no order of their own', async () => {
		await using server = await startModelServer({}, { embeddings });
		expect(await post(server, { model: 'e', input: ['a', 'bcd'] })).toEqual({
			status: 200,
			body: {
				object: 'list',
				data: [
					{ object: 'embedding', index: 1, embedding: [3, 0.5] },
					{ object: 'embedding', index: 0, embedding: [1, 0.5] },
				],
				model: 'e',
				usage: { prompt_tokens: 2, total_tokens: 2 },
			},
		});
		expect(server.embedded).toEqual([['a', 'bcd']]);
	});

	it('come as bytes where that is asked for', async () => {
		await using server = await startModelServer({}, { embeddings });
		const { body } = await post(server, { model: 'e', input: 'ab', encoding_format: 'base64' });
		expect(body).toMatchObject({
			data: [{ embedding: Buffer.from(Float32Array.of(2, 0.5).buffer).toString('base64') }],
		});
	});

	it.each<[number, object]>([
		[400, { model: 'e' }],
		[400, { model: 'e', input: [] }],
		[400, { model: 'e', input: [''] }],
		[400, { model: 'e', input: [{ text: 'a' }] }],
		[400, { model: 'e', input: Array(2_049).fill('a') }],
		[400, { model: 'e', input: 'a'.repeat(40_000) }],
		[400, { model: 'e', input: 'a', truncate: true }],
		[400, { model: 'e', input: 'a', dimensions: 2 }],
		[400, { input: 'a' }],
		[403, { model: 'chat', input: 'a' }],
		[404, { model: 'none', input: 'a' }],
	])('are refused with %j for what real servers refuse', async (status, body) => {
		await using server = await startModelServer({ chat: [] }, { embeddings });
		expect((await post(server, body)).status).toBe(status);
		expect(server.embedded).toEqual([]);
	});
});
