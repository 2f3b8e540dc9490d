import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Layers } from '../../../src/agent/repo/trials/layers.ts';
import { createLayerFiles } from '../../../src/process/repos/layer-files.ts';
import { tempDir } from '../../support/temp-dir.ts';

const [one, two, three] = ['1', '2', '3'].map((sign) => sign.repeat(64)) as [string, string, string];
const never = new AbortController().signal;

async function* of(...parts: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
	for (const part of parts) {
		if (part instanceof Error) throw part;
		yield Buffer.from(part);
	}
}

async function textOf(layers: Layers, key: string): Promise<string> {
	return Buffer.concat(await Array.fromAsync(layers.read(key, never))).toString();
}

async function openFiles(most = { one: 100, all: 250 }) {
	const dir = await tempDir();
	const folder = join(dir.path, 'repos', 'layers');
	const layers = createLayerFiles({ folder, most });
	return { folder, layers, [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose]() };
}

describe('Layers as files', () => {
	it('are kept whole, with what was fetched, and open to nobody else', async () => {
		await using place = await openFiles();
		const { layers, folder } = place;
		expect(await layers.find(one)).toBeUndefined();
		expect(await layers.put(one, { content: of('ab', 'c'), fetched: ['npm: x 1'] }, never)).toEqual({
			kind: 'kept',
			bytes: 3,
		});
		expect(await layers.find(one)).toEqual({ bytes: 3, fetched: ['npm: x 1'] });
		expect(await textOf(layers, one)).toBe('abc');
		for (const path of [folder, join(folder, `${one}.tar`), join(folder, `${one}.json`)])
			expect((await stat(path)).mode & 0o077).toBe(0);
	});

	it('leave nothing where they are too large, break off or are called off', async () => {
		await using place = await openFiles();
		const { layers, folder } = place;
		const large = { content: of('x'.repeat(60), 'x'.repeat(60)), fetched: [] };
		expect(await layers.put(one, large, never)).toEqual({ kind: 'too-large', most: 100 });
		const broken = layers.put(one, { content: of('ab', new Error('cut')), fetched: [] }, never);
		await expect(broken).rejects.toThrow('cut');
		const called = layers.put(one, { content: of('ab'), fetched: [] }, AbortSignal.abort(new Error('stopped by Ada')));
		await expect(called).rejects.toThrow('stopped by Ada');
		expect(await readdir(folder)).toEqual([]);
	});

	it('of a process that died half way do not count, and are gone with the next one', async () => {
		await using place = await openFiles();
		const { layers, folder } = place;
		await mkdir(folder, { recursive: true });
		for (const name of [`${one}.tar`, `${two}.tar.0123.part`, `${two}.json.part`, 'kept.txt'])
			await writeFile(join(folder, name), 'x');
		await writeFile(join(folder, `${three}.tar`), 'short');
		await writeFile(join(folder, `${three}.json`), '{"bytes":99,"fetched":[]}');
		expect([await layers.find(one), await layers.find(three)]).toEqual([undefined, undefined]);
		expect((await readdir(folder)).toSorted()).toEqual([`${three}.json`, `${three}.tar`, 'kept.txt']);
	});

	it('go when there are too many, those that were used longest ago first', async () => {
		await using place = await openFiles();
		const { layers, folder } = place;
		for (const key of [one, two]) await layers.put(key, { content: of('x'.repeat(90)), fetched: [] }, never);
		await utimes(join(folder, `${one}.json`), 1_000, 1_000);
		await utimes(join(folder, `${two}.json`), 2_000, 2_000);
		await layers.find(one);
		await layers.put(three, { content: of('x'.repeat(90)), fetched: [] }, never);
		expect(await Promise.all([one, two, three].map(async (key) => (await layers.find(key))?.bytes))).toEqual([
			90,
			undefined,
			90,
		]);
	});

	it.each(['', '../x', 'A'.repeat(64), `${'1'.repeat(63)}/`])('have no key like "%s"', async (key) => {
		await using place = await openFiles();
		await expect(place.layers.find(key)).rejects.toThrow(TypeError);
	});
});
