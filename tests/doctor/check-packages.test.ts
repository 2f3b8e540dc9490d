import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { checkPackages } from '../../src/doctor/check-packages.ts';
import { startFakeIndex } from '../support/fake-index/fake-index.ts';

const never = new AbortController().signal;
const check = (env: Record<string, string>) => checkPackages(loadConfig(env), never);

describe('the package index', () => {
	it('that answers is right, and its password is not printed', async () => {
		await using index = await startFakeIndex({ credentials: 'ada:hunter2' });
		index.add({ name: 'six', version: '1.0' });
		const [row] = await check({ PIP_INDEX_URL: index.url.replace('//', '//ada:hunter2@') });
		expect(row).toEqual({ name: 'packages', value: `${new URL(index.url).host} answers`, met: true });
	});

	it('that tells no ages is right, and said so', async () => {
		await using index = await startFakeIndex({ pages: 'html' });
		index.add({ name: 'six', version: '1.0' });
		const [row] = await check({ UV_DEFAULT_INDEX: index.url });
		expect(row).toMatchObject({ met: true, value: expect.stringContaining('does not say how old') });
	});

	it('that refuses is a problem, with what to set', async () => {
		await using index = await startFakeIndex({ credentials: 'ada:hunter2' });
		const [row] = await check({ PIP_INDEX_URL: index.url });
		expect(row).toMatchObject({ met: false, mend: expect.stringContaining('PIP_INDEX_URL') });
	});

	it('is named by the setting that it comes from', async () => {
		await using index = await startFakeIndex({ credentials: 'ada:hunter2' });
		const [row] = await check({ PIP_INDEX_URL: 'http://127.0.0.1:1/simple', UV_DEFAULT_INDEX: index.url });
		expect(row).toMatchObject({ met: false, mend: expect.stringContaining('Set UV_DEFAULT_INDEX') });
	});

	it('that is not used is not asked', async () => {
		await using index = await startFakeIndex();
		expect(await check({ PIP_INDEX_URL: index.url, PACKAGES: 'off' })).toMatchObject([{ met: true }]);
		expect(index.requests).toEqual([]);
	});
});
