import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CorruptFileError, ProblemError } from '../../../src/base/errors.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { tempDir } from '../../support/temp-dir.ts';

const tokenSchema = z.strictObject({ token: z.string() });

async function modeOf(path: string): Promise<string> {
	return ((await stat(path)).mode & 0o777).toString(8);
}

describe('secret files', () => {
	it('give back what was written, also to a later process', async () => {
		await using home = await tempDir();
		const folder = join(home.path, 'secrets');
		const secrets = openSecrets(folder);
		expect(await secrets.read('slack-T1', tokenSchema)).toBeUndefined();
		expect(await secrets.list()).toEqual([]);
		await secrets.write('slack-T2', { token: 'b' });
		await secrets.write('slack-T1', { token: 'a' });
		const later = openSecrets(folder);
		expect(await later.read('slack-T1', tokenSchema)).toEqual({ token: 'a' });
		expect(await later.list()).toEqual(['slack-T1', 'slack-T2']);
	});

	it('are readable by their owner alone, whatever the umask', async () => {
		await using home = await tempDir();
		const folder = join(home.path, 'secrets');
		const before = process.umask(0);
		try {
			await openSecrets(folder).write('one', {});
		} finally {
			process.umask(before);
		}
		expect(await modeOf(folder)).toBe('700');
		expect(await modeOf(join(folder, 'one.json'))).toBe('600');
	});

	it('are gone when they were removed, and removing them again changes nothing', async () => {
		await using home = await tempDir();
		const secrets = openSecrets(join(home.path, 'secrets'));
		await secrets.remove('one');
		await secrets.write('one', { token: 'a' });
		await secrets.remove('one');
		await secrets.remove('one');
		expect(await secrets.read('one', tokenSchema)).toBeUndefined();
		expect(await readdir(join(home.path, 'secrets'))).toEqual([]);
	});

	it('keep the last of many writes at once', async () => {
		await using home = await tempDir();
		const secrets = openSecrets(join(home.path, 'secrets'));
		const tokens = Array.from({ length: 20 }, (_, index) => `token ${index}`);
		await Promise.all(tokens.map((token) => secrets.write('one', { token })));
		expect(await secrets.read('one', tokenSchema)).toEqual({ token: tokens.at(-1) });
		expect(await secrets.list()).toEqual(['one']);
	});

	it('are refused by file and field when they were damaged', async () => {
		await using home = await tempDir();
		const folder = join(home.path, 'secrets');
		const secrets = openSecrets(folder);
		await secrets.write('one', { token: 3 });
		await expect(secrets.read('one', tokenSchema)).rejects.toThrow(/"token"/);
		await writeFile(join(folder, 'one.json'), '{"tok');
		await expect(secrets.read('one', tokenSchema)).rejects.toThrow(CorruptFileError);
	});

	it('lie in no other folder, whatever their name', async () => {
		await using home = await tempDir();
		const secrets = openSecrets(join(home.path, 'secrets'));
		for (const name of ['../one', '', 'a/b', '..', '.hidden', 'x'.repeat(121)]) {
			await expect(secrets.write(name, {})).rejects.toThrow('is not a secret');
			await expect(secrets.read(name, tokenSchema)).rejects.toThrow('is not a secret');
		}
		expect(await readdir(home.path)).toEqual([]);
	});

	it.skipIf(process.getuid?.() === 0)('say what to mend where they cannot be written', async () => {
		await using home = await tempDir();
		const folder = join(home.path, 'secrets');
		const secrets = openSecrets(folder);
		await secrets.write('one', {});
		await chmod(folder, 0o500);
		await expect(secrets.write('two', {})).rejects.toThrow(ProblemError);
		await chmod(folder, 0o700);
	});
});
