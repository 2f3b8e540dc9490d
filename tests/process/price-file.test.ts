import { spawnSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noPrices } from '../../src/agent/budget/prices.ts';
import { silentLogger } from '../../src/base/log.ts';
import { loadConfig } from '../../src/config/config.ts';
import { checkBudgets } from '../../src/doctor/check-budgets.ts';
import { createPriceFile, priceFileName } from '../../src/process/price-file.ts';
import { tempDir } from '../support/temp-dir.ts';

const listOf = (input: number) => JSON.stringify({ some: { models: { brain: { cost: { input, output: 1 } } } } });

it('prices are read when the file comes, changes and goes, and a damaged one has none', async () => {
	await using dir = await tempDir();
	const path = join(dir.path, priceFileName);
	const prices = createPriceFile(path, silentLogger);
	const input = async () => (await prices()).providers[0]?.models.get('brain')?.cost.input;
	expect(await prices()).toEqual(noPrices);
	await writeFile(path, listOf(1));
	expect(await input()).toBe(1);
	await writeFile(path, listOf(22));
	expect(await input()).toBe(22);
	await writeFile(path, '{"some": ');
	expect(await prices()).toEqual(noPrices);
	await writeFile(path, listOf(333));
	expect(await input()).toBe(333);
	await rm(path);
	expect(await prices()).toEqual(noPrices);
});

it.each([
	['a folder', (path: string) => mkdir(path)],
	['a pipe that nobody writes to', async (path: string) => spawnSync('mkfifo', [path])],
	['a link that leads nowhere', (path: string) => symlink('/nowhere/at/all', path)],
])('%s is no file of prices, and is not waited for', async (_, put) => {
	await using dir = await tempDir();
	const path = join(dir.path, priceFileName);
	await put(path);
	expect(await createPriceFile(path, silentLogger)()).toEqual(noPrices);
});

const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', BRAIN_MODEL: 'brain', TIMEZONE: 'UTC' };
const rowsOf = async (home: string, more = {}) =>
	await checkBudgets(loadConfig({ ...env, ...more, THREADSMITH_HOME: home }));

it('the doctor names the budgets, and prices where there are any', async () => {
	await using dir = await tempDir();
	expect(await rowsOf(dir.path)).toEqual([
		{ name: 'budgets', value: 'no limits; a place is told at 5M tokens (a day, UTC)', met: true },
	]);
	await writeFile(join(dir.path, priceFileName), listOf(1));
	const set = { BUDGET_PERSON: '2M tokens, 5 USD', BUDGET_PLACE: '20 USD', BUDGET_PLACE_WARNING: 'off' };
	expect(await rowsOf(dir.path, set)).toEqual([
		{ name: 'budgets', value: 'person 2M tokens and 5 USD; place 20 USD (a day, UTC)', met: true },
		{ name: 'prices', value: '1 models of 1 providers', met: true },
	]);
	expect(await checkBudgets(loadConfig({}))).toEqual([]);
});

it('the doctor tells damaged prices, and budgets in money that can stop nothing', async () => {
	await using dir = await tempDir();
	await writeFile(join(dir.path, priceFileName), 'no');
	const rows = await rowsOf(dir.path, { BUDGET_PLACE: '20 USD', CODER_MODEL: 'coder' });
	expect(rows.slice(1)).toEqual([
		{
			name: 'prices',
			value: 'prices.json cannot be read: it is not JSON',
			met: false,
			mend: expect.stringContaining('models.dev'),
		},
		{
			...{
				name: 'budgets in money',
				value: 'no price is known of brain, coder: its calls are not limited by them',
				met: false,
			},
			mend: expect.stringContaining(priceFileName),
		},
	]);
});
