import { describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config/config.ts';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import { openModels } from '../src/models.ts';
import { hi, never } from './support/brain-at.ts';
import { collectReply } from './support/collect-reply.ts';
import { tempDir } from './support/temp-dir.ts';

const picture = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`;
const look = {
	...hi,
	messages: [{ role: 'user' as const, text: 'look', pictures: [{ name: 'a.png', path: '/inputs/a.png' }] }],
	pictures: new Map([['a.png', picture]]),
};

async function open(scripts: Parameters<typeof startModelServer>[0], env: Record<string, string>) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const server = building.use(await startModelServer(scripts));
	const config = loadConfig({ THREADSMITH_HOME: dir.path, OPENAI_BASE_URL: server.url, ...env });
	const models = await openModels(config, never);
	const parts = building.move();
	return { server, models, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('the models that a session can choose', () => {
	it('are those of BRAIN_MODELS, of which the first is the usual one where none is named', async () => {
		await using scene = await open({}, { BRAIN_MODELS: 'a, b, a, b' });
		const { brain, choices = [], coder } = scene.models;
		expect([brain.name, coder.name, ...choices.map(({ name }) => name)]).toEqual(['a', 'a', 'b']);
	});

	it('are besides the one of BRAIN_MODEL', async () => {
		await using scene = await open({}, { BRAIN_MODEL: 'b', BRAIN_MODELS: 'a,b,c' });
		const { brain, choices = [] } = scene.models;
		expect([brain.name, ...choices.map(({ name }) => name)]).toEqual(['b', 'a', 'c']);
	});

	it('are stood in for by the usual one, then by those that stand in for it', async () => {
		await using scene = await open(
			{ c: () => ({ text: 'Hi' }) },
			{ BRAIN_MODEL: 'a', BRAIN_MODELS: 'a,b', BRAIN_FALLBACK_MODELS: 'b,c' },
		);
		const [chosen] = scene.models.choices ?? [];
		const { reply } = await collectReply(chosen?.reply(hi, never) as never);
		expect(scene.server.requests.map(({ model }) => model)).toEqual(['b', 'a', 'c']);
		const why = `The model "b" is not known at ${scene.server.url}: set BRAIN_MODELS`;
		expect(reply.instead).toEqual({ model: 'c', why, failure: 'unknown-model' });
	});

	it('are each shown pictures until they refuse one, though the usual one always is', async () => {
		const blind = { error: { status: 400, message: 'a is not a multimodal model' } };
		await using scene = await open(
			{ a: [blind, { text: 'Hi' }, blind], b: [blind, { text: 'Hi' }, { text: 'Hi' }] },
			{ BRAIN_MODEL: 'a', BRAIN_MODELS: 'b', BRAIN_VISION: 'on' },
		);
		const { brain, choices = [] } = scene.models;
		for (const model of [...choices, ...choices]) await collectReply(model.reply(look, never));
		const shown = () => scene.server.requests.map(({ body }) => JSON.stringify(body).includes(picture));
		expect(shown()).toEqual([true, false, false]);
		await collectReply(brain.reply(look, never)).catch(() => undefined);
		expect(shown()[3]).toBe(true);
	});
});
