import {
	chmodSync,
	lchownSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { giveBack } from '../../../scripts/give-back.mjs';
import { recordOf, takeOver } from '../../../src/root/home/take-over.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Any numbers that are not root's. */
const user = { name: 'threadsmith', uid: 64_001, gid: 64_002 };

/** A data folder as root has made it, with what must not be followed. */
function makeHome(dir: string): string {
	const home = join(dir, 'home');
	mkdirSync(join(home, 'sessions/local-1/inputs'), { recursive: true });
	writeFileSync(join(home, 'home.json'), '{}', { mode: 0o600 });
	writeFileSync(join(home, 'sessions/local-1/disk.img'), 'disk');
	writeFileSync(join(home, 'checked-images.json'), '{}');
	writeFileSync(join(dir, 'outside'), 'secret');
	symlinkSync(join(dir, 'outside'), join(home, 'sessions/local-1/inputs/link'));
	symlinkSync(dir, join(home, 'sessions/local-1/inputs/folder-link'));
	linkSync(join(dir, 'outside'), join(home, 'sessions/local-1/inputs/hard'));
	writeFileSync(join(home, 'sessions/journal'), '');
	linkSync(join(home, 'sessions/journal'), join(home, 'sessions/journal.damaged'));
	return home;
}

const ownerOf = (path: string) => lstatSync(path).uid;

describe.skipIf(process.getuid?.() !== 0)('takeOver()', () => {
	it('gives all that is root’s to the user, follows no link, and leaves disks', async () => {
		await using dir = await tempDir();
		const home = makeHome(dir.path);
		const { count, left } = takeOver(home, user, () => {});
		const owned = [
			'',
			'home.json',
			'sessions',
			'sessions/local-1/inputs/link',
			'sessions/journal',
			'sessions/journal.damaged',
		];
		for (const path of owned) expect([path, ownerOf(join(home, path))]).toEqual([path, user.uid]);
		for (const path of ['sessions/local-1/disk.img', 'checked-images.json', 'sessions/local-1/inputs/hard'])
			expect([path, ownerOf(join(home, path))]).toEqual([path, 0]);
		expect([ownerOf(join(dir.path, 'outside')), ownerOf(dir.path)]).toEqual([0, 0]);
		expect(left).toEqual(['sessions/local-1/inputs/hard']);
		expect(count).toBe(8);
		expect(lstatSync(recordOf(home)).mode & 0o777).toBe(0o600);
	});

	it('goes on where it was when it has died, and is taken back to how it was at first', async () => {
		await using dir = await tempDir();
		const home = makeHome(dir.path);
		lchownSync(join(home, 'home.json'), 64_003, 64_004);
		const died = () =>
			takeOver(home, user, (count) => {
				if (count === 3) throw new Error('died');
			});
		expect(died).toThrow('died');
		expect(ownerOf(home)).toBe(0);
		takeOver(home, user, () => {});
		expect(ownerOf(home)).toBe(user.uid);
		expect(ownerOf(join(home, 'home.json'))).toBe(64_003);

		writeFileSync(join(home, 'newer'), '');
		lchownSync(join(home, 'newer'), user.uid, user.gid);
		writeFileSync(join(home, 'sessions/local-1/inputs/disk.img'), 'made by the bot');
		lchownSync(join(home, 'sessions/local-1/inputs/disk.img'), user.uid, user.gid);
		giveBack(recordOf(home));
		for (const path of ['', 'newer', 'sessions', 'sessions/local-1/inputs/link', 'sessions/journal'])
			expect([path, ownerOf(join(home, path))]).toEqual([path, 0]);
		expect(ownerOf(join(home, 'sessions/local-1/inputs/disk.img'))).toBe(user.uid);
		expect(readFileSync(`${recordOf(home)}.done`, 'utf8')).toContain('"path":"sessions"');
	});

	it('believes no record but root’s own', async () => {
		await using dir = await tempDir();
		const home = makeHome(dir.path);
		symlinkSync(join(dir.path, 'outside'), recordOf(home));
		expect(() => takeOver(home, user, () => {})).toThrow(/ELOOP/);
		expect(readFileSync(join(dir.path, 'outside'), 'utf8')).toBe('secret');
		const foreign = join(dir.path, 'other.owners-before.jsonl');
		writeFileSync(foreign, '{"path":"","uid":0,"gid":0}\n');
		chmodSync(foreign, 0o666);
		expect(() => giveBack(foreign)).toThrow('not root');
	});
});
