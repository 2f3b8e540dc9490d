import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegistry, updateRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { adopt } from '../../../../src/agent/forge/share/adopt.ts';
import { readCatalogTools } from '../../../../src/agent/forge/share/catalog-tools.ts';
import { ProblemError } from '../../../../src/base/errors.ts';
import { keepForged, keepInCatalog, openCatalog, tool } from './open-catalog.ts';

describe('a tool of a catalog, taken over', () => {
	it('is the session’s own from then on, and says where it comes from', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: 'old' });
		await keepInCatalog(opened.catalog, { code: 'new', lock: 'humanize==4.9.0' });
		const folder = await opened.open('local-b');
		const { manifest, quarantined, use } = await adopt(opened.catalog, tool, folder);
		expect([manifest.version, quarantined, use.calls]).toEqual([1, false, 0]);
		expect(manifest.provenance).toMatchObject({ session: 'local-a', adopted: { catalog: 'local', version: 2 } });
		const { tools } = folder.files;
		expect(await tools.read({ tool, version: 1 }, 'tool.py')).toBe('new');
		expect(await tools.read({ tool, version: 1 }, 'lock')).toBe('humanize==4.9.0');
		expect(JSON.parse((await tools.read({ tool, version: 1 }, 'manifest.json')) ?? '')).toEqual(manifest);
		expect(await tools.current(tool)).toBe(1);
		expect((await readRegistry(folder)).tools).toEqual([
			{ category: 'tables', name: 'sum_by_column', current: 1, versions: [{ manifest, quarantined, use }] },
		]);
	});

	it('is taken over once, however often and at the same time', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog);
		const folder = await opened.open('local-b');
		const entries = await Promise.all(Array.from({ length: 5 }, () => adopt(opened.catalog, tool, folder)));
		for (const entry of entries) expect(entry).toEqual(entries[0]);
		expect(await folder.files.tools.list()).toEqual([{ tool, version: 1 }]);
	});

	it('is taken over again when the catalog has another version, and goes back to the first with it', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: 'one' });
		const folder = await opened.open('local-b');
		await adopt(opened.catalog, tool, folder);
		await keepInCatalog(opened.catalog, { code: 'two' });
		expect((await adopt(opened.catalog, tool, folder)).manifest).toMatchObject({ version: 2 });
		expect((await readRegistry(folder)).tools).toMatchObject([{ current: 2, versions: [{}, {}] }]);
		await opened.catalog.tools.point({ tool, version: 1 });
		expect((await adopt(opened.catalog, tool, folder)).manifest).toMatchObject({ version: 1 });
		expect(await folder.files.tools.list()).toHaveLength(2);
	});

	it('is the one that the session has forged when that is the same', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog);
		const folder = await opened.open('local-a');
		const own = await keepForged(folder);
		expect(await adopt(opened.catalog, tool, folder)).toEqual(own);
	});

	it('is refused beside one of that name that the session has forged', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: 'shared' });
		const folder = await opened.open('local-b');
		await keepForged(folder, { code: 'own' });
		const refused = adopt(opened.catalog, tool, folder);
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(
			'This session has forged tables/sum_by_column 1 itself: version 1 of catalog local is not taken over',
		);
		expect(await folder.files.tools.list()).toHaveLength(1);
	});

	it('is refused when it was changed by hand since it was listed', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog);
		expect((await readCatalogTools(opened.catalog)).tools).toHaveLength(1);
		await writeFile(join(opened.catalog.path, tool, '1', 'tool.py'), 'evil');
		const folder = await opened.open('local-b');
		await expect(adopt(opened.catalog, tool, folder)).rejects.toThrow(
			'catalog local: tables/sum_by_column 1 was changed by hand: tool.py or tests.json does not match its manifest',
		);
		await expect(adopt(opened.catalog, 'tables/unknown', folder)).rejects.toThrow('has no current version');
		expect(await folder.files.tools.list()).toEqual([]);
		expect((await readRegistry(folder)).tools).toEqual([]);
	});

	it('gets a number of its own beside what a crash has left on the disk', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog);
		const folder = await opened.open('local-b');
		await adopt(opened.catalog, tool, folder);
		await updateRegistry(folder, (registry) => ({ ...registry, tools: [] }));
		expect((await adopt(opened.catalog, tool, folder)).manifest.version).toBe(2);
	});
});
