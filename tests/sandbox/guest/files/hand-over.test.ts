import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handOver } from '../../../../src/sandbox/guest/files/hand-over.ts';
import { cannotRun } from '../start-guest.ts';

describe.skipIf(cannotRun !== undefined)('A folder that is handed over', () => {
	let folder = '';
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'hand-over-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it("is root's and closed to all others while it is walked, and has its rights afterwards", () => {
		mkdirSync(join(folder, 'open/below'), { recursive: true });
		for (const name of ['open', 'open/below']) chmodSync(join(folder, name), 0o777);
		writeFileSync(join(folder, 'open/below/x'), '');
		const seen: (readonly [uid: number, mode: number])[] = [];
		const stays = (path: string) => {
			const { uid, mode } = statSync(dirname(path));
			if (path !== folder) seen.push([uid, mode & 0o777]);
			return false;
		};
		handOver(folder, { from: 0, to: { uid: 1003, gid: 1003 }, stays });
		expect(seen).toEqual(Array.from({ length: 3 }, () => [0, 0o700]));
		const { uid, mode } = statSync(join(folder, 'open/below'));
		expect([uid, mode & 0o777]).toEqual([1003, 0o777]);
	});

	it("tells what it cannot keep because it is another user's", () => {
		writeFileSync(join(folder, 'x'), '');
		chownSync(join(folder, 'x'), 1234, 1234);
		const { problems } = handOver(folder, { from: 0, to: { uid: 1003, gid: 1003 }, stays: () => false });
		expect([[...problems], statSync(join(folder, 'x')).uid]).toEqual([
			['"x" could not be kept: it is another user\'s'],
			1234,
		]);
	});

	it('tells what it has removed, and leaves what stays', () => {
		for (const name of ['link', 'kept']) symlinkSync('/etc/passwd', join(folder, name));
		const { removed, problems } = handOver(folder, {
			from: 0,
			to: { uid: 1003, gid: 1003 },
			stays: (path) => path.endsWith('/kept'),
		});
		expect([[...removed], [...problems]]).toEqual([[join(folder, 'link')], []]);
	});
});
