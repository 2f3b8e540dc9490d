import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeForBot, problemOf } from '../../../src/root/home/home-for-bot.ts';
import { tempDir } from '../../support/temp-dir.ts';

const user = { name: 'threadsmith', uid: 64_001, gid: 64_002 };
const given = { user, program: '/opt/threadsmith', say: () => {} };

describe('problemOf()', () => {
	it.each([
		['/srv/threadsmith', ['home.json', 'sessions', 'somebody’s.txt']],
		['/data', ['home.json']],
		['/root/.local/share/threadsmith', []],
		['/srv/threadsmith', ['sessions', 'store.db-wal', 'files-today.json.new', 'threadsmith.log.1']],
	])('lets %s be given away with %j in it', (home, names) => {
		expect(problemOf(home, names, '/opt/threadsmith')).toBeUndefined();
	});

	it.each([
		['/', ['home.json']],
		['/root', ['home.json']],
		['/home/ada', ['home.json']],
		['/var/lib', ['home.json']],
		['/opt', ['home.json']],
		['/opt/threadsmith', ['home.json']],
		['/srv/data', ['sessions', 'accounts.ods']],
	])('refuses %s with %j in it', (home, names) => {
		expect(problemOf(home, names, '/opt/threadsmith')?.message).toContain(`Cannot use "${home}"`);
	});
});

describe.skipIf(process.getuid?.() !== 0)('homeForBot()', () => {
	it('makes one for the user where it is to be made, and nothing where it is only looked at', async () => {
		await using dir = await tempDir();
		const home = join(dir.path, 'a/home');
		expect(await homeForBot({ ...given, home, missing: 'leave' })).toBeUndefined();
		expect(await homeForBot({ ...given, home, missing: 'make' })).toBe(home);
		expect(await stat(home)).toMatchObject({ uid: user.uid, gid: user.gid });
		expect((await stat(home)).mode & 0o777).toBe(0o700);
	});

	it('gives an empty one of root’s away without a word, and one that holds something with a sentence', async () => {
		await using dir = await tempDir();
		const said: string[] = [];
		const order = { ...given, say: (line: string) => said.push(line), missing: 'leave' } as const;
		const [empty, full] = [join(dir.path, 'empty'), join(dir.path, 'full')];
		for (const home of [empty, full]) await mkdir(home);
		await writeFile(join(full, 'home.json'), '{}');
		for (const home of [empty, full, full]) await homeForBot({ ...order, home });
		expect(said).toHaveLength(1);
		expect(said[0]).toContain(`${full}.owners-before.jsonl`);
	});

	it('refuses one of another user, and names the user', async () => {
		await using dir = await tempDir();
		await chown(dir.path, 1, 1);
		const refused = homeForBot({ ...given, home: dir.path, missing: 'make' });
		await expect(refused).rejects.toMatchObject({ mend: expect.stringContaining('sudo --user daemon') });
	});
});
