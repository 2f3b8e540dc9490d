import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tidyFolder } from '../../src/store/tidy-folders.ts';
import { tempDir } from '../support/temp-dir.ts';

const day = 86_400_000;

async function put(path: string, days: number, now: number, text = '{}'): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
	await utimes(path, (now - days * day) / 1_000, (now - days * day) / 1_000);
}

describe('tidyFolder()', () => {
	it('removes old logs, orders that are done with, copies and damaged files, and nothing else', async () => {
		await using dir = await tempDir();
		const now = Date.now();
		const gone = ['logs/a.jsonl', 'forge/done.json', 'state/journal.jsonl.damaged-2020-01-01T00-00-00-000Z'];
		const stays = ['session.json', 'state/journal.jsonl', 'inputs/a.csv', 'histories/young.json', 'forge/open.json'];
		for (const name of gone) await put(join(dir.path, name), 100, now, '{"outcome":"registered"}');
		for (const name of stays) await put(join(dir.path, name), 300, now, '{"outcome":"open"}');
		await put(join(dir.path, 'forge/half.json'), 300, now, '{"outc');
		await put(join(dir.path, 'logs/new.jsonl'), 1, now);
		await put(join(dir.path, 'histories/old.json'), 400, now);
		await tidyFolder(dir.path, now);
		const left = await readdir(dir.path, { recursive: true, withFileTypes: true });
		const names = left
			.filter((one) => one.isFile())
			.map((one) => join(one.parentPath, one.name).slice(dir.path.length + 1));
		expect(names.sort()).toEqual([...stays, 'forge/half.json', 'logs/new.jsonl'].sort());
		await tidyFolder(join(dir.path, 'none'), now);
	});
});
