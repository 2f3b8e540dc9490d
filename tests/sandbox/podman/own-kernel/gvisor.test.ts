import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import type { ContainerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { describeOnGvisor, type PodmanHome, podmanHome } from '../podman-home.ts';
import { bash, never, startBash } from '../run-in.ts';

type HostConfig = NonNullable<ContainerSpec['HostConfig']>;

const limits = { ...defaultLimits, memoryBytes: 256 * 2 ** 20 };

describeOnGvisor('A sandbox on gVisor', () => {
	let home: PodmanHome;
	const acquire = (session: string): Promise<Sandbox> => home.sandboxes.acquire(home.home(session), never);

	async function expectNewOne(session: string, old: Sandbox): Promise<void> {
		const next = await acquire(session);
		expect(next).not.toBe(old);
		expect(await bash(next, 'cat /workspace/kept')).toMatchObject({ ok: true, text: expect.stringContaining('kept') });
	}

	beforeAll(async () => {
		home = await podmanHome({ limits });
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	it('lists and looks at files, which its kernel alone would refuse', async () => {
		const { text } = await bash(
			await acquire('s'),
			'ls -d /workspace/; stat -c %U /workspace/; ls /nope; cp -p /etc/hosts /tmp/',
		);
		expect(text).toContain('/workspace/\nsmith\n');
		expect(text).toContain("ls: cannot access '/nope': No such file or directory");
		expect(text).not.toContain('Invalid argument');
	});

	it('has its own kernel, our filter, threads, and no name space to be made', async () => {
		const { text } = await bash(
			await acquire('s'),
			'uname -r; grep Seccomp: /proc/self/status; unshare -U true; python3 -c "import threading; t = threading.Thread(target=print, args=[7]); t.start(); t.join()"',
		);
		expect(text).toMatch(/4\.4\.0\nSeccomp:\t2\n7\n[\s\S]*unshare failed: Operation not permitted/);
	});

	it('loses nothing of a long line, though its pipes take less than they are given', async () => {
		const sandbox = await acquire('s');
		await bash(
			sandbox,
			'python3 -c "print(\'x\' * 3_000_000)" >/workspace/long; python3 -c "print(\'y\' * 3_000_000)" | wc -c >/workspace/count',
		);
		const { text } = await bash(sandbox, 'wc -c </workspace/long; cat /workspace/count');
		expect(text).toContain('3000001\n3000001');
	});

	it('keeps what nohup was to keep until the sweep, though its kernel does not tell of it', async () => {
		const sandbox = await acquire('s');
		const { text } = await bash(sandbox, 'sleep 600.25 & nohup sleep 600.75 >/dev/null 2>&1 & sleep 0.5');
		expect(text).toContain('1 background process was ended with the command');
		const there = await bash(sandbox, 'grep -ahoz "^600[.].*" /proc/[0-9]*/cmdline | tr "\\0" " "');
		expect(there.text).toContain('600.75');
		expect(there.text).not.toContain('600.25');
		expect((await sandbox.sweep()).map(({ command }) => command)).toContain('sleep 600.75');
	});

	it('dies as a whole for want of memory, which is said, and is replaced with its files', async () => {
		const sandbox = await acquire('hog');
		await bash(sandbox, 'echo kept >/workspace/kept');
		const result = await bash(sandbox, `python3 -c 'x = []\nwhile True: x.append(bytearray(10**7))'`);
		expect(result).toMatchObject({ ok: false, lost: 'out of memory: the limit is 256 MB' });
		expect(result.text).toContain('The sandbox ended: out of memory');
		await expectNewOne('hog', sandbox);
	});

	it('may die of a fork bomb, which reaches nobody else, and is replaced', async () => {
		const sandbox = await acquire('bomb');
		await bash(sandbox, 'echo kept >/workspace/kept');
		const other = await acquire('s');
		const { ended } = await startBash(sandbox, 'echo started; bomb() { bomb | bomb & }; bomb; sleep 20');
		expect(await bash(other, 'echo well')).toMatchObject({ ok: true });
		await Promise.all([ended, sandbox.sweep()]);
		const after = await acquire('bomb');
		expect(await bash(after, 'cat /workspace/kept')).toMatchObject({ ok: true });
	}, 60_000);

	it('is replaced when it is killed from outside', async () => {
		const sandbox = await acquire('killed');
		await bash(sandbox, 'echo kept >/workspace/kept');
		const { ended } = await startBash(sandbox, 'echo started; sleep 600');
		const filters = ['--filter', 'label=session=killed', '--filter', `label=home=${home.options.homeId}`];
		const pid = execFileSync('podman', ['ps', '--format', '{{.Pid}}', ...filters]).toString();
		process.kill(Number(pid), 'SIGKILL');
		expect(await ended).toMatchObject({ ok: false, lost: expect.any(String) });
		await expectNewOne('killed', sandbox);
	});

	it('has what hides from its call ended by a sweep, and that is seen from outside the guest', async () => {
		const sandbox = await acquire('s');
		await bash(sandbox, 'setsid sh -c \'trap "" TERM; sleep 601; sleep 602\' >/dev/null 2>&1 &');
		expect((await sandbox.sweep()).map(({ command }) => command)).toContainEqual(expect.stringContaining('sleep'));
		expect(await sandbox.sweep()).toEqual([]);
		expect(await bash(sandbox, 'echo well')).toMatchObject({ ok: true });
	});
});

/** Ways to get less than was asked for that show on the host, and what the refusal says. */
const sabotages: readonly (readonly [string, (host: HostConfig) => HostConfig, RegExp])[] = [
	['memory', (host) => ({ ...host, Memory: 0, MemorySwap: 0 }), /memory limit is 0, asked for 1073741824/],
	['CPU', (host) => ({ ...host, NanoCpus: 0 }), /CPU limit is 0, asked for 1;? ?/],
	['processes', (host) => ({ ...host, PidsLimit: 400 }), /process limit is 400, asked for 512/],
	[
		'the user namespace',
		(host) => ({ ...host, UsernsMode: 'host' }),
		/user id map is the host's own, asked for 4096 ids/,
	],
	[
		'what is mounted',
		(host) => ({ ...host, Binds: host.Binds?.filter((bind: string) => !bind.includes(':/inputs:')) ?? [] }),
		/mount \/inputs is not there, asked for ro nosuid nodev noexec/,
	],
];

describeOnGvisor('A sandbox on gVisor that is not what was asked for', () => {
	let home: PodmanHome;
	let sabotage: (host: HostConfig) => HostConfig = (host) => host;

	beforeAll(async () => {
		const alterSpec = (spec: ContainerSpec) => ({ ...spec, HostConfig: sabotage(spec.HostConfig ?? {}) });
		home = await podmanHome({ seams: { alterSpec } });
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	it.each(sabotages)('is refused, naming the difference: %s', async (_, alter, sentence) => {
		sabotage = alter;
		const refused = await home.sandboxes.acquire(home.home('s'), never).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(ProblemError);
		expect(String(refused)).toMatch(sentence);
	});

	it('is passed over under `auto`, as long as it has never been right; and then never', async () => {
		let given = 0;
		const alterSpec = (spec: ContainerSpec): ContainerSpec => {
			given += 1;
			return given === 2 ? spec : { ...spec, HostConfig: { ...spec.HostConfig, PidsLimit: 400 } };
		};
		await using auto = await podmanHome({ runtime: 'auto', seams: { alterSpec } });
		await auto.sandboxes.acquire(auto.home('s'), never);
		const [status] = auto.sandboxes.status();
		expect(status?.runtime).not.toBe('runsc');
		expect(status?.passedOver?.[0]).toMatch(/^runsc: .*process limit is 400, asked for 512/);
		const refused = auto.sandboxes.acquire(auto.home('other'), never);
		await expect(refused).rejects.toThrow(/process limit is 400/);
	});
});
