import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectArtifacts } from '../../../src/sandbox/files/collect.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hashes, limits, names, never, outputsFolder, ways } from './outputs-folder.ts';

const megabyte = 1024 * 1024;

/** Looked for at every turn of the loop: a copy takes some 50 ms. */
async function waitForCopy(target: string): Promise<void> {
	const begun = async () => (await fs.readdir(target).catch(() => [])).length > 0;
	while (!(await begun())) await new Promise(setImmediate);
}

const isRoot = process.getuid?.() === 0;

describe.each(ways)('collectArtifacts, given a hostile folder, %s', (_, walk) => {
	it('refuses what is no regular file, and is not held up by it', async () => {
		await using at = await outputsFolder(walk);
		await fs.writeFile(join(at.path, 'secret'), 'SECRET');
		await fs.symlink(join(at.path, 'secret'), join(at.source, 'absolute'));
		await fs.symlink('../secret', join(at.source, 'relative'));
		await fs.symlink('..', join(at.source, 'folder-link'));
		await fs.symlink('missing', join(at.source, 'dangling'));
		await fs.link(join(at.path, 'secret'), join(at.source, 'hard'));
		execFileSync('mkfifo', [join(at.source, 'pipe')]);
		const server = createServer().listen(join(at.source, 'socket'));
		await waitFor(() => server.listening, 'the socket');
		await at.write('z-good', 'good');
		const { artifacts, refused } = await at.collect();
		server.close();
		expect(artifacts).toMatchObject([{ name: 'z-good' }]);
		expect(refused).toEqual([
			{ name: 'absolute', reason: 'is a symbolic link' },
			{ name: 'dangling', reason: 'is a symbolic link' },
			{ name: 'folder-link', reason: 'is a symbolic link' },
			{ name: 'hard', reason: 'is a hard link' },
			{ name: 'pipe', reason: 'is a named pipe' },
			{ name: 'relative', reason: 'is a symbolic link' },
			{ name: 'socket', reason: 'is a socket' },
		]);
	});

	it.skipIf(!isRoot)('refuses devices', async () => {
		await using at = await outputsFolder(walk);
		execFileSync('mknod', [join(at.source, 'zero'), 'c', '1', '5']);
		expect(await at.collect()).toEqual({ artifacts: [], refused: [{ name: 'zero', reason: 'is a device' }] });
	});

	it('does not follow a source that is a link itself', async () => {
		await using at = await outputsFolder(walk);
		await fs.symlink('/etc', join(at.path, 'link'));
		const collecting = collectArtifacts(at.walk(join(at.path, 'link')), at.target, new Map(), limits, never);
		await expect(collecting).rejects.toThrow();
	});

	it('refuses a sparse file of 10 GB by its size', async () => {
		await using at = await outputsFolder(walk);
		await at.write('sparse', '');
		await fs.truncate(join(at.source, 'sparse'), 10 * 1024 ** 3);
		expect((await at.collect()).refused).toEqual([{ name: 'sparse', reason: 'is larger than 1000 bytes' }]);
	});

	it('counts what it reads: a file that grows under it is refused at the limit', async () => {
		await using at = await outputsFolder(walk);
		const generous = { fileBytes: 64 * megabyte, turnBytes: 100 * megabyte, count: 20 };
		await at.write('grows', Buffer.alloc(60 * megabyte));
		const collecting = at.collect(new Map(), generous);
		await waitForCopy(at.target);
		await fs.appendFile(join(at.source, 'grows'), Buffer.alloc(8 * megabyte));
		expect(await collecting).toEqual({ artifacts: [], refused: [{ name: 'grows', reason: 'is larger than 64 MB' }] });
		expect(await fs.readdir(at.target)).toEqual([]);
	});

	it('makes hostile names safe, always the same way, safe ones first', async () => {
		await using at = await outputsFolder(walk);
		const bytes = (text: string) => Buffer.concat([Buffer.from(`${at.source}/`), Buffer.from(text, 'latin1')]);
		await at.write('a.csv', 'plain');
		await at.write('a\u200b.csv', 'zero-width');
		await at.write('a\u202e.csv', 'bidi');
		await at.write('new\nline', 'newline');
		await at.write('-rf', 'dash');
		await at.write('back\\slash', 'backslash');
		await at.write('.hidden/..x', 'dots');
		await fs.writeFile(bytes('bad-\xff.csv'), 'not utf-8');
		await fs.writeFile(bytes('bad-\xfe.csv'), 'not utf-8 either');
		const all = { ...limits, count: 100 };
		const first = await at.collect(new Map(), all);
		expect(first.refused).toEqual([]);
		const contents = await Promise.all(names(first).map(async (name) => [name, await at.read(name)]));
		expect(Object.fromEntries(contents)).toEqual({
			'a.csv': 'plain',
			'a-2.csv': 'zero-width',
			'a-3.csv': 'bidi',
			'new line': 'newline',
			rf: 'dash',
			slash: 'backslash',
			'hidden/x': 'dots',
			'bad-_.csv': 'not utf-8 either',
			'bad-_-2.csv': 'not utf-8',
		});
		expect(await at.collect(hashes(first), all)).toEqual({ artifacts: [], refused: [] });
	});

	it('stops at its depth, at its number of entries and at long paths, and says so', async () => {
		await using at = await outputsFolder(walk);
		await fs.mkdir(join(at.source, ...Array.from({ length: 300 }, () => 'd')), { recursive: true });
		const long = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(119));
		await at.write(join(...long, 'x'), 'far');
		const { refused } = await at.collect();
		expect(refused.map(({ reason }) => reason).toSorted()).toEqual([
			'has a path that is too long',
			'is more than 20 folders deep',
		]);
	});

	it('looks at no more than 5,000 entries and names no more than 50 refusals', async () => {
		await using at = await outputsFolder(walk);
		execFileSync('python3', [
			'-c',
			'import os,sys\nfor i in range(6000): os.symlink("x", f"{sys.argv[1]}/l{i}")',
			at.source,
		]);
		const { artifacts, refused } = await at.collect();
		expect(artifacts).toEqual([]);
		expect(refused).toHaveLength(51);
		expect(refused.at(-1)).toEqual({ name: '4951 more', reason: 'were left out as well' });
	});

	it('writes through no link in the host folder either', async () => {
		await using at = await outputsFolder(walk);
		await fs.mkdir(at.target);
		await fs.mkdir(join(at.path, 'elsewhere'));
		await fs.writeFile(join(at.path, 'host.txt'), 'untouched');
		await fs.symlink('../host.txt', join(at.target, 'a'));
		await fs.symlink('../elsewhere', join(at.target, 'd'));
		await at.write('a', 'evil');
		await at.write('d/x', 'evil');
		const { artifacts, refused } = await at.collect();
		expect(artifacts).toMatchObject([{ name: 'a' }]);
		expect(refused).toMatchObject([{ name: 'd/x' }]);
		expect((await fs.lstat(join(at.target, 'a'))).isFile()).toBe(true);
		expect(await fs.readFile(join(at.path, 'host.txt'), 'utf8')).toBe('untouched');
		expect(await fs.readdir(join(at.path, 'elsewhere'))).toEqual([]);
	});
});
