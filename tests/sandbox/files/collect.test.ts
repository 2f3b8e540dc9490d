import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectArtifacts, markUnfinished } from '../../../src/sandbox/files/collect.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hashes, limits, names, never, outputsFolder, sha256, ways } from './outputs-folder.ts';

const ourHandles = async () => (await fs.readdir('/proc/self/fd')).length;

describe.each(ways)('collectArtifacts, %s', (_, walk) => {
	it('copies new files, in folders too, with the hash of what was copied, readable for all', async () => {
		await using at = await outputsFolder(walk);
		await at.write('totals.csv', 'a,b');
		await at.write('charts/2026/north.png', 'png');
		const { artifacts, refused } = await at.collect();
		expect(refused).toEqual([]);
		expect(artifacts).toEqual([
			{
				name: 'charts/2026/north.png',
				raw: 'charts/2026/north.png',
				writtenMs: expect.any(Number),
				size: 3,
				sha256: sha256('png'),
			},
			{ name: 'totals.csv', raw: 'totals.csv', writtenMs: expect.any(Number), size: 3, sha256: sha256('a,b') },
		]);
		expect(await at.read('charts/2026/north.png')).toBe('png');
		expect((await fs.stat(join(at.target, 'totals.csv'))).mode & 0o7777).toBe(0o644);
		expect((await fs.readdir(at.target)).toSorted()).toEqual(['charts', 'totals.csv']);
	});

	it('hands back only what changed, however the times are set', async () => {
		await using at = await outputsFolder(walk);
		await at.write('a', 'one');
		await at.write('b', 'same');
		const first = await at.collect();
		const { mtime, atime } = await fs.stat(join(at.source, 'a'));
		await at.write('a', 'two');
		await fs.utimes(join(at.source, 'a'), atime, mtime);
		const second = await at.collect(hashes(first));
		expect(second).toMatchObject({ artifacts: [{ name: 'a', sha256: sha256('two') }], refused: [] });
		expect(await at.read('a')).toBe('two');
		expect(await at.collect(new Map([...hashes(first), ...hashes(second)]))).toEqual({ artifacts: [], refused: [] });
	});

	it('does not read a file again that has not changed since it was hashed', async () => {
		await using at = await outputsFolder(walk);
		await at.write('a', 'content');
		const changed = (await fs.stat(join(at.source, 'a'))).ctimeMs;
		await waitFor(() => Date.now() - changed > 150, 'the file to settle');
		const known = hashes(await at.collect());
		const before = (await fs.stat(join(at.source, 'a'))).atimeMs;
		expect((await fs.lstat(join(at.target, 'a'))).mtimeMs).toBeCloseTo(Math.floor(changed), 0);
		// Known under another hash, a file that is read would be handed back; one that is judged by its stamp is not.
		expect(await at.collect(new Map([['a', 'other hash']]))).toEqual({ artifacts: [], refused: [] });
		expect((await fs.stat(join(at.source, 'a'))).atimeMs).toBe(before);
		await fs.chmod(join(at.source, 'a'), 0o600);
		expect(names(await at.collect(new Map([['a', 'other hash']])))).toEqual(['a']);
		expect(names(await at.collect(known))).toEqual([]);
	});

	it('trusts no stamp of a file that changed a moment before', async () => {
		await using at = await outputsFolder(walk);
		const attempt = async () => {
			await at.write('a', `${Math.random()}`);
			const { ctimeMs } = await fs.stat(join(at.source, 'a'));
			await at.collect();
			const { mtimeMs } = await fs.stat(join(at.target, 'a'));
			return Date.now() - ctimeMs < 90 ? { stamped: Math.round(mtimeMs) === Math.floor(ctimeMs) } : undefined;
		};
		expect(await waitFor(attempt, 'a collection quicker than 90 ms')).toEqual({ stamped: false });
	});

	it('has nothing where there is no folder', async () => {
		await using at = await outputsFolder(walk);
		const nothing = collectArtifacts(at.walk(join(at.path, 'none')), at.target, new Map(), limits, never);
		expect(await nothing).toEqual({ artifacts: [], refused: [] });
	});

	it('refuses what is over the limits, and says which', async () => {
		await using at = await outputsFolder(walk);
		await at.write('1-large', 'x'.repeat(1001));
		await at.write('2-full', 'x'.repeat(1000));
		await at.write('3-full', 'x'.repeat(1000));
		await at.write('4-over-turn', 'x'.repeat(600));
		await at.write('5-fits', 'x'.repeat(500));
		await at.write('6-one-too-many', '');
		const { artifacts, refused, rest } = await at.collect();
		expect(rest).toBe('later');
		expect(artifacts.map(({ name }) => name)).toEqual(['2-full', '3-full', '5-fits']);
		expect(refused).toEqual([
			{ name: '1-large', reason: 'is larger than 1000 bytes' },
			{ name: '4-over-turn', reason: 'would bring the files of this turn over 2.4 KB: the next one goes on with it' },
			{
				name: '6-one-too-many',
				reason: 'is more than the 3 files that one turn may hand back: the next one goes on with it',
			},
		]);
		expect(await fs.readdir(at.target)).toEqual(['2-full', '3-full', '5-fits']);
	});

	it('replaces an earlier copy, but not a folder by a file or a file by a folder', async () => {
		await using at = await outputsFolder(walk);
		await at.write('a', 'file');
		await at.write('b/c', 'in a folder');
		const known = hashes(await at.collect());
		await fs.rm(join(at.source, 'a'));
		await fs.rm(join(at.source, 'b'), { recursive: true });
		await at.write('a/x', 'now a folder');
		await at.write('b', 'now a file');
		const { artifacts, refused } = await at.collect(known);
		expect(artifacts).toEqual([]);
		expect(refused).toEqual([
			{ name: 'a/x', reason: 'is in a folder that was a file in an earlier turn: give it another name' },
			{ name: 'b', reason: 'was a folder in an earlier turn: give it another name' },
		]);
		expect(await at.read('a')).toBe('file');
		expect((await fs.readdir(at.target)).toSorted()).toEqual(['a', 'b']);
	});

	it('stopped half-way, rejects with the reason, leaves no half copy and no open file', async () => {
		await using at = await outputsFolder(walk);
		const generous = { fileBytes: 64 * 1024 ** 2, turnBytes: 200 * 1024 ** 2, count: 20 };
		await at.write('big', Buffer.alloc(60 * 1024 ** 2));
		await at.collect(new Map(), { ...generous, fileBytes: 1 });
		const handles = await ourHandles();
		const stop = new AbortController();
		const collecting = collectArtifacts(at.walk(at.source), at.target, new Map(), generous, stop.signal);
		await waitFor(async () => (await fs.readdir(at.target)).length > 0, 'the copy to begin');
		stop.abort(new Error('stopped by Ann'));
		await expect(collecting).rejects.toThrow('stopped by Ann');
		expect(await fs.readdir(at.target)).toEqual([]);
		expect(await ourHandles()).toBe(handles);
	});

	it('has what it has copied when its time is over, and tells of the rest, which comes the next time', async () => {
		await using at = await outputsFolder(walk);
		await at.write('a', 'small');
		const late = new AbortController();
		await at.write('b', 'x');
		const known = {
			get: (name: string) => {
				if (name === 'b') late.abort(new DOMException('The time is over', 'TimeoutError'));
				return undefined;
			},
		} as ReadonlyMap<string, string>;
		const first = await collectArtifacts(at.walk(at.source), at.target, known, limits, late.signal);
		expect(first.artifacts.map(({ name }) => name)).toEqual(['a']);
		expect(first).toMatchObject({ rest: 'later', refused: [{ name: '/outputs' }] });
		const second = await at.collect(hashes(first));
		expect(second.artifacts.map(({ name }) => name)).toEqual(['b']);
		expect(second.rest).toBeUndefined();
	});

	it('knows a file by its path inside that has another name outside', async () => {
		await using at = await outputsFolder(walk);
		await at.write('at: noon/report 12:30.csv', 'half');
		await at.write('whole.csv', 'whole');
		const now = Date.now();
		const ended = new Map([
			['at: noon/report 12:30.csv', now],
			['at_ noon/report 12_30.csv', now],
			['whole.csv', now - 60_000],
		]);
		// As each start of a sandbox may do, whose ids are others
		await fs.chmod(join(at.source, 'at: noon/report 12:30.csv'), 0o600);
		expect(markUnfinished(await at.collect(), ended).artifacts).toEqual([
			{ name: 'at_ noon/report 12_30.csv', size: 4, sha256: sha256('half'), state: 'unfinished' },
			{ name: 'whole.csv', size: 5, sha256: sha256('whole') },
		]);
	});

	it('removes what a killed process left half-copied', async () => {
		await using at = await outputsFolder(walk);
		await fs.mkdir(at.target);
		await fs.writeFile(join(at.target, '.unfinished-0123456789ab-ff'), 'half');
		await at.collect();
		expect(await fs.readdir(at.target)).toEqual([]);
	});
});
