import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dotEnvText, readDotEnv } from '../../scripts/base/paths.mjs';
import { dataFolder, holderOf, homeRows } from '../../scripts/doctor/home.mjs';
import { settingsFileRows } from '../../scripts/doctor/settings.mjs';
import { socketRows } from '../../scripts/doctor/socket.mjs';
import { loadConfig } from '../../src/config/config.ts';
import { withoutRights } from '../store/without-rights.ts';
import { startChild } from '../support/child.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dirname, '../..');
const nodeFolder = dirname(process.execPath);

interface Row {
	readonly name: string;
	readonly value: string | number;
	readonly met?: boolean;
	readonly mend?: string;
}

interface Report {
	readonly code: number;
	readonly stdout: string;
	readonly rows: readonly Row[];
	row(name: string): Row | undefined;
}

/** Runs the doctor of a clone through its launcher, with nothing else in the environment. */
function doctor(clone: string, env: Record<string, string> = {}): Promise<Report> {
	return new Promise((resolve) => {
		const options = { env: { PATH: `${nodeFolder}:/usr/bin:/bin`, ...env } };
		const child = execFile(join(clone, 'threadsmith'), ['doctor', '--json'], options, (_, stdout) => {
			const rows: Row[] = stdout
				.trimEnd()
				.split('\n')
				.map((line) => JSON.parse(line));
			resolve({ code: child.exitCode ?? -1, stdout, rows, row: (name) => rows.find((row) => row.name === name) });
		});
	});
}

afterEach(() => {
	vi.unstubAllEnvs();
});

describe('doctor', () => {
	it('works in a clone where nothing is installed, and says what is missing', async () => {
		await using dir = await tempDir();
		for (const path of ['threadsmith', 'scripts', 'package-lock.json']) {
			await cp(join(root, path), join(dir.path, path), { recursive: true });
		}
		const { code, row } = await doctor(dir.path, { THREADSMITH_HOME: join(dir.path, 'home') });
		expect(code).toBe(1);
		expect(row('npm packages')).toMatchObject({ met: false, mend: expect.stringContaining('npm start') });
		expect(row('sandbox image')).toMatchObject({ met: false, value: 'not built yet' });
		expect(row('data folder')).toMatchObject({ met: true, value: join(dir.path, 'home') });
		expect(row('settings')?.value).toMatch(/^not checked: .*packages are missing/);
		expect(row('settings')).not.toHaveProperty('met');
	});

	it('gives each row its shape, a mend to each problem, and 1 as exit code exactly when there is one', async () => {
		await using home = await tempDir();
		const { code, rows, row } = await doctor(root, { THREADSMITH_HOME: home.path });
		for (const each of rows) {
			expect(each).toMatchObject({ suite: 'doctor', name: expect.any(String), unit: expect.any(String) });
			if (each.met === false) expect(each.mend).toEqual(expect.any(String));
		}
		expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
		expect(code).toBe(rows.some(({ met }) => met === false) ? 1 : 0);
		expect(row('settings')).toMatchObject({ met: true });
		expect(row('models')).toMatchObject({ value: 'none (only npm run demo works without one)' });
	});

	it('names wrong settings and prints no value', async () => {
		await using home = await tempDir();
		const env = { THREADSMITH_HOME: home.path, SANDBOX_CPU: 'hunter2', SANDBOX_CPUS: 'hunter2' };
		const { code, stdout, rows } = await doctor(root, env);
		expect(code).toBe(1);
		expect(rows.filter(({ name }) => name === 'settings').map(({ value }) => value)).toEqual([
			'SANDBOX_CPU is not a setting; did you mean SANDBOX_CPUS?',
			'SANDBOX_CPUS must be a number',
		]);
		expect(stdout).not.toContain('hunter2');
	});

	it('sees that Podman is not on the PATH', async () => {
		await using dir = await tempDir();
		const bin = join(dir.path, 'bin');
		await mkdir(bin);
		await symlink(process.execPath, join(bin, 'node'));
		for (const name of ['dirname', 'uname', 'readlink']) await symlink(`/usr/bin/${name}`, join(bin, name));
		const { code, row } = await doctor(root, { PATH: bin, THREADSMITH_HOME: dir.path });
		expect(code).toBe(1);
		expect(row('podman')).toMatchObject({ met: false });
		expect(row('sandbox image')?.met).not.toBe(true);
	});

	it('names the process that runs on the data folder', async () => {
		await using home = await tempDir();
		await using holder = startChild(join(root, 'tests/support/home-child.ts'), [home.path]);
		await holder.printed('held');
		const { code, row } = await doctor(root, { THREADSMITH_HOME: home.path });
		expect(code).toBe(1);
		expect(row('data folder is free')).toMatchObject({ met: false, value: `process ${holder.pid} runs on it` });
	});

	it.each(['/proc/x', '/proc/x/y', '/sys/x'])('sees that no data folder can be made at %s', (path) => {
		expect(homeRows(path)[0]).toMatchObject({ met: false, mend: expect.stringContaining('THREADSMITH_HOME') });
	});

	it('makes no data folder', async () => {
		await using dir = await tempDir();
		expect(homeRows(join(dir.path, 'home'))[0]).toMatchObject({ met: true });
		expect(await readdir(dir.path)).toEqual([]);
	});

	it('does not say of a data folder that it may not look into that nobody has it', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'lock.pid'), `${process.pid}\n`);
		await chmod(dir.path, 0o000);
		const rows: readonly Row[] = await withoutRights(async () => homeRows(dir.path));
		await chmod(dir.path, 0o700);
		expect(rows.map(({ met }) => met)).toEqual([false, undefined, true]);
		expect(JSON.stringify(rows)).not.toContain('process');
	});

	it('says of settings whose check breaks that it broke', async () => {
		await using dir = await tempDir();
		for (const path of ['scripts', 'package-lock.json'])
			await cp(join(root, path), join(dir.path, path), { recursive: true });
		const doctorFile = join(dir.path, 'scripts/doctor.mjs');
		const launcher = `#!/bin/sh\n[ "$1" = doctor ] && exec "${process.execPath}" "${doctorFile}" --json\necho broken >&2; exit 1\n`;
		await writeFile(join(dir.path, 'threadsmith'), launcher, { mode: 0o755 });
		const { code, row } = await doctor(dir.path, { THREADSMITH_HOME: join(dir.path, 'home') });
		expect(row('settings')).toMatchObject({ met: false, value: 'cannot be checked: broken' });
		expect(code).toBe(1);
	});

	it('sees a data folder that is a file', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'file'), '');
		const { row } = await doctor(root, { THREADSMITH_HOME: join(dir.path, 'file') });
		expect(row('data folder')).toMatchObject({ met: false, value: expect.stringContaining('is not a directory') });
	});
});

describe('the settings file', () => {
	it('is a problem where everybody can read or write it, and none for its owner and group', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, '.env');
		expect(settingsFileRows(path)).toEqual([]);
		await writeFile(path, 'SLACK_BOT_TOKEN=hunter2');
		for (const [mode, met] of [
			[0o644, false],
			[0o602, false],
			[0o640, true],
			[0o600, true],
		] as const) {
			await chmod(path, mode);
			expect(settingsFileRows(path)).toMatchObject([{ value: `${path} has mode ${mode.toString(8)}`, met }]);
		}
		await chmod(path, 0o644);
		expect(settingsFileRows(path)).toMatchObject([{ mend: expect.stringContaining(`Run: chmod o= ${path}`) }]);
	});

	it('is looked at by the doctor of its clone', async () => {
		await using dir = await tempDir();
		for (const path of ['threadsmith', 'scripts', 'package-lock.json'])
			await cp(join(root, path), join(dir.path, path), { recursive: true });
		await writeFile(join(dir.path, '.env'), '', { mode: 0o644 });
		const { row } = await doctor(dir.path, { THREADSMITH_HOME: join(dir.path, 'home') });
		expect(row('settings file')).toMatchObject({ met: false });
	});
});

describe('holder of a data folder', () => {
	it('is nobody once the process was killed, though its pid is still written there', async () => {
		await using home = await tempDir();
		const holder = startChild(join(root, 'tests/support/home-child.ts'), [home.path]);
		await holder.printed('held');
		expect(holderOf(home.path)).toBe(holder.pid);
		await holder.kill();
		expect(holderOf(home.path)).toBeUndefined();
	});

	it('is not a process that only has got the pid of an earlier one', async () => {
		await using home = await tempDir();
		await writeFile(join(home.path, 'lock.pid'), `${process.pid}\n`);
		expect(holderOf(home.path)).toBeUndefined();
	});
});

it.each([
	{ THREADSMITH_HOME: '/srv/data' },
	{ THREADSMITH_HOME: 'data' },
	{ THREADSMITH_HOME: '', XDG_DATA_HOME: '/xdg' },
	{ THREADSMITH_HOME: '', XDG_DATA_HOME: '' },
])('the doctor looks at the data folder that the service uses: %j', (env) => {
	for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
	expect(dataFolder()).toBe(loadConfig(env).home);
});

it('a Podman service that a person names is asked whether it is there', async () => {
	await using dir = await tempDir();
	const socket = join(dir.path, 'podman.sock');
	vi.stubEnv('SANDBOX_SOCKET', '');
	expect(await socketRows()).toEqual([]);
	vi.stubEnv('SANDBOX_SOCKET', socket);
	expect(await socketRows()).toMatchObject([{ met: false, mend: expect.stringContaining('SANDBOX_SOCKET') }]);
	const server = createServer((_, response) => response.end('OK'));
	await new Promise<void>((resolve) => server.listen(socket, resolve));
	expect(await socketRows()).toEqual([{ name: 'Podman service', value: `${socket} answers`, met: true }]);
	await new Promise((resolve) => server.close(resolve));
});

it.each(['A="b" # c', "A='b'", 'A=b # c', 'export A=b', 'A = `b`', '#A=x\nA=b\n'])(
	'a file .env is read as the service reads it, by an old Node too: %s',
	(text) => {
		expect(readDotEnv(text)).toMatchObject({ A: 'b' });
		expect(readDotEnv(text, null)).toMatchObject({ A: 'b' });
	},
);

it.each([
	['a mark at its beginning', Buffer.from('\ufeffA=ü\r\n')],
	['UTF-16', Buffer.from('\ufeffA=ü\r\n', 'utf16le')],
	['UTF-16 in the other order', Buffer.from('\ufeffA=ü\r\n', 'utf16le').swap16()],
])('a file .env with %s is read as the service reads it', (_, bytes) => {
	expect(readDotEnv(dotEnvText(bytes))).toEqual({ A: 'ü' });
});
