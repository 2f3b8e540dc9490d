import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeptLayer, LayerFacts, Layers, NewLayer } from '../../agent/repo/trials/layers.ts';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { lazy } from '../../base/lazy.ts';

export interface LayerFilesOptions {
	/** Made where it is missing, open to nobody else. */
	readonly folder: string;
	/** Bytes of one layer, and of all. */
	readonly most: { readonly one: number; readonly all: number };
}

const factsSchema = z.object({ bytes: z.int().min(0), fetched: z.array(z.string()) });
const keyPattern = /^[0-9a-f]{64}$/;

/**
 * Layers as two files each: `<key>.tar`, which is never looked into here, and then `<key>.json`, without which it does not count. What a dead process
 * has left half written is removed at the first use. The time of the second file tells when it was last used.
 */
export function createLayerFiles({ folder, most }: LayerFilesOptions): Layers {
	const { get: ready } = lazy(() => clear(folder));

	return {
		async find(key) {
			await ready();
			const [file, tar] = [pathOf(folder, key, 'json'), pathOf(folder, key, 'tar')];
			const facts = await factsIn(file);
			const size = await stat(tar).then(
				({ size }) => size,
				() => undefined,
			);
			if (facts === undefined || size !== facts.bytes) return undefined;
			const now = new Date();
			await utimes(file, now, now).catch(() => undefined);
			return facts;
		},
		async *read(key, signal) {
			await using file = await open(pathOf(folder, key, 'tar'), 'r');
			for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 18, signal })) yield chunk as Buffer;
		},
		async put(key, layer, signal) {
			await ready();
			const kept = await write(folder, key, layer, most.one, signal).catch((error: unknown) => {
				throw codeOf(error) === 'ENOSPC' ? noRoom(folder, error) : error;
			});
			if (kept.kind === 'kept') await evict(folder, key, most.all);
			return kept;
		},
	};
}

function noRoom(folder: string, cause: unknown): ProblemError {
	return new ProblemError(`Cannot keep what a set-up has made: the disk of "${folder}" is full`, 'Make room on it', {
		cause,
	});
}

function pathOf(folder: string, key: string, kind: 'tar' | 'json'): string {
	if (!keyPattern.test(key)) throw new TypeError(`"${key}" is no key of a layer`);
	return join(folder, `${key}.${kind}`);
}

async function factsIn(file: string): Promise<LayerFacts | undefined> {
	const text = await readFile(file, 'utf8').catch(() => '');
	try {
		return factsSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

async function write(
	folder: string,
	key: string,
	{ content, fetched }: NewLayer,
	most: number,
	signal: AbortSignal,
): Promise<KeptLayer> {
	const [tar, json] = [pathOf(folder, key, 'tar'), pathOf(folder, key, 'json')];
	const draft = `${tar}.${createHash('sha256').update(`${process.pid} ${performance.now()}`).digest('hex').slice(0, 12)}.part`;
	try {
		const bytes = await writeDraft(draft, content, most, signal);
		if (bytes === undefined) return { kind: 'too-large', most };
		// The facts of a former one do not belong to this
		await rm(json, { force: true });
		await rename(draft, tar);
		await writeWhole(json, JSON.stringify({ bytes, fetched }));
		return { kind: 'kept', bytes };
	} finally {
		await rm(draft, { force: true });
	}
}

/** Undefined where it is too large. */
async function writeDraft(
	path: string,
	content: AsyncIterable<Uint8Array>,
	most: number,
	signal: AbortSignal,
): Promise<number | undefined> {
	await using file = await open(path, 'wx', 0o600);
	let bytes = 0;
	for await (const chunk of content) {
		signal.throwIfAborted();
		bytes += chunk.length;
		if (bytes > most) return undefined;
		await file.writeFile(chunk);
	}
	await file.sync();
	return bytes;
}

async function writeWhole(path: string, text: string): Promise<void> {
	const draft = `${path}.part`;
	{
		await using file = await open(draft, 'w', 0o600);
		await file.writeFile(text);
		await file.sync();
	}
	await rename(draft, path);
}

async function clear(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const names = await readdir(folder);
	const whole = new Set(names);
	const isLeft = (name: string) =>
		name.endsWith('.part') || (name.endsWith('.tar') && !whole.has(name.replace(/tar$/, 'json')));
	for (const name of names.filter(isLeft)) await rm(join(folder, name), { force: true });
}

/** Removes those that were used longest ago until the rest is no more than may be kept; never the one that has just been made. */
async function evict(folder: string, newest: string, most: number): Promise<void> {
	const keys = (await readdir(folder)).flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []);
	const all = await Promise.all(keys.map((key) => usedOf(folder, key)));
	let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
	for (const { key, bytes } of all.toSorted((one, other) => one.usedAt - other.usedAt)) {
		if (total <= most) return;
		if (key === newest) continue;
		for (const kind of ['json', 'tar'] as const) await rm(pathOf(folder, key, kind), { force: true });
		total -= bytes;
	}
}

async function usedOf(folder: string, key: string) {
	const [json, tar] = await Promise.all(
		(['json', 'tar'] as const).map((kind) => stat(pathOf(folder, key, kind)).catch(() => undefined)),
	);
	return { key, bytes: tar?.size ?? 0, usedAt: json?.mtimeMs ?? 0 };
}
