import { appendFile, mkdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalogTools } from '../../../../src/agent/forge/share/catalog-tools.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import { keepInCatalog, openCatalog, tool } from './open-catalog.ts';

describe('the tools of a catalog', () => {
	it('are the current version of each, by name', async () => {
		await using opened = await openCatalog();
		const { catalog } = opened;
		expect(await readCatalogTools(catalog)).toEqual({ tools: [], problems: [] });
		await keepInCatalog(catalog, { name: 'wrap_text' });
		for (const code of ['a', 'b', 'c']) await keepInCatalog(catalog, { code });
		await catalog.tools.point({ tool, version: 2 });
		const { tools, problems } = await readCatalogTools(catalog);
		expect(problems).toEqual([]);
		expect(tools.map(({ manifest, version }) => [manifest.name, version, manifest.version])).toEqual([
			['sum_by_column', 2, 2],
			['wrap_text', 1, 1],
		]);
	});

	it('are one object until another version is there or current', async () => {
		await using opened = await openCatalog();
		const { catalog } = opened;
		for (const code of ['a', 'b']) await keepInCatalog(catalog, { code });
		const read = await readCatalogTools(catalog);
		expect(await readCatalogTools(catalog)).toBe(read);
		await catalog.tools.point({ tool, version: 1 });
		const again = await readCatalogTools(catalog);
		expect(again).not.toBe(read);
		expect(await readCatalogTools(catalog)).toBe(again);
		expect(again.tools[0]?.version).toBe(1);
	});

	const manifest = async (folder: string, change: (manifest: Record<string, unknown>) => unknown): Promise<void> => {
		const path = join(folder, '2', 'manifest.json');
		await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
	};

	it.each<readonly [string, (folder: string) => Promise<unknown>, string]>([
		[
			'a manifest that is not JSON',
			(folder) => writeFile(join(folder, '2', 'manifest.json'), '{"format'),
			'sum_by_column 2 was changed by hand: manifest.json is not JSON: ',
		],
		[
			'a manifest without a field',
			(folder) => manifest(folder, ({ purpose: _purpose, ...rest }) => rest),
			'sum_by_column 2 was changed by hand: manifest.json: field "purpose": ',
		],
		[
			'a manifest with a wrong field deep inside',
			(folder) => manifest(folder, (made) => ({ ...made, provenance: { session: 1 } })),
			'sum_by_column 2 was changed by hand: manifest.json: field "provenance.session": ',
		],
		[
			'the manifest of another version',
			(folder) => manifest(folder, (made) => ({ ...made, version: 1 })),
			'sum_by_column 2 was changed by hand: manifest.json is that of tables/sum_by_column 1',
		],
		[
			'no manifest',
			(folder) => unlink(join(folder, '2', 'manifest.json')),
			'sum_by_column 2 was changed by hand: manifest.json is missing',
		],
		[
			'another tool.py',
			(folder) => appendFile(join(folder, '2', 'tool.py'), '# mine'),
			'sum_by_column 2 was changed by hand: tool.py or tests.json does not match its manifest',
		],
		[
			'a lock that it had not',
			(folder) => writeFile(join(folder, '2', 'lock'), 'humanize==4.9.0'),
			'sum_by_column 2 was changed by hand: tool.py or tests.json or lock does not match its manifest',
		],
		[
			'no tests',
			(folder) => unlink(join(folder, '2', 'tests.json')),
			'sum_by_column 2 was changed by hand: tests.json is missing',
		],
		[
			'a link for tool.py',
			async (folder) => {
				await unlink(join(folder, '2', 'tool.py'));
				await symlink('/etc/hostname', join(folder, '2', 'tool.py'));
			},
			'sum_by_column 2 was changed by hand: Cannot read "',
		],
		[
			'no version folder',
			(folder) => rm(join(folder, '2'), { recursive: true }),
			'sum_by_column 2 is to be the current one and is not there',
		],
		[
			'current that leads elsewhere',
			async (folder) => {
				await unlink(join(folder, 'current'));
				await symlink('nowhere', join(folder, 'current'));
			},
			'sum_by_column was changed by hand: Cannot read "',
		],
		[
			'a folder for current',
			async (folder) => {
				await unlink(join(folder, 'current'));
				await mkdir(join(folder, 'current'));
			},
			'sum_by_column was changed by hand: Cannot read "',
		],
		['no current', (folder) => unlink(join(folder, 'current')), 'sum_by_column has no current version'],
	])('leave out one with %s, say so, and keep the others', async (_what, change, problem) => {
		await using opened = await openCatalog();
		for (const code of ['a', 'b']) await keepInCatalog(opened.catalog, { code });
		await keepInCatalog(opened.catalog, { name: 'wrap_text' });
		await change(join(opened.catalog.path, tool));
		await using sessions = openSessions(opened.home);
		const { tools, problems } = await readCatalogTools(await sessions.catalog('local'));
		expect(tools.map(({ manifest: { name } }) => name)).toEqual(['wrap_text']);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(`catalog local: tables/${problem}`);
		expect(problems[0]).not.toContain(opened.home);
	});
});
