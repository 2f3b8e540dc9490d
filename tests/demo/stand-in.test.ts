import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadStandIn } from '../../src/demo/stand-in.ts';
import { tempDir } from '../support/temp-dir.ts';

const options = { json: false, signal: new AbortController().signal };

it('runs the demo of the file that it is given', async () => {
	await using dir = await tempDir();
	const file = join(dir.path, 'a-platform.mjs');
	await writeFile(file, 'export const runDemo = async ({ json }) => (json ? 1 : 7);');
	expect(await (await loadStandIn(file))(options)).toBe(7);
});

it('says what to do where the stand-in is missing, as in the image', async () => {
	await using dir = await tempDir();
	await expect(loadStandIn(join(dir.path, 'none.ts'))).rejects.toThrow(/stand-in .* missing here/);
});

it('names a file that is no stand-in, and passes on what is wrong in one', async () => {
	await using dir = await tempDir();
	const files = { 'empty.mjs': 'export const other = 1;', 'broken.mjs': 'throw new Error("a fault in it")' };
	const [empty, broken] = await Promise.all(
		Object.entries(files).map(async ([name, source]) => {
			await writeFile(join(dir.path, name), source);
			return join(dir.path, name);
		}),
	);
	await expect(loadStandIn(empty ?? '')).rejects.toThrow(/empty\.mjs" exports no runDemo/);
	await expect(loadStandIn(broken ?? '')).rejects.toThrow('a fault in it');
});
