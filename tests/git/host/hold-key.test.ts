import { chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { holdKey, openKeyFolder } from '../../../src/git/host/reach/hold-key.ts';
import { sshCommand } from '../../../src/git/host/reach/ssh-command.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

let temp: TempDir;
beforeEach(async () => {
	temp = await tempDir();
});
afterEach(() => temp[Symbol.asyncDispose]());

const key = { privateKey: 'private', knownHosts: 'host key' };

describe('holdKey()', () => {
	it('keeps a key for its owner alone, until it is removed', async () => {
		const held = await holdKey(temp.path, key);
		expect(await readFile(held.identity, 'utf8')).toBe('private\n');
		for (const path of [held.identity, held.knownHosts]) expect((await stat(path)).mode & 0o777).toBe(0o600);
		await held.remove();
		expect(await readdir(temp.path)).toEqual([]);
	});
});

describe('openKeyFolder()', () => {
	it('removes what a killed process has left, and nothing else', async () => {
		const folder = join(temp.path, 'keys');
		await openKeyFolder(folder);
		await holdKey(folder, key);
		await writeFile(join(folder, 'else'), '');
		await openKeyFolder(folder);
		expect(await readdir(folder)).toEqual(['else']);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
	});

	it.runIf(process.getuid?.() === 0)('takes no folder that somebody else has made, and no link', async () => {
		const folder = join(temp.path, 'theirs');
		await mkdir(folder);
		await chown(folder, 65_534, 65_534);
		await expect(openKeyFolder(folder)).rejects.toThrow(ProblemError);
		await symlink(temp.path, join(temp.path, 'link'));
		await expect(openKeyFolder(join(temp.path, 'link'))).rejects.toThrow(ProblemError);
	});
});

describe('sshCommand()', () => {
	it('quotes each word for the shell that reads it', () => {
		const command = sshCommand({ host: 'h', port: 2222, at: "1.2.3.4'; id", identity: '/a b/$(id)', knownHosts: '/k' });
		expect(command).toContain(`'HostName=1.2.3.4'\\''; id'`);
		expect(command).toContain(`'IdentityFile="/a b/$(id)"'`);
		expect(command).toContain("'HostKeyAlias=[h]:2222'");
		expect(command).toMatch(/^'ssh' '-F' '\/dev\/null' /);
	});
});
