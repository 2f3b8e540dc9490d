import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createHandOver } from '../../../src/portable/mcp/hand-over.ts';
import type { Artifact, Refusal, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;

/** A sandbox that has only `/outputs`, in a folder of the host. */
function outputsOnly({ path }: TempDir) {
	const written = new Map<string, string>();
	const refused: Refusal[] = [];
	const artifactOf = async (name: string, text: string): Promise<Artifact> => {
		const file = join(path, 'collected', name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
		return { name, size: text.length, sha256: createHash('sha256').update(text).digest('hex') };
	};
	const collect: Sandbox['collect'] = async (known) => {
		const all = await Promise.all([...written].map(([name, text]) => artifactOf(name, text)));
		return { artifacts: all.filter(({ name, sha256 }) => known.get(name) !== sha256), refused };
	};
	const handOverTo = (folder: string) =>
		createHandOver(folder, (name) => createReadStream(join(path, 'collected', name)));
	return { written, refused, handOverTo, sandbox: { collect } as Sandbox };
}

describe('createHandOver()', () => {
	it('copies what is new, and links to it', async () => {
		await using dir = await tempDir();
		const { written, handOverTo, sandbox } = outputsOnly(dir);
		const handOver = handOverTo(join(dir.path, 'out'));
		const finish = handOver.begin();
		written.set('charts/a.txt', 'one');
		const { links } = await finish(sandbox, never);
		expect(links).toEqual([{ type: 'resource_link', uri: expect.any(String), name: 'a.txt', size: 3 }]);
		const [link] = links;
		expect(fileURLToPath(link?.uri ?? '')).toBe(join(dir.path, 'out/charts/a.txt'));
		expect(await readFile(fileURLToPath(link?.uri ?? ''), 'utf8')).toBe('one');
		expect((await handOver.begin()(sandbox, never)).links).toEqual([]);
	});

	it('makes no folder for nothing', async () => {
		await using dir = await tempDir();
		const { handOverTo, sandbox } = outputsOnly(dir);
		await handOverTo(join(dir.path, 'out')).begin()(sandbox, never);
		expect(await readdir(dir.path)).toEqual([]);
	});

	it('never writes over a file that was there before, and over its own when it changes', async () => {
		await using dir = await tempDir();
		const { written, handOverTo, sandbox } = outputsOnly(dir);
		await writeFile(join(dir.path, 'a.txt'), 'mine');
		const handOver = handOverTo(dir.path);
		for (const text of ['one', 'two']) {
			written.set('a.txt', text);
			const { links } = await handOver.begin()(sandbox, never);
			expect(links.map(({ name }) => name)).toEqual(['a-2.txt']);
			expect(await readFile(join(dir.path, 'a-2.txt'), 'utf8')).toBe(text);
		}
		expect(await readFile(join(dir.path, 'a.txt'), 'utf8')).toBe('mine');
	});

	it('tells each of two calls at once what came meanwhile', async () => {
		await using dir = await tempDir();
		const { written, handOverTo, sandbox } = outputsOnly(dir);
		const handOver = handOverTo(join(dir.path, 'out'));
		const [first, second] = [handOver.begin(), handOver.begin()];
		written.set('a.txt', 'one');
		expect((await first(sandbox, never)).links.map(({ name }) => name)).toEqual(['a.txt']);
		written.set('b.txt', 'two');
		expect((await second(sandbox, never)).links.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
	});

	it('names what was refused once', async () => {
		await using dir = await tempDir();
		const { refused, handOverTo, sandbox } = outputsOnly(dir);
		refused.push({ name: 'big.bin', reason: 'is larger than 50 MB' });
		const handOver = handOverTo(dir.path);
		expect((await handOver.begin()(sandbox, never)).refused).toEqual(refused);
		expect((await handOver.begin()(sandbox, never)).refused).toEqual([]);
	});
});
