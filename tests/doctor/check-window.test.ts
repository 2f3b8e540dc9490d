import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ModelList } from '../../src/agent/model/list-models.ts';
import { loadConfig } from '../../src/config/config.ts';
import { checkWindow } from '../../src/doctor/check-window.ts';
import { createWindowFile, windowFileName } from '../../src/process/window-file.ts';
import { tempDir } from '../support/temp-dir.ts';

const url = 'http://127.0.0.1:9/v1';
const listing = (...windows: [string, number][]): ModelList => ({
	kind: 'listed',
	names: ['qwen3'],
	windows: new Map(windows),
});

async function check(env: Record<string, string>, list: ModelList, refused?: number) {
	await using dir = await tempDir();
	const at = new Date().toISOString();
	if (refused !== undefined)
		await createWindowFile(join(dir.path, windowFileName))(url).keep('qwen3', {
			refused: { tokens: refused, names: 'limit', at },
		});
	return await checkWindow(loadConfig({ THREADSMITH_HOME: dir.path, OPENAI_BASE_URL: url, ...env }), list);
}

const name = 'window of the Brain';
const today = () => new Date().toISOString().slice(0, 10);

it('the window of the Brain is told with whoever named it', async () => {
	expect(await check({ BRAIN_WINDOW: '50000' }, listing(['qwen3', 100_000]))).toEqual([
		{ name, value: '50,000 tokens (BRAIN_WINDOW)', met: true },
	]);
	expect(await check({}, listing(['qwen3', 100_000]))).toEqual([
		{ name, value: `100,000 tokens (the list of models at ${url})`, met: true },
	]);
});

it('a window that was refused, or that nobody names, is told with what to set', async () => {
	expect(await check({}, listing(['qwen3', 100_000]), 40_000)).toMatchObject([
		{
			value: `40,000 tokens: ${url} took no more on ${today()}, though the list of models at ${url} says 100,000`,
			met: undefined,
			mend: expect.stringContaining('BRAIN_WINDOW=40000'),
		},
	]);
	expect(await check({}, listing())).toMatchObject([
		{
			value: `32,768 tokens, a guess: ${url} does not say how many it takes`,
			met: undefined,
			mend: expect.stringContaining('BRAIN_WINDOW'),
		},
	]);
});

it('of a server that cannot be asked, and of models without a name, no window is told', async () => {
	expect(await check({ BRAIN_MODEL: 'qwen3' }, { kind: 'failed', reason: 'no connection' })).toEqual([]);
	expect(await check({}, { kind: 'no-list', reason: 'status 404' })).toEqual([]);
});
