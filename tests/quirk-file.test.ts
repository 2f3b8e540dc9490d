import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Learned } from '../src/agent/model/quirks/lore.ts';
import { createQuirkFile } from '../src/quirk-file.ts';
import { tempDir } from './support/temp-dir.ts';

const lesson: Learned = { change: { seed: false }, words: 'No seed here', at: '2026-11-28T10:00:00.000Z' };

it('lessons are read again by the next process, each endpoint its own', async () => {
	await using folder = await tempDir();
	const path = join(folder.path, 'model-quirks.json');
	const first = createQuirkFile(path);
	const other: Learned = { ...lesson, change: { stream: false } };
	await Promise.all([first('a').keep(lesson), first('b').keep(other), first('a').keep(other)]);
	const next = createQuirkFile(path);
	expect(await next('a').read()).toEqual([lesson, other]);
	expect(await next('b').read()).toEqual([other]);
});

it('a lesson of a newer version, and a damaged file, teach nothing and stop nothing', async () => {
	await using folder = await tempDir();
	const path = join(folder.path, 'model-quirks.json');
	await writeFile(path, JSON.stringify({ a: [{ change: { format: 'xml' }, words: '', at: lesson.at }, lesson] }));
	expect(await createQuirkFile(path)('a').read()).toEqual([lesson]);
	await writeFile(path, '{"a": [');
	await createQuirkFile(path)('a').keep(lesson);
	expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ a: [lesson] });
});
