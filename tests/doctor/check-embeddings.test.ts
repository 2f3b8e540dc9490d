import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { checkEmbeddings } from '../../src/doctor/check-embeddings.ts';

const never = new AbortController().signal;
const configFor = (url: string, model = 'e') => loadConfig({ OPENAI_BASE_URL: url, EMBED_MODEL: model });

it('a model for finding tools is tried, and told with the length of its vectors', async () => {
	await using server = await startModelServer({}, { embeddings: { e: (texts) => texts.map(() => [1, 2, 3]) } });
	expect(await checkEmbeddings(configFor(server.url), never)).toEqual([
		{ name: 'model for finding tools', value: `e at ${server.url}, 3 numbers a text`, met: true },
	]);
});

it('a model that gives no vectors is a problem, with how to mend it', async () => {
	await using server = await startModelServer({ chat: [] }, { embeddings: { e: () => 500 } });
	const found = await Promise.all(
		['e', 'chat', 'none'].map((model) => checkEmbeddings(configFor(server.url, model), never)),
	);
	expect(found.flat().map(({ value }) => /\((.*)\)$/.exec(value)?.[1])).toEqual([
		'status 500',
		'status 403',
		'status 404',
	]);
	expect(found.flat()).toMatchObject(Array(3).fill({ met: false, mend: expect.stringContaining('EMBED_MODEL') }));
});

it('nothing is looked at where no such model is named', async () => {
	expect(await checkEmbeddings(loadConfig({ OPENAI_API_KEY: 'k' }), never)).toEqual([]);
	expect(await checkEmbeddings(loadConfig({}), never)).toEqual([]);
});

it('a stop ends it with its reason', async () => {
	const stopping = new AbortController();
	stopping.abort(new Error('stopped'));
	await expect(checkEmbeddings(configFor('http://127.0.0.1:9/v1'), stopping.signal)).rejects.toThrow('stopped');
});
