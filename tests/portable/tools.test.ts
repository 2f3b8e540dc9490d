import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateRegistry } from '../../src/agent/forge/registry/registry.ts';
import { runTools, type ToolsRequest } from '../../src/portable/tools.ts';
import { addNumbers, answerWrongly, countLines } from './test-tools.ts';
import { specOf, type TestTool, type ToolHome, toolHome } from './tool-home.ts';

/** Its standard output, and its remarks. */
async function tools({ path }: ToolHome, request: ToolsRequest): Promise<{ out: string; said: string }> {
	const [out, said]: [string[], string[]] = [[], []];
	const code = await runTools(request, {
		home: path,
		write: (text) => void out.push(text),
		say: (text) => void said.push(text),
	});
	expect(code).toBe(0);
	return { out: out.join(''), said: said.join('') };
}

const wanted = (name: string, version?: number) => ({ where: 'local-1', name, version });
const toFile = (output: string, force = false) =>
	({ action: 'export', ...wanted('add_numbers'), output, force }) as const;

describe('tools list', () => {
	it('names each tool with its current version and purpose', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers, countLines, addNumbers);
		const { out, said } = await tools(home, { action: 'list', where: undefined });
		expect(out).toBe(`2 tools in session local-1:
  files/count_lines    1  Counts the lines of a file.
  math/add_numbers     2  Adds numbers.
`);
		expect(said).toBe('');
	});

	it('says which tool was changed by hand, and which is quarantined', async () => {
		await using home = await toolHome();
		const folder = await home.forge('local-1', addNumbers, countLines);
		await updateRegistry(folder, (registry) => ({
			...registry,
			tools: registry.tools.map((tool) => ({
				...tool,
				versions: tool.versions.map((version) => ({ ...version, quarantined: tool.name === 'count_lines' })),
			})),
		}));
		await writeFile(join(folder.paths.mounts.tools, 'math/add_numbers/1/tool.py'), 'print(1)\n');
		const { out, said } = await tools(home, { action: 'list', where: 'local-1' });
		expect(out).toContain('files/count_lines    1  (quarantined)');
		expect(said).toContain('session local-1: math/add_numbers 1 was changed by hand');
	});

	it('shows control characters as what they are', async () => {
		await using home = await toolHome();
		const spec = { ...addNumbers.spec, purpose: 'Adds \u001b[31mred\u202e numbers.' };
		await home.forge('local-1', { ...addNumbers, spec });
		const { out } = await tools(home, { action: 'list', where: 'local-1' });
		expect(out).toContain('Adds \\x1b[31mred\\u202e numbers.');
	});

	it('says that there are none', async () => {
		await using home = await toolHome();
		await home.forge('local-1');
		expect((await tools(home, { action: 'list', where: undefined })).out).toBe(
			'There are no tools in session local-1.\n',
		);
	});
});

describe('tools show', () => {
	it('tells everything of one version', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers, addNumbers);
		const { out } = await tools(home, { action: 'show', ...wanted('math/add_numbers', 1) });
		expect(out).toContain('math/add_numbers, version 1, of session local-1');
		for (const words of ['Adds numbers.', '"required":["numbers"]', '→ {"sum":3}', '1, 2 (current)', 'Ada', 'coder-1'])
			expect(out).toContain(words);
	});

	it.each([
		['add_number', undefined, 'There is no tool "add_number" in session local-1', 'Did you mean add_numbers?'],
		['mth/add_numbers', undefined, 'There is no tool "mth/add_numbers"', 'Did you mean math/add_numbers?'],
		['zzz', undefined, 'There is no tool "zzz"', 'threadsmith tools list shows what there is'],
		['add_numbers', 7, 'math/add_numbers of session local-1 has no version 7', 'It has 1'],
	])('says what there is instead of %s %s', async (name, version, message, mend) => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		const shown = tools(home, { action: 'show', ...wanted(name, version) });
		await expect(shown).rejects.toThrow(message);
		await expect(shown).rejects.toMatchObject({ mend });
	});

	it('wants the category where two tools have one name', async () => {
		await using home = await toolHome();
		const other = { ...addNumbers, spec: { ...addNumbers.spec, category: 'sums' } };
		await home.forge('local-1', addNumbers, other);
		await expect(tools(home, { action: 'show', ...wanted('add_numbers') })).rejects.toMatchObject({
			mend: 'Name math/add_numbers or sums/add_numbers',
		});
	});
});

describe('tools export', () => {
	it('writes a script that Python runs by itself', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		const file = join(home.path, 'add.py');
		const { out, said } = await tools(home, toFile(file));
		expect(out).toBe('');
		expect(said).toContain(`Wrote ${file}: math/add_numbers 1 of session local-1`);
		expect(said).toContain(`echo '{"numbers":[1,2]}' | uv run --script ${file}`);
		expect((await stat(file)).mode & 0o777).toBe(0o755);
		const run = (input: string) => spawnSync('python3', [file], { input });
		expect(JSON.parse(run('{"numbers":[1,2]}').stdout.toString())).toEqual({ sum: 3 });
		const refused = run('{"numbers":[]}');
		expect(refused.status).toBe(1);
		expect(JSON.parse(refused.stdout.toString())).toEqual({
			error: { type: 'ValueError', message: 'numbers must not be empty' },
		});
		const described = JSON.parse(execFileSync('python3', [file, '--describe']).toString());
		expect(described).toMatchObject({ name: 'add_numbers', category: 'math' });
	});

	it.skipIf(!hasUv())('writes a script that uv runs (skipped where uv or a Python of its own is missing)', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		const file = join(home.path, 'add.py');
		await tools(home, toFile(file));
		const ran = execFileSync('uv', ['run', '--offline', '--script', file], { input: '{"numbers":[1,2]}' });
		expect(JSON.parse(ran.toString())).toEqual({ sum: 3 });
	});

	it('names every package: those of the lock exactly, those of the image at least', async () => {
		await using home = await toolHome();
		const sized: TestTool = {
			spec: specOf('text/say_size', 'Says sizes.', {
				input: { bytes: { type: 'integer' } },
				output: { text: { type: 'string' } },
				example: [{ bytes: 1 }, { text: '1 Byte' }],
			}),
			body: 'import humanize\nimport pandas as pd\n\n\ndef run(input):\n    return {"text": humanize.naturalsize(input["bytes"])}',
			dependencies: ['humanize>=4'],
			lock: 'humanize==4.12.3 \\\n    --hash=sha256:00\n',
		};
		await home.forge('local-1', sized);
		const request = { action: 'export', ...wanted('say_size'), output: '-', force: false } as const;
		const { out, said } = await tools(home, request);
		expect(said).toBe('text/say_size 1 of session local-1\n');
		expect(out.slice(0, out.indexOf('\n\n'))).toBe(`#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.13"
# dependencies = [
#     "humanize==4.12.3",
#     "pandas>=3.1.1",
# ]
# ///`);
		expect(out.match(/\/\/\/ script/g)).toHaveLength(1);
	});

	it('writes over nothing, unless it is told to', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		const file = join(home.path, 'mine.py');
		await writeFile(file, 'mine\n');
		await chmod(file, 0o600);
		await expect(tools(home, toFile(file))).rejects.toThrow('it is there already');
		expect(await readFile(file, 'utf8')).toBe('mine\n');
		await tools(home, toFile(file, true));
		expect(await readFile(file, 'utf8')).toContain('def run(input');
		expect((await stat(file)).mode & 0o777).toBe(0o755);
	});

	it('says why a file cannot be written', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		await mkdir(join(home.path, 'folder'));
		await expect(tools(home, toFile(join(home.path, 'nowhere/add.py')))).rejects.toThrow('its folder is not there');
		await expect(tools(home, toFile(join(home.path, 'folder'), true))).rejects.toThrow('it is a folder');
	});

	it('refuses what was changed by hand, and what is incomplete', async () => {
		await using home = await toolHome();
		const { paths } = await home.forge('local-1', addNumbers, answerWrongly);
		await writeFile(join(paths.mounts.tools, 'math/add_numbers/1/tests.json'), '[]\n');
		await expect(tools(home, toFile('-'))).rejects.toThrow('math/add_numbers 1 was changed by hand');
	});
});

function hasUv(): boolean {
	const found = spawnSync('uv', ['python', 'find', '>=3.13'], {
		env: { ...process.env, UV_PYTHON_DOWNLOADS: 'never' },
	});
	return found.status === 0;
}
