import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';

const program = new URL('../../../../src/sandbox/guest/python/trials/ready_set_up.py', import.meta.url).pathname;

it('locks of uv and yarn lead to the door, with the hashes that they have, and other files stay', async () => {
	await using dir = await tempDir();
	const folder = join(dir.path, 'app');
	await mkdir(join(folder, 'deep', 'node_modules'), { recursive: true });
	const hash = 'ab'.repeat(32);
	const entry = (url: string) =>
		`source = { registry = "https://pypi.org/simple" }\nwheels = [\n    { url = "${url}", hash = "sha256:${hash}", size = 1 },\n]\n`;
	const lock = entry('https://files.pythonhosted.org/packages/12/34/humanize-4.0-py3-none-any.whl');
	for (const path of ['uv.lock', 'deep/uv.lock', 'deep/node_modules/uv.lock', 'other.lock'])
		await writeFile(join(folder, path), lock);
	const yarn = (at: string) => `a@^1.0.0:\n  version "1.0.0"\n  resolved "${at}a/-/a-1.0.0.tgz#ab"\n`;
	const yarns = ['https://registry.yarnpkg.com/', 'https://registry.npmjs.org/', 'https://elsewhere.example/'];
	await writeFile(join(folder, 'yarn.lock'), yarns.map(yarn).join('\n'));
	const order = {
		folder,
		files: [{ path: '.cargo/config.toml', content: '[net]' }],
		index: 'http://127.0.0.1:4/pypi/simple',
		registry: 'http://127.0.0.1:4/npm/',
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
	const [door, other] = ['http://127.0.0.1:4/npm/', 'https://elsewhere.example/'];
	expect(await readFile(join(folder, 'yarn.lock'), 'utf8')).toBe([door, door, other].map(yarn).join('\n'));
	expect(await readFile(join(dir.path, '.cargo', 'config.toml'), 'utf8')).toBe('[net]');
});
