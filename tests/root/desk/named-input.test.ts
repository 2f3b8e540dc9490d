import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openNamedInput, placeProblem } from '../../../src/root/desk/named-input.ts';
import { tempDir } from '../../support/temp-dir.ts';

describe('placeProblem()', () => {
	it.each(['/root/sales.csv', '/srv/etc/a.csv', '/home/ada/my file.v2.csv', '/varnish/a', '/tmp/…'])(
		'lets %s be opened',
		(path) => {
			expect(placeProblem(path)).toBeUndefined();
		},
	);

	it.each([
		'/etc/shadow',
		'/root/.ssh/id_ed25519',
		'/root/.bash_history',
		'/proc/1/environ',
		'/sys/kernel/notes',
		'/dev/vda',
		'/run/secrets/a',
		'/boot/vmlinuz',
		'/var/lib/containers/a',
		'/srv/../etc/shadow',
		'/srv//a',
		'srv/a',
		'/srv/a\0',
		'/srv/./a',
	])('refuses %j', (path) => {
		expect(placeProblem(path)).toBeTypeOf('string');
	});
});

describe('openNamedInput()', () => {
	it('follows a link to a folder as far as that place is open, and no link to a file', async () => {
		await using dir = await tempDir();
		await mkdir(join(dir.path, 'real'));
		await writeFile(join(dir.path, 'real/a.csv'), 'a,b');
		await symlink(join(dir.path, 'real'), join(dir.path, 'data'));
		await symlink('/etc', join(dir.path, 'innocent'));
		await symlink('/etc/passwd', join(dir.path, 'real/b.csv'));
		const opened = await openNamedInput(join(dir.path, 'data/a.csv'), 100);
		expect(opened).toMatchObject({ size: 3 });
		if ('file' in opened) await opened.file.close();
		expect(await openNamedInput(join(dir.path, 'innocent/passwd'), 9_000)).toMatchObject({
			refused: expect.stringMatching(/system’s own/),
		});
		expect(await openNamedInput(join(dir.path, 'real/b.csv'), 9_000)).toMatchObject({
			refused: expect.stringMatching(/a link/),
		});
	});

	it('says what it is, where it is no file that can be read', async () => {
		await using dir = await tempDir();
		expect(await openNamedInput(dir.path, 100)).toMatchObject({ refused: expect.stringMatching(/a folder/) });
		expect(await openNamedInput(join(dir.path, 'none'), 100)).toEqual({ missing: true });
		await writeFile(join(dir.path, 'long'), 'x'.repeat(101));
		expect(await openNamedInput(join(dir.path, 'long'), 100)).toMatchObject({
			refused: expect.stringMatching(/the limit is/),
		});
		await rm(dir.path, { recursive: true });
		expect(await openNamedInput(join(dir.path, 'long'), 100)).toEqual({ missing: true });
	});
});
