import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cgroupFolders, cgroupIn } from '../../../src/sandbox/podman/container/cgroup.ts';
import { differences } from '../../../src/sandbox/podman/container/differences.ts';
import { maskedPaths, unmaskedPaths } from '../../../src/sandbox/podman/container/masked-paths.ts';
import { parseMounts } from '../../../src/sandbox/podman/container/mounts.ts';
import { parseStatus } from '../../../src/sandbox/podman/container/process-facts.ts';
import { parseExitCode } from '../../../src/sandbox/podman/lifetime/exit-code.ts';
import { type EndFacts, whyEnded } from '../../../src/sandbox/podman/lifetime/why-ended.ts';
import { serviceConf } from '../../../src/sandbox/podman/service/service-conf.ts';
import { tempDir } from '../../support/temp-dir.ts';

describe('differences()', () => {
	it('names each fact that is not as asked for', () => {
		expect(differences({ runtime: 'runc', 'memory limit': 2 ** 30 }, { runtime: 'runc', 'memory limit': 0 })).toEqual([
			'memory limit is 0, asked for 1073741824',
		]);
	});

	it('counts a fact that nobody knows as different, and ignores what was not asked for', () => {
		expect(differences({ 'process limit': 512 }, { extra: 1 })).toEqual(['process limit is not known, asked for 512']);
	});
});

describe('cgroupFolders()', () => {
	const hybrid = [
		'32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
		'35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
		'41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
	].join('\n');
	const unified = '31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate';
	const inContainer = [
		'215 211 0:32 /libpod_parent/libpod-outer /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory',
		'219 211 0:36 /libpod_parent/libpod-outer /sys/fs/cgroup/pids rw,nosuid - cgroup cgroup rw,pids',
	].join('\n');
	const foldersOf = (text: string, mounts: string) =>
		Object.fromEntries(cgroupFolders(text, 'abc', parseMounts(mounts)));

	it('finds v1 controllers where they are mounted, and v2 beside them', () => {
		const text =
			'9:memory:/libpod_parent/libpod-abc\n3:cpu,cpuacct:/libpod_parent/libpod-abc\n0::/libpod_parent/libpod-abc\n';
		expect(foldersOf(text, hybrid)).toEqual({
			memory: '/sys/fs/cgroup/memory/libpod_parent/libpod-abc',
			cpu: '/sys/fs/cgroup/cpu,cpuacct/libpod_parent/libpod-abc',
			cpuacct: '/sys/fs/cgroup/cpu,cpuacct/libpod_parent/libpod-abc',
			'': '/sys/fs/cgroup/unified/libpod_parent/libpod-abc',
		});
	});

	it("finds the container's own level on v2, above the group that crun makes for the process", () => {
		const text = '0::/machine.slice/libpod-abc.scope/container\n';
		expect(foldersOf(text, unified)).toEqual({ '': '/sys/fs/cgroup/machine.slice/libpod-abc.scope' });
	});

	it('finds them in a container that sees its own part of the tree, while paths are those of the host', () => {
		const path = '/libpod_parent/libpod-outer/libpod_parent/libpod-abc';
		const text = `8:pids:${path}\n4:memory:${path}\n0::${path}\n`;
		expect(foldersOf(text, inContainer)).toEqual({
			memory: '/sys/fs/cgroup/memory/libpod_parent/libpod-abc',
			pids: '/sys/fs/cgroup/pids/libpod_parent/libpod-abc',
		});
	});

	it('knows no folder for a group outside of what is mounted, such as one whose name begins alike', () => {
		expect(foldersOf('4:memory:/libpod_parent/libpod-outer2/libpod-abc\n', inContainer)).toEqual({});
	});
});

describe('cgroupIn()', () => {
	it.each([
		[
			'v2 with limits',
			{ 'memory.max': '1073741824\n', 'memory.swap.max': '0\n', 'cpu.max': '150000 100000\n', 'pids.max': '512\n' },
			{ memoryBytes: 2 ** 30, totalBytes: 2 ** 30, cpus: 1.5, pids: 512 },
		],
		[
			'v2 without',
			{ 'memory.max': 'max\n', 'memory.swap.max': 'max\n', 'cpu.max': 'max 100000\n', 'pids.max': 'max\n' },
			{ memoryBytes: 0, totalBytes: 0, cpus: 0, pids: 0 },
		],
		['nothing at all', {}, { memoryBytes: undefined, totalBytes: undefined, cpus: undefined, pids: undefined }],
	])('reads %s', async (_, files, limits) => {
		await using dir = await tempDir();
		for (const [name, text] of Object.entries(files)) await writeFile(join(dir.path, name), text);
		expect(await cgroupIn(new Map([['', dir.path]])).limits()).toEqual(limits);
	});

	it('reads v1 limits, where none is a very large number or -1', async () => {
		await using dir = await tempDir();
		const unlimited = '9223372036854771712\n';
		const files = { 'memory.limit_in_bytes': unlimited, 'memory.memsw.limit_in_bytes': unlimited, 'pids.max': 'max\n' };
		const cpu = { 'cpu.cfs_quota_us': '-1\n', 'cpu.cfs_period_us': '100000\n' };
		for (const [name, text] of Object.entries({ ...files, ...cpu })) await writeFile(join(dir.path, name), text);
		const folders = new Map(['memory', 'cpu', 'pids'].map((controller) => [controller, dir.path]));
		expect(await cgroupIn(folders).limits()).toEqual({ memoryBytes: 0, totalBytes: 0, cpus: 0, pids: 0 });
	});

	it('counts kills for want of memory, and finds processes in the group below', async () => {
		await using dir = await tempDir();
		const cgroup = cgroupIn(new Map([['', dir.path]]));
		expect(await cgroup.oomKills()).toBeUndefined();
		expect(await cgroup.processes()).toEqual([]);
		await writeFile(join(dir.path, 'memory.events'), 'low 0\noom 3\noom_kill 2\n');
		await writeFile(join(dir.path, 'cgroup.procs'), '');
		await mkdir(join(dir.path, 'container'));
		await writeFile(join(dir.path, 'container', 'cgroup.procs'), '17\n18\n');
		expect(await cgroup.oomKills()).toBe(2);
		expect(await cgroup.processes()).toEqual([17, 18]);
	});
});

describe('parseStatus()', () => {
	const status =
		'Name:\tx\nState:\tS (sleeping)\nUid:\t1000001000\t0\t0\t0\nNSpid:\t4242\t17\nCapEff:\t00000000000000e1\nCapBnd:\t00000000000000e1\nNoNewPrivs:\t1\nSeccomp:\t2\n';

	it('reads what the kernel says', () => {
		expect(parseStatus(4242, status)).toEqual({
			pid: 4242,
			innerPid: 17,
			uid: 1000001000,
			isDead: false,
			privileges: { effective: 0xe1n, bounding: 0xe1n, noNewPrivileges: true, seccomp: 2 },
		});
	});

	it('counts a process as dead once none of its threads lives', () => {
		const said = (state: string, threads: number) => parseStatus(1, `State:\t${state}\nThreads:\t${threads}\n`).isDead;
		expect(said('Z (zombie)', 1)).toBe(true);
		expect(said('X (dead)', 0)).toBe(true);
		expect(said('Z (zombie)', 2)).toBe(false);
		expect(said('R (running)', 1)).toBe(false);
	});

	it('takes what is missing for the least safe', () => {
		const { privileges } = parseStatus(1, '');
		expect(privileges).toEqual({ effective: -1n, bounding: -1n, noNewPrivileges: false, seccomp: 0 });
	});
});

it('parseMounts() reads roots, points with spaces, flags, types and options', () => {
	const line = '36 35 98:0 /mnt1 /mnt\\040two rw,nosuid shared:1 master:2 - ext3 /dev/root rw,errors=continue\n';
	expect(parseMounts(line)).toEqual([
		{
			root: '/mnt1',
			point: '/mnt two',
			flags: ['rw', 'nosuid'],
			type: 'ext3',
			options: ['rw', 'errors=continue'],
		},
	]);
});

it('unmaskedPaths() names what is there and not covered, by the last mount on it', () => {
	const on = (type: string) => (point: string) => ({ root: '/', point, flags: [], type, options: [] });
	const covered = maskedPaths.map(on('tmpfs'));
	expect(unmaskedPaths(covered, () => true)).toBe('none');
	expect(unmaskedPaths([...covered, on('sysfs')('/sys')], () => true)).toBe('/sys');
	expect(unmaskedPaths(covered.slice(1), (path) => path !== '/sys')).toBe('none');
});

it.each([
	['', undefined],
	['{"Action":"died","Actor":{"Attributes":{"containerExitCode":"137"}}}\n', 137],
])('parseExitCode(%j) is %j', (text, code) => {
	expect(parseExitCode(text)).toBe(code);
});

it('serviceConf() names every runtime, the chosen one as default, and lets no proxy variable in', () => {
	const text = serviceConf({
		runtime: 'crun',
		runtimes: { crun: '/usr/bin/crun', runc: '/usr/sbin/runc' },
		cgroupManager: 'systemd',
	});
	expect(text).toContain('\nruntime = "crun"\n');
	expect(text).toContain('[engine.runtimes]\ncrun = ["/usr/bin/crun"]\nrunc = ["/usr/sbin/runc"]\n');
	expect(text).toContain('http_proxy = false');
});

it.each<[Omit<EndFacts, 'memoryBytes'>, string]>([
	[{ oom: 'killed', exitCode: 137 }, 'out of memory: the limit is 1 GB'],
	[{ oom: 'likely', exitCode: 137 }, 'out of memory: the limit is 1 GB'],
	[{ oom: 'likely', exitCode: undefined }, 'out of memory: the limit is 1 GB'],
	[{ oom: 'likely', exitCode: 3 }, 'its main process ended with exit code 3'],
	[{ oom: 'none', exitCode: 137 }, 'it was killed'],
	[{ oom: 'none', exitCode: 139 }, 'it was ended by signal 11'],
	[{ oom: 'none', exitCode: 3 }, 'its main process ended with exit code 3'],
	[{ oom: 'none', exitCode: undefined }, 'it ended unexpectedly'],
])('whyEnded(%j) is %j', (facts, sentence) => {
	expect(whyEnded({ ...facts, memoryBytes: 2 ** 30 })).toBe(sentence);
});
