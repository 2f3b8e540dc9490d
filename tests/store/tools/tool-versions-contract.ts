import { chmod, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptFileError } from '../../../src/base/errors.ts';
import type { ToolVersions } from '../../../src/store/store.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Versions of tools in a data folder, and the folder they stand in. */
export interface PlacedVersions extends AsyncDisposable {
	readonly tools: ToolVersions;
	readonly folder: string;
}

const tool = 'tables/sum_by_column';
const one = { tool, version: 1 };
const code = (text: string) => () => ({ 'tool.py': text });

/** Versions promise this wherever they stand. */
export function describeToolVersions(name: string, open: (home: string) => Promise<PlacedVersions>): void {
	const on = async (test: (tools: ToolVersions, folder: string, home: string) => Promise<void>): Promise<void> => {
		await using dir = await tempDir();
		await using opened = await open(dir.path);
		await test(opened.tools, opened.folder, dir.path);
	};

	describe(`the tools of ${name}`, () => {
		it('are kept as one, readable for everybody whatever the umask is', () =>
			on(async (tools, folder) => {
				const before = process.umask(0o077);
				const files = { 'tool.py': 'code', 'tests/one.json': '{}' };
				await tools.add(tool, () => files).finally(() => process.umask(before));
				const version = join(folder, tool, '1');
				for (const path of ['..', '.', 'tests']) expect((await stat(join(version, path))).mode & 0o777).toBe(0o755);
				for (const path of Object.keys(files)) expect((await stat(join(version, path))).mode & 0o777).toBe(0o644);
				expect(await readFile(join(version, 'tool.py'), 'utf8')).toBe('code');
				expect(await tools.read(one, 'tests/one.json')).toBe('{}');
			}));

		it('get a number each, which their files are made with, also at the same time', () =>
			on(async (tools) => {
				expect(await tools.add(tool, code('old'))).toBe(1);
				const again = Array.from({ length: 8 }, () => tools.add(tool, (version) => ({ 'tool.py': `${version}` })));
				expect(await Promise.all(again)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
				expect(await tools.read(one, 'tool.py')).toBe('old');
				expect(await tools.read({ tool, version: 7 }, 'tool.py')).toBe('7');
			}));

		it.each(['3', '3.txt of a person'])('are never put over what stands under a number: %s', (there) =>
			on(async (tools, folder) => {
				await mkdir(join(folder, tool, there), { recursive: true });
				expect(await tools.add(tool, code('new'))).toBe(there === '3' ? 4 : 1);
				expect(await readdir(join(folder, tool, there))).toEqual([]);
			}),
		);

		it('are listed by name and number, and nothing else is', () =>
			on(async (tools, folder) => {
				expect(await tools.list()).toEqual([]);
				for (const name of ['text/wrap', tool, tool]) await tools.add(name, code(name));
				for (let count = 0; count < 9; count++) await tools.add('text/wrap', code('more'));
				await tools.point(one);
				await mkdir(join(folder, tool, '01'));
				await mkdir(join(folder, tool, 'notes'));
				await mkdir(join(folder, '.git', 'a', '1'), { recursive: true });
				await writeFile(join(folder, tool, '7'), '');
				await writeFile(join(folder, 'README'), '');
				await symlink(join(folder, 'text'), join(folder, 'linked'));
				const wraps = Array.from({ length: 10 }, (_, index) => ({ tool: 'text/wrap', version: index + 1 }));
				expect(await tools.list()).toEqual([one, { tool, version: 2 }, ...wraps]);
			}));

		it('have the current version that was pointed at, by a relative link beside the versions', () =>
			on(async (tools, folder) => {
				expect(await tools.current(tool)).toBeUndefined();
				for (const text of ['a', 'b']) await tools.add(tool, code(text));
				for (const version of [2, 1]) {
					await tools.point({ tool, version });
					expect(await tools.current(tool)).toBe(version);
					expect(await readlink(join(folder, tool, 'current'))).toBe(`${version}`);
				}
				await Promise.all([1, 2, 1, 2].map((version) => tools.point({ tool, version })));
				expect(await tools.current(tool)).toBe(2);
				expect((await readdir(join(folder, tool))).sort()).toEqual(['1', '2', 'current']);
			}));

		it('keep their current version when another is not there', () =>
			on(async (tools) => {
				await tools.add(tool, code('a'));
				await tools.point(one);
				await expect(tools.point({ tool, version: 2 })).rejects.toThrow(
					'Cannot make version 2 of "tables/sum_by_column" the current one: it is not there',
				);
				expect(await tools.current(tool)).toBe(1);
			}));

		it('are not there where nothing is', () =>
			on(async (tools) => {
				expect(await tools.read(one, 'tool.py')).toBeUndefined();
				await tools.add(tool, code('a'));
				expect(await tools.read(one, 'lock')).toBeUndefined();
				expect(await tools.read(one, 'tool.py/x')).toBeUndefined();
				expect(await tools.read({ tool, version: 2 }, 'tool.py')).toBeUndefined();
			}));

		it.each([
			['data', 'a.py'],
			['../x', 'a.py'],
			['a/..', 'a.py'],
			['a/b/c', 'a.py'],
			['a/b', '../a.py'],
			['a/b', '/etc/x'],
			['a/b', 'x/../../a'],
			['a/b', 'tool.py/..'],
			['a/b', ''],
			['a/b\n', 'a.py'],
		])('named %j with a file %j are refused', (bad, file) =>
			on(async (tools, folder) => {
				await expect(tools.add(bad, () => ({ [file]: '' }))).rejects.toThrow(TypeError);
				await expect(tools.read({ tool: bad, version: 1 }, file)).rejects.toThrow(TypeError);
				expect(await readdir(folder)).toEqual([]);
			}),
		);

		it.each([0, -1, 1.5, Number.NaN, 1e12])('have no version %d', (version) =>
			on(async (tools) => {
				await expect(tools.read({ tool, version }, 'tool.py')).rejects.toThrow(TypeError);
				await expect(tools.point({ tool, version })).rejects.toThrow(TypeError);
			}),
		);

		it('are refused when they have no file or one that could not be read again', () =>
			on(async (tools, folder) => {
				await expect(tools.add(tool, () => ({}))).rejects.toThrow('has files');
				await expect(tools.add(tool, code('é'.repeat(600_000)))).rejects.toThrow('"tool.py" is larger');
				expect(await readdir(folder)).toEqual([]);
			}));

		it('never lead out of their folder, whatever is asked for', () =>
			on(async (tools, folder, home) => {
				await tools.add(tool, code('inside'));
				for (const place of [home, folder, join(folder, 'tables'), join(folder, tool)])
					await writeFile(join(place, 'tool.py'), 'outside');
				const part = fc.oneof(
					fc.constantFrom('..', '.', '', '1', 'tables', 'tool.py', '\0'),
					fc.string({ maxLength: 5 }),
				);
				const path = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
				const asked = fc.oneof(fc.constant(tool), path);
				await fc.assert(
					fc.asyncProperty(asked, path, async (name, file) => {
						const found = await tools.read({ tool: name, version: 1 }, file).catch(() => undefined);
						expect(found).not.toBe('outside');
					}),
				);
			}));
	});

	describe(`the tools of ${name} that a person has changed`, () => {
		it.each([
			['a link', (path: string) => symlink('/etc/hostname', path), 'it is a link'],
			['a folder', (path: string) => mkdir(path), 'it is not a regular file'],
			['too large', (path: string) => writeFile(path, 'x'.repeat(1024 * 1024 + 1)), 'it is larger than 1 MiB'],
		])('are refused where a file is %s', (_what, make, reason) =>
			on(async (tools, folder) => {
				await tools.add(tool, code('a'));
				const file = join(folder, tool, '1', 'tool.py');
				await rm(file);
				await make(file);
				const refused = tools.read(one, 'tool.py');
				await expect(refused).rejects.toThrow(CorruptFileError);
				await expect(refused).rejects.toThrow(`${file}": field "(all of it)": ${reason}`);
			}),
		);

		it('are refused where the version is a link to elsewhere', () =>
			on(async (tools, folder, home) => {
				await tools.add(tool, code('a'));
				await rename(join(folder, tool, '1'), join(home, 'moved'));
				await symlink(join(home, 'moved'), join(folder, tool, '1'));
				await expect(tools.read(one, 'tool.py')).rejects.toThrow('a link leads out of the folder');
				await expect(tools.point(one)).rejects.toThrow('it is not there');
				expect(await tools.list()).toEqual([]);
			}));

		it('tell which version is current though it is gone', () =>
			on(async (tools, folder) => {
				await tools.add(tool, code('a'));
				await tools.point(one);
				await rm(join(folder, tool, '1'), { recursive: true });
				expect(await tools.current(tool)).toBe(1);
			}));

		it.each([
			['a folder', (path: string) => mkdir(path), 'it is not a link to a version'],
			['a file', (path: string) => writeFile(path, '1'), 'it is not a link to a version'],
			['a link to elsewhere', (path: string) => symlink('../../x', path), 'it names "../../x", which is not a version'],
		])('are refused where current is %s, which stays', (_what, make, reason) =>
			on(async (tools, folder) => {
				await tools.add(tool, code('a'));
				const current = join(folder, tool, 'current');
				await make(current);
				await expect(tools.current(tool)).rejects.toThrow(`${current}": field "(all of it)": ${reason}`);
				await expect(tools.point(one)).rejects.toThrow(reason);
				expect((await readdir(join(folder, tool))).sort()).toEqual(['1', 'current']);
			}),
		);

		it('can be read on a folder that has a link above it', () =>
			on(async (tools, _folder, home) => {
				await tools.add(tool, code('a'));
				await symlink(home, `${home}-link`);
				try {
					await using again = await open(`${home}-link`);
					expect(await again.tools.read(one, 'tool.py')).toBe('a');
				} finally {
					await rm(`${home}-link`);
				}
			}));

		it.skipIf(process.getuid?.() === 0)('say what to mend where they cannot be written', () =>
			on(async (tools, folder) => {
				await chmod(folder, 0o500);
				await expect(tools.add(tool, code('a'))).rejects.toThrow('permission denied');
				await chmod(folder, 0o755);
			}),
		);
	});
}
