import { appendFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../../../src/base/log.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { keepFoldersTidy, tidyFolder } from '../../../src/store/session/tidy-folders.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';

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
		const gone = [
			'logs/a.jsonl',
			'seen/a.png.shown.png',
			'forge/done.json',
			'state/journal.jsonl.damaged-2020-01-01T00-00-00-000Z',
		];
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

	it('keeps what was set aside for 90 days, and a copy for a year, however old what they were made of is', async () => {
		await using dir = await tempDir();
		const now = Date.now();
		await using sessions = openSessions(dir.path, { now: () => now, log: silentLogger });
		const { journal, documents } = await sessions.open('local-a');
		const root = join(dir.path, 'sessions', 'local-a');
		const [lines, title] = [join(root, 'state/journal.jsonl'), join(root, 'session.json')];
		await appendFile(lines, 'damage\n');
		await writeFile(title, '[]');
		const copy = join(root, 'histories', await documents.backup('session'));
		for (const path of [lines, title, copy]) await utimes(path, now / 1_000 - 400 * 86_400, now / 1_000 - 400 * 86_400);
		const aside = await journal.repair();
		await documents.read('session', z.object({}), async () => undefined);
		const left = async (days: number) => {
			await tidyFolder(root, now + days * day);
			const names = await readdir(root, { recursive: true });
			return names.filter((name) => /damaged|^histories\//.test(name)).length;
		};
		expect(aside).toBeDefined();
		expect(await left(89)).toBe(3);
		expect(await left(91)).toBe(1);
		expect(await left(366)).toBe(0);
	});
});

describe('keepFoldersTidy()', () => {
	it('begins anywhere, and looks at each session once before it begins again', async () => {
		await using dir = await tempDir();
		const names = ['a', 'b', 'c', 'd'];
		const firsts = new Set<string>();
		for (let start = 0; start < 40; start += 1) {
			const looked: string[] = [];
			const rootOf = (session: string) => {
				looked.push(session);
				return join(dir.path, session);
			};
			const list = async () => names;
			using _tidying = keepFoldersTidy({ list, rootOf, now: Date.now, log: silentLogger, everyMs: 1 });
			await waitFor(() => looked.length >= names.length, 'a round');
			expect(looked.slice(0, names.length).toSorted()).toEqual(names);
			firsts.add(looked[0] ?? '');
		}
		expect(firsts.size).toBeGreaterThan(1);
	});
});
