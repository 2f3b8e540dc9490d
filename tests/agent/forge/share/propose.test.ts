import { appendFile, mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caps } from '../../../../src/agent/forge/forge-deps.ts';
import { proposalSchema } from '../../../../src/agent/forge/share/proposal.ts';
import { proposeShare, type ShareRequest, type ShareScene } from '../../../../src/agent/forge/share/propose.ts';
import { ProblemError, userMessage } from '../../../../src/base/errors.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { keepForged, keepInCatalog, type OpenCatalog, openCatalog, sceneIn, tool } from './open-catalog.ts';

const request = { name: tool };

async function propose(opened: OpenCatalog, asked: ShareRequest = request, scene: Partial<ShareScene> = {}) {
	const { sessions, store } = opened;
	return proposeShare(asked, sceneIn(await opened.open('local-a'), scene), {
		sessions,
		records: store.records,
		places,
	});
}

/** The sentence that a person is told instead. */
async function refusal(
	opened: OpenCatalog,
	asked: ShareRequest = request,
	scene: Partial<ShareScene> = {},
): Promise<string> {
	try {
		await propose(opened, asked, scene);
	} catch (error) {
		if (error instanceof ProblemError) return userMessage(error);
		throw error;
	}
	throw new Error('It was proposed');
}

describe('a tool proposed for the catalog', () => {
	it('is the current version, kept under the id of its question', async () => {
		await using opened = await openCatalog();
		const folder = await opened.open('local-a');
		for (const code of ['a', 'b']) await keepForged(folder, { code });
		const { manifest } = await keepForged(folder, { code: 'c' });
		const proposal = await propose(opened, { name: 'sum_by_column' }, { questionId: 'local-a/question-x' });
		const { at, ...rest } = proposal;
		expect(rest).toEqual({
			id: 'local-a/question-x',
			session: 'local-a',
			catalog: 'local',
			tool,
			version: 3,
			sha256: manifest.sha256,
			proposedBy: { id: 'local', name: 'Ada' },
		});
		expect(Date.parse(at)).not.toBeNaN();
		expect(await opened.store.records.list('proposal', 'local-a', proposalSchema)).toEqual([proposal]);
		expect((await propose(opened, { name: tool, version: 2 })).version).toBe(2);
		expect(await opened.catalog.tools.list()).toEqual([]);
	});

	it.each<readonly [Thread, string]>([
		[{ platform: 'slack', id: 'T1-C2-17.5' }, 'slack-T1'],
		[{ platform: 'discord', id: '12-34' }, 'discord-12'],
		[{ platform: 'terminal', id: 'x-y' }, 'local'],
	])('is for the catalog of its workspace: %j', async (thread, catalog) => {
		await using opened = await openCatalog();
		await keepForged(await opened.open('local-a'));
		expect(await propose(opened, request, { thread })).toMatchObject({ catalog });
	});

	it('is refused with what to do where there is nothing to decide', async () => {
		await using opened = await openCatalog();
		const folder = await opened.open('local-a');
		expect(await refusal(opened)).toBe(
			'Cannot share "tables/sum_by_column": this session has no such tool. Have it forged, and use it, first',
		);
		await keepForged(folder, { use: { calls: 2, failures: 2 } });
		expect(await refusal(opened)).toBe(
			'Cannot share tables/sum_by_column 1: no call of it has gone well yet. Use it, then share it',
		);
		expect(await refusal(opened, { name: 'sum_by_columns' })).toContain('Did you mean');
		expect(await refusal(opened, { name: tool, version: 7 })).toBe(
			'Cannot share tables/sum_by_column 7: there is no such version. Name one of 1',
		);
		await keepForged(folder, { code: 'b', quarantined: true });
		expect(await refusal(opened)).toBe(
			'Cannot share tables/sum_by_column 2: it is quarantined, because it failed too often. Have it repaired first',
		);
		expect(await opened.store.records.list('proposal', 'local-a', proposalSchema)).toEqual([]);
	});

	it('has to be named with its category where another has its name', async () => {
		await using opened = await openCatalog();
		const folder = await opened.open('local-a');
		await keepForged(folder);
		await keepForged(folder, { category: 'text' });
		expect(await refusal(opened, { name: 'sum_by_column' })).toBe(
			'Cannot share "sum_by_column": several tools have that name. Name one of tables/sum_by_column, text/sum_by_column',
		);
		expect((await propose(opened, { name: 'text/sum_by_column' })).tool).toBe('text/sum_by_column');
	});

	it('has no catalog in a direct conversation of Discord', async () => {
		await using opened = await openCatalog();
		await keepForged(await opened.open('local-a'));
		const thread: Thread = { platform: 'discord', id: 'dm-34' };
		expect(await refusal(opened, request, { thread })).toBe(
			'Cannot share tables/sum_by_column: a direct conversation of Discord has no catalog. Do it in a thread of a server',
		);
	});

	it('is refused when the catalog offers the very same, and not when that is no longer current', async () => {
		await using opened = await openCatalog();
		await keepForged(await opened.open('local-a'), { code: 'a' });
		await keepInCatalog(opened.catalog, { code: 'a' });
		expect(await refusal(opened)).toContain('version 1 of catalog local is the very same');
		await keepInCatalog(opened.catalog, { code: 'b' });
		expect(await propose(opened)).toMatchObject({ version: 1 });
	});

	it('is refused when it was changed by hand, in the session or where it is to go', async () => {
		await using opened = await openCatalog();
		const folder = await opened.open('local-a');
		await keepForged(folder);
		await mkdir(join(opened.catalog.path, tool, 'current'), { recursive: true });
		await expect(propose(opened)).rejects.toThrow('it is not a link to a version');
		await appendFile(join(folder.paths.mounts.tools, tool, '1', 'tool.py'), '#');
		expect(await refusal(opened)).toContain('This session: tables/sum_by_column 1 was changed by hand');
		await unlink(join(folder.paths.mounts.tools, tool, '1', 'manifest.json'));
		expect(await refusal(opened)).toContain('manifest.json is missing');
	});

	it('finds no room in a full catalog unless it is in there', async () => {
		await using opened = await openCatalog();
		await keepForged(await opened.open('local-a'), { code: 'new' });
		for (let count = 1; count < caps.catalog; count++) await keepInCatalog(opened.catalog, { name: `tool_${count}` });
		expect(await propose(opened)).toMatchObject({ tool });
		await keepInCatalog(opened.catalog, { name: 'one_more' });
		expect(await refusal(opened)).toContain('Cannot share tables/sum_by_column: catalog local is full (200 tools)');
		await keepForged(await opened.open('local-a'), { name: 'one_more', code: 'new' });
		expect(await propose(opened, { name: 'one_more' })).toMatchObject({ tool: 'tables/one_more' });
	});
});
