import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import type { ToolVersions, VersionRef } from '../../../src/store/store.ts';
import { createToolVersions } from '../../../src/store/tools/tool-versions.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { noSmallDisk, smallDisk } from '../small-disk.ts';
import { describeToolVersions } from './tool-versions-contract.ts';

describeToolVersions('a session', async (home) => {
	const sessions = openSessions(home);
	const { files, paths } = await sessions.open('local-a');
	return {
		tools: files.tools,
		folder: paths.mounts.tools,
		[Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
	};
});

describeToolVersions('a catalog', async (home) => {
	const sessions = openSessions(home);
	const { tools, path } = await sessions.catalog('local');
	return { tools, folder: path, [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose]() };
});

const tool = 'tables/sum_by_column';

async function contentsOf(tools: ToolVersions, entry: VersionRef): Promise<readonly (string | undefined)[]> {
	return Promise.all(['tool.py', 'manifest.json'].map((file) => tools.read(entry, file)));
}

/** Adds and points in a child that dies before this step, over two versions of which the second is current; whether it got to the end. */
async function dieBefore(step: number): Promise<boolean> {
	await using dir = await tempDir();
	const [folder, draft] = [join(dir.path, 'tools'), join(dir.path, 'draft')];
	await mkdir(folder);
	const tools = createToolVersions({ folder, draft });
	for (const text of ['a', 'b']) await tools.add(tool, () => ({ 'tool.py': text, 'manifest.json': text }));
	await tools.point({ tool, version: 2 });

	const program = join(import.meta.dirname, './tool-versions-child.ts');
	const child = spawn(process.execPath, [program, folder, draft, `${step}`], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const [code] = await once(child, 'close');
	const listed = await tools.list();
	for (const entry of listed.slice(2)) expect(await contentsOf(tools, entry)).toEqual(['new 3', '3']);
	expect(await contentsOf(tools, { tool, version: 2 })).toEqual(['b', 'b']);
	expect([2, listed.length]).toContain(await tools.current(tool));

	// Left-overs do not stand in the way, and go away.
	const next = await tools.add(tool, () => ({ 'tool.py': 'next' }));
	expect(next).toBe(listed.length + 1);
	expect(await readdir(join(folder, tool, `${next}`))).toEqual(['tool.py']);
	await tools.point({ tool, version: next });
	expect(await readdir(dir.path)).toEqual(['tools']);
	expect((await readdir(join(folder, tool))).length).toBe(next + 1);
	return code === 0;
}

describe('the versions of tools', () => {
	it('has a whole version or none after kill -9 at every step, and a current one', { timeout: 120_000 }, async () => {
		let step = 1;
		while (!(await dieBefore(step))) step += 1;
		// Fewer would mean that the steps are not seen any more.
		expect(step).toBeGreaterThan(20);
	});

	it('has no part of a version when the disk is full', async ({ skip }) => {
		skip(noSmallDisk !== undefined, noSmallDisk);
		await using disk = await smallDisk(256);
		await using sessions = openSessions(disk.path);
		const { tools, path } = await sessions.catalog('local');
		await tools.add(tool, () => ({ 'tool.py': 'a' }));
		await tools.point({ tool, version: 1 });
		await disk.fill();
		const refused = tools.add(tool, () => ({ 'manifest.json': '', 'tool.py': 'x'.repeat(200_000) }));
		await expect(refused).rejects.toThrow(/sum_by_column\/2": the disk is full$/);
		expect(await tools.list()).toEqual([{ tool, version: 1 }]);
		expect(await tools.current(tool)).toBe(1);
		expect(await readdir(join(path, '..'))).toEqual(['local']);
	});
});
