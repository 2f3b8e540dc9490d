import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';

const program = new URL('../../../../src/sandbox/guest/python/trials/ready_set_up.py', import.meta.url).pathname;

it('locks of uv lead to the door, with the hashes that they have, and other files stay', async () => {
	await using dir = await tempDir();
	const folder = join(dir.path, 'app');
	await mkdir(join(folder, 'deep', 'node_modules'), { recursive: true });
	const hash = 'ab'.repeat(32);
	const entry = (url: string) =>
		`source = { registry = "https://pypi.org/simple" }\nwheels = [\n    { url = "${url}", hash = "sha256:${hash}", size = 1 },\n]\n`;
	const lock = entry('https://files.pythonhosted.org/packages/12/34/humanize-4.0-py3-none-any.whl');
	for (const path of ['uv.lock', 'deep/uv.lock', 'deep/node_modules/uv.lock', 'other.lock'])
		await writeFile(join(folder, path), lock);
	const order = {
		folder,
		files: [{ path: '.cargo/config.toml', content: '[net]' }],
		index: 'http://127.0.0.1:4/pypi/simple',
	};
	const printed = execFileSync('python3', [program, JSON.stringify(order)], {
		env: { HOME: dir.path, PATH: process.env['PATH'] },
	});
	expect(JSON.parse(printed.toString())).toEqual({});
	const turned = entry(`http://127.0.0.1:4/pypi/files/${hash}/humanize-4.0-py3-none-any.whl`).replace(
		'https://pypi.org/simple',
		'http://127.0.0.1:4/pypi/simple',
	);
	for (const path of ['uv.lock', 'deep/uv.lock']) expect(await readFile(join(folder, path), 'utf8')).toBe(turned);
	for (const path of ['deep/node_modules/uv.lock', 'other.lock'])
		expect(await readFile(join(folder, path), 'utf8')).toBe(lock);
	expect(await readFile(join(dir.path, '.cargo', 'config.toml'), 'utf8')).toBe('[net]');
});
