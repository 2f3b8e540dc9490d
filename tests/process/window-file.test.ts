import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWindowFile } from '../../src/process/window-file.ts';
import { tempDir } from '../support/temp-dir.ts';

it('windows are read again by the next process, each model and endpoint its own, and a damaged file is none', async () => {
	await using folder = await tempDir();
	const path = join(folder.path, 'model-windows.json');
	const learned = (tokens: number) => ({ taken: { tokens, at: '2026-11-28T10:00:00.000Z' } });
	const first = createWindowFile(path);
	await Promise.all([
		first('http://a/v1').keep('m', learned(1)),
		first('http://a/v1').keep('n', learned(2)),
		first('http://b/v1').keep('m', learned(3)),
	]);
	const next = createWindowFile(path);
	expect(await next('http://a/v1').read('m')).toEqual(learned(1));
	expect(await next('http://b/v1').read('m')).toEqual(learned(3));
	expect(await next('http://b/v1').read('n')).toBeUndefined();
	await writeFile(path, '{"http://a/v1 m": {"taken": 7}}');
	expect(await createWindowFile(path)('http://a/v1').read('m')).toBeUndefined();
});
