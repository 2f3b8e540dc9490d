import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treeIn } from '../../../src/store/files/folder-tree.ts';
import { tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;

async function openTree() {
	const dir = await tempDir();
	const folder = join(dir.path, 'tree');
	await mkdir(join(folder, 'numbers/double/1'), { recursive: true });
	await writeFile(join(folder, 'numbers/double/1/tool.py'), 'one');
	await writeFile(join(folder, 'a.txt'), 'a');
	await symlink('1', join(folder, 'numbers/double/current'));
	return { folder, tree: treeIn(folder), [Symbol.asyncDispose]: dir[Symbol.asyncDispose] };
}

describe('treeIn()', () => {
	it('tells all files and links by name, with what is in them', async () => {
		await using open = await openTree();
		const told: unknown[] = [];
		for await (const entry of open.tree.entries()) {
			const chunks = entry.kind === 'file' ? await Array.fromAsync(entry.read(never)) : [];
			told.push(entry.kind === 'file' ? [entry.name, entry.size, String(Buffer.concat(chunks))] : entry);
		}
		expect(told).toEqual([
			['a.txt', 1, 'a'],
			['numbers/double/1/tool.py', 3, 'one'],
			{ kind: 'link', name: 'numbers/double/current', target: '1' },
		]);
	});

	it('has the version it had while nothing changes', async () => {
		await using open = await openTree();
		const version = await open.tree.version();
		expect(await open.tree.version()).toBe(version);
		expect(await treeIn(open.folder).version()).toBe(version);
	});

	it.each([
		['a file is added', (at: string) => writeFile(join(at, 'b.txt'), '')],
		['a file is removed', (at: string) => rm(join(at, 'a.txt'))],
		['a file grows', (at: string) => appendFile(join(at, 'a.txt'), 'b')],
		['a file is renamed', (at: string) => rename(join(at, 'a.txt'), join(at, 'c.txt'))],
		[
			'a file of the same size takes the place of another',
			async (at: string) => {
				await writeFile(join(at, 'new'), 'b');
				await rename(join(at, 'new'), join(at, 'a.txt'));
			},
		],
		[
			'a link leads elsewhere',
			async (at: string) => {
				await symlink('2', join(at, 'new'));
				await rename(join(at, 'new'), join(at, 'numbers/double/current'));
			},
		],
	])('has another version once %s', async (_what, change) => {
		await using open = await openTree();
		const version = await open.tree.version();
		await change(open.folder);
		expect(await open.tree.version()).not.toBe(version);
	});

	it('is empty where the folder is missing', async () => {
		await using dir = await tempDir();
		const tree = treeIn(join(dir.path, 'missing'));
		expect(await Array.fromAsync(tree.entries())).toEqual([]);
		expect(await tree.version()).toBe(await tree.version());
	});
});
