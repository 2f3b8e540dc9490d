import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type TempDir, tempDir } from '../support/temp-dir.ts';

const execute = promisify(execFile);
const launcher = join(import.meta.dirname, '../../threadsmith');

/** Root's own is a small one, which starts the other. */
const program = process.getuid?.() === 0 ? 'src/root/main.ts' : 'src/main.ts';

/** Stands where Node would, and tells what it was given. */
const telltale = '#!/bin/sh\necho "args: $*"\necho "pid: $$"\nenv\n';

/** A clone with the launcher and a telltale for Node; without packages when `bare`. */
async function fakeClone(dir: TempDir, { bare = false } = {}): Promise<string> {
	const root = join(dir.path, 'a clone');
	await mkdir(root);
	await copyFile(launcher, join(root, 'threadsmith'));
	if (bare) return root;
	await mkdir(join(root, 'node_modules/zod'), { recursive: true });
	for (const arch of ['x64', 'arm64']) {
		const bin = join(root, `node_modules/node-linux-${arch}/bin`);
		await mkdir(bin, { recursive: true });
		await writeFile(join(bin, 'node'), telltale);
		await chmod(join(bin, 'node'), 0o755);
	}
	return root;
}

async function launch(path: string, env: Record<string, string> = {}): Promise<string> {
	const { stdout } = await execute(path, ['settings', '--json', 'two words'], {
		cwd: '/',
		env: { PATH: '/usr/bin:/bin', ...env },
	});
	return stdout;
}

test('launcher runs our Node on the program from any folder, through links, and adds its own arguments', async () => {
	await using dir = await tempDir();
	const root = await fakeClone(dir);
	await mkdir(join(dir.path, 'bin'));
	await symlink('../a clone/threadsmith', join(dir.path, 'bin/first'));
	await symlink(join(dir.path, 'bin/first'), join(dir.path, 'bin/second'));
	const expected = `args: --disable-warning=ExperimentalWarning --optimize-for-size --max-semi-space-size=2 ${root}/${program} settings --json two words\n`;
	expect(await launch(join(root, 'threadsmith'))).toContain(expected);
	expect(await launch(join(dir.path, 'bin/second'))).toContain(expected);
});

test('launcher gives its place to Node, so that signals reach it', async () => {
	await using dir = await tempDir();
	const root = await fakeClone(dir);
	const running = execute(join(root, 'threadsmith'), [], { env: { PATH: '/usr/bin:/bin' } });
	const { stdout } = await running;
	expect(stdout).toContain(`pid: ${running.child.pid}\n`);
});

test('launcher hands Node the host’s certificates, and its proxies but for this machine', async () => {
	await using dir = await tempDir();
	const root = await fakeClone(dir);
	const ca = join(dir.path, 'ca.crt');
	await writeFile(ca, '');
	const output = await launch(join(root, 'threadsmith'), {
		SSL_CERT_FILE: ca,
		https_proxy: 'http://proxy.example:3128',
		NO_PROXY: 'intern.example',
	});
	expect(output).toContain(`NODE_EXTRA_CA_CERTS=${ca}\n`);
	expect(output).toContain('NODE_USE_SYSTEM_CA=1\n');
	expect(output).toContain('NODE_USE_ENV_PROXY=1\n');
	expect(output).toContain('\nNO_PROXY=localhost,127.0.0.1,::1,intern.example\n');
	expect(output).toContain('\nno_proxy=localhost,127.0.0.1,::1,intern.example\n');
});

test('launcher without a proxy leaves the proxy variables alone', async () => {
	await using dir = await tempDir();
	const output = await launch(join(await fakeClone(dir), 'threadsmith'));
	expect(output).not.toMatch(/proxy/i);
});

test('launcher says `npm start` when the packages are missing', async () => {
	await using dir = await tempDir();
	const root = await fakeClone(dir, { bare: true });
	await expect(launch(join(root, 'threadsmith'))).rejects.toMatchObject({
		code: 1,
		stderr: `Cannot start Threadsmith: its packages are missing. Run \`npm start\` in ${root}\n`,
	});
});
