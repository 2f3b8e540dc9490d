import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';

const script = join(import.meta.dirname, '../../scripts/image-entry.sh');

/** Runs it in a folder of control groups; what would start the program says that it was asked to. */
async function runIn(folder: string): Promise<string> {
	await mkdir(join(folder, 'bin'));
	const catatonit = join(folder, 'bin', 'catatonit');
	await writeFile(catatonit, '#!/bin/sh\necho "$@"\n');
	await chmod(catatonit, 0o755);
	const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, THREADSMITH_CGROUPS: folder };
	return execFileSync(script, ['threadsmith', '--load', 'a b'], { env, encoding: 'utf8' });
}

test("the image makes room for limits in its container's own group, and runs its program under an init", async () => {
	await using dir = await tempDir();
	const files = { type: 'domain\n', procs: '1\n17\n', controllers: 'cpu memory pids\n', subtree_control: '' };
	for (const [name, text] of Object.entries(files)) await writeFile(join(dir.path, `cgroup.${name}`), text);
	expect(await runIn(dir.path)).toBe('-- threadsmith --load a b\n');
	expect(readFileSync(join(dir.path, 'service', 'cgroup.procs'), 'utf8')).toBe('17\n');
	expect(readFileSync(join(dir.path, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu\n+memory\n+pids\n');
});

test('the image leaves the groups of a whole machine alone, and those of version 1', async () => {
	for (const files of [['procs', 'controllers', 'subtree_control'], []]) {
		await using dir = await tempDir();
		for (const name of files) await writeFile(join(dir.path, `cgroup.${name}`), '');
		expect(await runIn(dir.path)).toBe('-- threadsmith --load a b\n');
		expect(() => readFileSync(join(dir.path, 'service'))).toThrow('ENOENT');
	}
});
