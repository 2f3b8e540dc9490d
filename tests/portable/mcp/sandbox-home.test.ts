import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareSandboxHome } from '../../../src/portable/mcp/sandbox-home.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

function place({ path }: TempDir, { inputs, own }: { readonly inputs?: string; readonly own?: string }) {
	const source = { title: 'session local-1', paths: { tools: join(path, 'tools'), inputs: own } };
	return prepareSandboxHome({ home: join(path, 'mcp'), source, inputs });
}

describe('prepareSandboxHome()', () => {
	it('hands in the folder that is named, else the inputs of the session, else nothing', async () => {
		await using dir = await tempDir();
		const [inputs, own] = [join(dir.path, 'inputs'), join(dir.path, 'own')];
		await mkdir(inputs);
		await mkdir(own);
		expect((await place(dir, { inputs, own })).mounts.inputs).toBe(inputs);
		expect((await place(dir, { own })).mounts.inputs).toBe(own);
		const { mounts } = await place(dir, { own: join(dir.path, 'missing') });
		expect(mounts.inputs).toBe(join(dir.path, 'mcp/session/local-1/nothing'));
		expect(mounts.tools).toBe(join(dir.path, 'tools'));
	});

	it('refuses a folder that is none, is missing, or is closed to others, and leaves it as it is', async () => {
		await using dir = await tempDir();
		const [file, closed] = [join(dir.path, 'file'), join(dir.path, 'closed')];
		await writeFile(file, '');
		await mkdir(closed);
		await chmod(closed, 0o700);
		await expect(place(dir, { inputs: file })).rejects.toThrow('it is not a folder');
		await expect(place(dir, { inputs: join(dir.path, 'missing') })).rejects.toThrow('(ENOENT)');
		await expect(place(dir, { inputs: closed })).rejects.toMatchObject({
			mend: `Run: chmod o+rx "${closed}"; or name another folder by --inputs`,
		});
		expect((await stat(closed)).mode & 0o777).toBe(0o700);
	});

	it('forgets what an earlier server has collected, and keeps its disk', async () => {
		await using dir = await tempDir();
		const { outputs, disk } = await place(dir, {});
		await mkdir(outputs);
		await writeFile(join(outputs, 'old.txt'), 'old');
		await writeFile(disk, 'disk');
		await place(dir, {});
		await expect(stat(outputs)).rejects.toThrow('ENOENT');
		expect((await stat(disk)).size).toBe(4);
	});
});
