import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caps } from '../../../../src/agent/forge/forge-deps.ts';
import { updateRegistry, withTool, withVersion } from '../../../../src/agent/forge/registry/registry.ts';
import { readCatalogTools } from '../../../../src/agent/forge/share/catalog-tools.ts';
import { decideShare } from '../../../../src/agent/forge/share/decide-share.ts';
import { proposeShare, type ShareDeps } from '../../../../src/agent/forge/share/propose.ts';
import { places } from '../../../../src/platforms.ts';
import { ada, grace, keepForged, keepInCatalog, type OpenCatalog, openCatalog, sceneIn, tool } from './open-catalog.ts';

const yes = { yes: true, by: grace };

function depsOf({ sessions, store: { records } }: OpenCatalog): ShareDeps {
	return { sessions, records, places };
}

/** Forges it in a session and proposes it; the proposal's id. */
async function proposed(opened: OpenCatalog, session: string, code: string): Promise<string> {
	const folder = await opened.open(session);
	await keepForged(folder, { code });
	return (await proposeShare({ name: tool }, sceneIn(folder), depsOf(opened))).id;
}

async function codes({ catalog: { tools } }: OpenCatalog): Promise<readonly (string | undefined)[]> {
	return Promise.all((await tools.list()).map((entry) => tools.read(entry, 'tool.py')));
}

describe('a decision about sharing', () => {
	it('that is a yes puts the version into the catalog, with who proposed and who approved it', async () => {
		await using opened = await openCatalog();
		const id = await proposed(opened, 'local-a', 'a');
		expect(await decideShare(id, yes, depsOf(opened))).toBe(
			'Shared: tables/sum_by_column is version 1 of catalog local, approved by Grace. Every session of the workspace finds it.',
		);
		const { tools, problems } = await readCatalogTools(opened.catalog);
		expect(problems).toEqual([]);
		expect(tools[0]?.manifest.provenance).toMatchObject({
			session: 'local-a',
			shared: { version: 1, proposedBy: ada, approvedBy: grace, at: expect.any(String) },
		});
	});

	it('that is a no changes nothing', async () => {
		await using opened = await openCatalog();
		const id = await proposed(opened, 'local-a', 'a');
		const said = await decideShare(id, { yes: false, by: { ...grace, name: '*Grace*\n`' } }, depsOf(opened));
		expect(said).toBe('Not shared: Grace refused tables/sum_by_column 1.');
		expect(await opened.catalog.tools.list()).toEqual([]);
	});

	it('does the same once, however often it is made', async () => {
		await using opened = await openCatalog();
		const id = await proposed(opened, 'local-a', 'a');
		const said = await Promise.all([1, 2, 3].map(() => decideShare(id, yes, depsOf(opened))));
		expect(new Set(said).size).toBe(1);
		expect(await decideShare(id, yes, depsOf(opened))).toBe(said[0]);
		expect(await codes(opened)).toEqual(['a']);
	});

	it('is completed after a crash between the version and its being current', async () => {
		await using opened = await openCatalog();
		const id = await proposed(opened, 'local-a', 'a');
		const { sessions } = opened;
		const crashing: ShareDeps['sessions'] = {
			open: (session) => sessions.open(session),
			catalog: async (name) => {
				const catalog = await sessions.catalog(name);
				return { ...catalog, tools: { ...catalog.tools, point: () => Promise.reject(new Error('crashed')) } };
			},
		};
		await expect(decideShare(id, yes, { ...depsOf(opened), sessions: crashing })).rejects.toThrow('crashed');
		expect((await readCatalogTools(opened.catalog)).problems).toEqual([
			'catalog local: tables/sum_by_column has no current version',
		]);
		await decideShare(id, yes, depsOf(opened));
		expect(await codes(opened)).toEqual(['a']);
		expect(await opened.catalog.tools.current(tool)).toBe(1);
	});

	it('loses nothing when two sessions share one name at once', async () => {
		await using opened = await openCatalog();
		const ids = [await proposed(opened, 'local-a', 'a'), await proposed(opened, 'local-b', 'b')];
		await Promise.all(ids.map((id) => decideShare(id, yes, depsOf(opened))));
		expect((await codes(opened)).toSorted()).toEqual(['a', 'b']);
		expect(await opened.catalog.tools.current(tool)).toBe(2);
	});

	it('that is delivered again does not undo what was shared since', async () => {
		await using opened = await openCatalog();
		const [first, second] = [await proposed(opened, 'local-a', 'a'), await proposed(opened, 'local-b', 'b')];
		for (const id of [first, second]) await decideShare(id, yes, depsOf(opened));
		expect(await decideShare(first, yes, depsOf(opened))).toBe(
			'tables/sum_by_column 1 is version 1 of catalog local; version 2 has come since and stays.',
		);
		expect(await opened.catalog.tools.current(tool)).toBe(2);
	});

	it('makes an older version current again when that is what was proposed', async () => {
		await using opened = await openCatalog();
		for (const code of ['a', 'b']) await keepInCatalog(opened.catalog, { code });
		const id = await proposed(opened, 'local-a', 'a');
		expect(await decideShare(id, yes, depsOf(opened))).toContain('Shared: tables/sum_by_column is version 1');
		expect(await codes(opened)).toEqual(['a', 'b']);
		expect(await opened.catalog.tools.current(tool)).toBe(1);
	});

	it('mends a catalog whose current version was damaged, and keeps what is there', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: 'a' });
		const damaged = join(opened.catalog.path, tool, '1', 'tool.py');
		await appendFile(damaged, ' by hand');
		await decideShare(await proposed(opened, 'local-a', 'b'), yes, depsOf(opened));
		expect(await codes(opened)).toEqual(['a by hand', 'b']);
		expect((await readCatalogTools(opened.catalog)).tools).toMatchObject([{ version: 2 }]);
	});

	it('mends a damaged version with the same content, too', async () => {
		await using opened = await openCatalog();
		await decideShare(await proposed(opened, 'local-a', 'a'), yes, depsOf(opened));
		await appendFile(join(opened.catalog.path, tool, '1', 'tool.py'), ' by hand');
		await decideShare(await proposed(opened, 'local-b', 'a'), yes, depsOf(opened));
		expect(await codes(opened)).toEqual(['a by hand', 'a']);
		expect((await readCatalogTools(opened.catalog)).tools).toMatchObject([{ version: 2 }]);
	});

	it.each<readonly [string, (opened: OpenCatalog, folder: string) => Promise<unknown>, string]>([
		[
			'the session’s version was changed',
			(_opened, folder) => appendFile(join(folder, '1', 'tool.py'), '#'),
			'session local-a: tables/sum_by_column 1 was changed by hand',
		],
		[
			'the session’s version is another one',
			async (opened, folder) => {
				await rm(folder, { recursive: true });
				await keepForged(await opened.open('local-a'), { code: 'another' });
			},
			'session local-a: tables/sum_by_column 1 is not what was proposed. Propose it again.',
		],
		[
			'the session’s version has failed too often',
			async (opened) => {
				await updateRegistry(await opened.open('local-a'), (registry) =>
					withTool(registry, tool, (entry) => withVersion(entry, 1, (one) => ({ ...one, quarantined: true }))),
				);
			},
			'session local-a: tables/sum_by_column 1 is quarantined since. Have it repaired first.',
		],
		[
			'the catalog has been filled',
			async ({ catalog }) => {
				for (let count = 0; count < caps.catalog; count++)
					await catalog.tools.add(`full/tool_${count}`, () => ({ 'tool.py': '' }));
			},
			'catalog local is full (200 tools)',
		],
	])('is told to be impossible when %s meanwhile', async (_what, change, said) => {
		await using opened = await openCatalog();
		const id = await proposed(opened, 'local-a', 'a');
		const folder = (await opened.open('local-a')).paths.mounts.tools;
		await change(opened, join(folder, tool));
		const told = await decideShare(id, yes, depsOf(opened));
		expect(told).toMatch(/^tables\/sum_by_column 1 was not shared\. /);
		expect(told).toContain(said);
		expect((await opened.catalog.tools.list()).filter((entry) => entry.tool === tool)).toEqual([]);
	});

	it('about what nobody remembers says so', async () => {
		await using opened = await openCatalog();
		expect(await decideShare('local-a/unknown', yes, depsOf(opened))).toBe(
			'Not shared: what was proposed is not known any more. Propose it again.',
		);
	});
});
