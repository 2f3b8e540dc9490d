import { execFile, execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeMirror } from '../../../src/git/host/blank-mirror.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { aliveWith } from './probe.ts';

const program = join(import.meta.dirname, 'isolation-program.ts');
const words = [process.execPath, '--disable-warning=ExperimentalWarning', program];
const isRoot = process.getuid?.() === 0;

async function isolationAs(...before: string[]): Promise<{ networkWalled: boolean; said: string }> {
	const [command = '', ...args] = [...before, ...words];
	const { stdout } = await promisify(execFile)(command, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
	return z.object({ networkWalled: z.boolean(), said: z.string() }).parse(JSON.parse(stdout));
}

/** A git with children of which one has left its group; `before`: as whom it runs. */
async function afterKill(network: string, ...before: string[]): Promise<readonly string[]> {
	await using temp = await tempDir();
	const dir = join(temp.path, 'm.git');
	await makeMirror(dir, 'sha1');
	if (before.length > 0) execFileSync('chown', ['-R', '65534:65534', temp.path]);
	const killed = join(import.meta.dirname, 'killed-program.ts');
	const [command = '', ...args] = [...before, process.execPath, killed, dir, network];
	const child = spawn(command, args, { stdio: 'ignore', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
	await waitFor(async () => (await aliveWith(dir)).length >= 4, 'git and its children');
	child.kill('SIGKILL');
	await waitFor(async () => (await aliveWith(dir)).length === 0, 'all of them to be gone', 5_000).catch(
		() => undefined,
	);
	return aliveWith(dir);
}

const interfacesIn = (said: string) => [...said.matchAll(/^\s*([\w.-]+):(?:\s+\d+){16}$/gm)].map(([, name]) => name);

describe('findIsolation()', () => {
	it('walls git in as the user who runs the tests', async () => {
		const { networkWalled, said } = await isolationAs();
		expect(said).toMatch(/^CapEff:\t0+$/m);
		expect(said).toMatch(/^NoNewPrivs:\t1$/m);
		if (networkWalled) expect(interfacesIn(said)).toEqual(['lo']);
	});

	it.runIf(isRoot)('walls git in as a plain user who can get no new rights', async () => {
		const { networkWalled, said } = await isolationAs(
			...['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs', '--bounding-set=-all'],
		);
		expect(said).toMatch(/\n65534\n$/);
		expect(said).toMatch(/^CapEff:\t0+$/m);
		if (networkWalled) expect(interfacesIn(said)).toEqual(['lo']);
	});

	it('leaves no git alive where its process is killed, nor what has left its group', async () => {
		expect(await afterKill('none')).toEqual([]);
		expect(await afterKill('network')).toEqual([]);
	});

	it.runIf(isRoot)('leaves none of a plain user’s either', async () => {
		const user = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs'];
		expect(await afterKill('none', ...user)).toEqual([]);
		expect(await afterKill('network', ...user)).toEqual([]);
	});

	it.runIf(isRoot).each([
		['there is no git', '/dev/null', 'git is not installed'],
		['git is too old', 'old-git', 'git 2.30.2 is too old'],
	])('says so where %s, and how to mend it', async (_what, instead, words) => {
		await using temp = await tempDir();
		await writeFile(join(temp.path, 'old-git'), '#!/bin/sh\necho git version 2.30.2\n', { mode: 0o755 });
		const script = `mount --bind ${join(temp.path, instead).replace(/.*(?=\/dev\/null)/, '')} "$(command -v git)" && exec "$@"`;
		await expect(isolationAs('unshare', '--mount', 'sh', '-c', script, 'sh')).rejects.toThrow(words);
	});

	it.runIf(isRoot)('says so where the kernel refuses namespaces, and goes on without rights', async () => {
		const script =
			'echo 0 > /proc/sys/user/max_user_namespaces && echo 0 > /proc/sys/user/max_net_namespaces && exec "$@"';
		const { networkWalled, said } = await isolationAs('unshare', '--user', '--map-root-user', 'sh', '-c', script, 'sh');
		expect(networkWalled).toBe(false);
		expect(said).toMatch(/^CapEff:\t0+$/m);
		expect(said).toMatch(/^NoNewPrivs:\t1$/m);
	});
});
