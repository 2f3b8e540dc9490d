import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandIn } from '../../../src/adapters/terminal/hand-in.ts';
import { createTranscripts } from '../../../src/adapters/terminal/render/transcript.ts';
import { safeName, saveArtifact } from '../../../src/adapters/terminal/save-artifact.ts';
import type { Accept } from '../../../src/chat/inbound.ts';
import { readRegularFile } from '../../../src/store/files/read-regular-file.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openTerminal, thread } from './open-terminal.ts';

const never = new AbortController().signal;

describe('createHandIn()', () => {
	async function makeHandIn() {
		const dir = await tempDir();
		const at = (name: string) => join(dir.path, name);
		await mkdir(at('folder'));
		await writeFile(at('data.csv'), 'a,b\n');
		await writeFile(at('my file.csv'), '');
		await symlink(at('data.csv'), at('linked.csv'));
		await symlink('loop', at('loop'));
		await writeFile(at('huge.bin'), '');
		await truncate(at('huge.bin'), 2 ** 30);
		execFileSync('mkfifo', [at('pipe')]);
		const handIn = createHandIn({ cwd: dir.path, home: dir.path, maxFileBytes: 50 * 2 ** 20 });
		return { handIn, at, [Symbol.asyncDispose]: dir[Symbol.asyncDispose] };
	}

	it('finds the files a message names, each once, by absolute path', async () => {
		await using made = await makeHandIn();
		const { files } = await made.handIn.look('@data.csv, @./data.csv @~/linked.csv and @"my file.csv".');
		expect(files).toEqual([
			{ name: 'data.csv', size: 4, source: made.at('data.csv') },
			{ name: 'linked.csv', size: 4, source: made.at('linked.csv') },
			{ name: 'my file.csv', size: 0, source: made.at('my file.csv') },
		]);
	});

	it.each([
		['@folder', 'Cannot hand in "folder": it is a folder; name the files in it, or pack it into one file'],
		['@pipe', 'Cannot hand in "pipe": it is a device, pipe or socket, not a regular file'],
		['@/dev/zero', 'Cannot hand in "/dev/zero": it is a device, pipe or socket, not a regular file'],
		['@huge.bin', 'Cannot hand in "huge.bin": it is 1 GB, the limit is 50 MB'],
		['@loop', 'Cannot hand in "loop": its links lead in a circle'],
	])('refuses %s and says why', async (text, sentence) => {
		await using made = await makeHandIn();
		expect(await made.handIn.look(text)).toEqual({ files: [], missing: [], refused: [sentence] });
	});

	it('finds the files that match a pattern, as a shell does, and no more than a message has', async () => {
		await using made = await makeHandIn();
		await writeFile(made.at('.hidden.csv'), '');
		const namesIn = async (text: string) => (await made.handIn.look(text)).files.map(({ name }) => name).toSorted();
		expect(await namesIn('@*.csv')).toEqual(['data.csv', 'linked.csv', 'my file.csv']);
		expect(await namesIn('@~/[dl]*.csv, please')).toEqual(['data.csv', 'linked.csv']);
		expect(await namesIn('@.h*.csv')).toEqual(['.hidden.csv']);
		expect(await namesIn('Look at "@l*.csv".')).toEqual(['linked.csv']);
		await writeFile(made.at('what[1]?.csv'), '');
		expect(await namesIn('@what[1]?.csv')).toEqual(['what[1]?.csv']);
		const { missing } = await made.handIn.look('@*.txt "@*.csv" @**');
		expect(missing).toEqual(['@*.txt', '@**']);
		for (let count = 0; count < 21; count += 1) await writeFile(made.at(`${count}.log`), '');
		expect((await made.handIn.look('@*.log')).refused).toEqual(['Cannot hand in "*.log": more than 20 files match it']);
	});

	it('finds a name whose accents are written in the other way', async () => {
		await using made = await makeHandIn();
		await writeFile(made.at('Gro\u0308ße.csv'), '');
		expect((await made.handIn.look('@Größe.csv')).files).toHaveLength(1);
	});

	it('names what is not there, for it may never have been meant as a file', async () => {
		await using made = await makeHandIn();
		const long = `@${'x'.repeat(300)}`;
		expect(await made.handIn.look(`@nope.csv, @data.csv/x ${long}`)).toEqual({
			files: [],
			missing: ['@nope.csv', '@data.csv/x', long],
			refused: [],
		});
	});

	it('reads regular files only, whatever stands at the path by then', async () => {
		await using made = await makeHandIn();
		const read = (name: string) => Array.fromAsync(made.handIn.read({ name, source: made.at(name) }, never));
		expect(Buffer.concat(await read('data.csv')).toString()).toBe('a,b\n');
		await expect(read('pipe')).rejects.toThrow(
			'Cannot read "pipe": it is a device, pipe or socket, not a regular file',
		);
		await expect(read('folder')).rejects.toThrow('Cannot read "folder": it is a folder');
		await expect(read('gone')).rejects.toThrow('Cannot read "gone": it is no longer there');
	});
});

describe('saveArtifact()', () => {
	const contentAt = (path: string, sha256: string) => ({
		sha256,
		open: (signal: AbortSignal) => readRegularFile(path, signal),
	});

	async function makeArtifact(text: string) {
		const dir = await tempDir();
		const path = join(dir.path, 'source');
		await writeFile(path, text);
		const sha256 = createHash('sha256').update(text).digest('hex');
		const artifact = { name: 'chart.png', sha256, content: contentAt(path, sha256) };
		return {
			artifact,
			source: path,
			target: join(dir.path, 'artifacts'),
			path: dir.path,
			[Symbol.asyncDispose]: dir[Symbol.asyncDispose],
		};
	}

	it('never overwrites another file, and takes the same one as the copy', async () => {
		await using made = await makeArtifact('new');
		await mkdir(made.target);
		await writeFile(join(made.target, 'chart.png'), 'old');
		expect(await saveArtifact(made.artifact, made.target)).toBe(join(made.target, 'chart-2.png'));
		expect(await saveArtifact(made.artifact, made.target)).toBe(join(made.target, 'chart-2.png'));
		expect(await readFile(join(made.target, 'chart.png'), 'utf8')).toBe('old');
		expect((await readdir(made.target)).toSorted()).toEqual(['chart-2.png', 'chart.png']);
	});

	it('leaves nothing half-written, and no copy of what has changed', async () => {
		await using made = await makeArtifact('new');
		const changed = { ...made.artifact, sha256: '0'.repeat(64) };
		await expect(saveArtifact(changed, made.target)).rejects.toThrow('it has changed since it was collected');
		expect(await readdir(made.target)).toEqual([]);
	});

	it('follows no link and hangs on no pipe', async () => {
		await using made = await makeArtifact('new');
		const linked = join(made.path, 'link');
		await symlink(made.source, linked);
		await expect(
			saveArtifact({ ...made.artifact, content: contentAt(linked, made.artifact.sha256) }, made.target),
		).rejects.toThrow();
		await mkdir(made.target, { recursive: true });
		execFileSync('mkfifo', [join(made.target, 'chart.png')]);
		expect(await saveArtifact(made.artifact, made.target)).toBe(join(made.target, 'chart-2.png'));
		await link(made.source, join(made.path, 'hard'));
	});

	it.each([
		['chart.png', 'chart.png'],
		['reports/a b.csv', 'reports/a b.csv'],
		['../../etc/passwd', 'etc/passwd'],
		['/abs/x', 'abs/x'],
		['..\\x', 'x'],
		['.bashrc', 'bashrc'],
		['a\nb\u202ec\0.txt', 'a bc.txt'],
		['..', 'artifact'],
	])('names %j %j', (name, safe) => {
		expect(safeName(name)).toBe(safe);
	});

	it('makes any name one that stays in the folder and fits the file system', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
				const safe = safeName(name);
				expect(join('/base', safe).startsWith('/base/')).toBe(true);
				for (const part of safe.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(203);
			}),
		);
	});
});

describe('createTranscripts()', () => {
	const entry = (key: string, text: string) => ({ key, at: '2026-01-01T00:00:00Z', kind: 'text', text }) as const;

	it('finds again what it has, in the same process and in the next', async () => {
		await using dir = await tempDir();
		const { append, find, last, ...first } = createTranscripts(dir.path);
		const ids = await Promise.all([
			append(thread, entry('a', 'one')),
			append(thread, entry('b', '')),
			append(thread, entry('c', 'three')),
		]);
		expect(await find(thread, 'c')).toBe(ids[2]);
		expect((await last(thread, 5)).map(({ text }) => text)).toEqual(['one', 'three']);
		await first[Symbol.asyncDispose]();
		await using second = createTranscripts(dir.path);
		expect(await second.find(thread, 'b')).toBe(ids[1]);
		expect(await second.find(thread, 'd')).toBeUndefined();
	});

	it('loses only the line that a crash has cut', async () => {
		await using dir = await tempDir();
		{
			await using first = createTranscripts(dir.path);
			await first.append(thread, entry('a', 'one'));
		}
		await writeFile(join(dir.path, `${thread.id}.jsonl`), '{"key":"b","id":"2","te', { flag: 'a' });
		{
			await using second = createTranscripts(dir.path);
			expect(await second.find(thread, 'b')).toBeUndefined();
			await second.append(thread, entry('b', 'two'));
		}
		await using third = createTranscripts(dir.path);
		expect((await third.last(thread, 5)).map(({ text }) => text)).toEqual(['one', 'two']);
		expect(await third.find(thread, 'b')).toBe('2');
	});
});

it('files that a command names stay behind, and that is said', async () => {
	await using dir = await tempDir();
	await writeFile(join(dir.path, 'data.csv'), 'a\n');
	const taken: string[] = [];
	const accept: Accept = async (inbound) => {
		taken.push(inbound.type);
		return 'stored';
	};
	await using under = await openTerminal({ folder: dir.path, accept });
	under.input.write('/load @data.csv\n');
	await waitFor(
		() => under.output().includes('A command hands in no files: send data.csv with a message first'),
		'the words',
	);
	await waitFor(() => taken.length === 1, 'the command');
	expect(taken).toEqual(['command']);
});
