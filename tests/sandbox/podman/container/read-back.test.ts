import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import type { ContainerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { createPodmanSandboxes } from '../../../../src/sandbox/podman/podman-sandboxes.ts';
import {
	describeWithPodman,
	mountsHere,
	type PodmanHome,
	podmanCli,
	podmanHome,
	testedRuntime,
	unenforced,
} from '../podman-home.ts';
import { never } from '../run-in.ts';

/** So many of those that follow are of limits. */
const limitCount = 4;

type HostConfig = NonNullable<ContainerSpec['HostConfig']>;

/** Ways to get less than was asked for, and what the refusal says. */
const sabotages: readonly (readonly [string, (host: HostConfig) => HostConfig, RegExp])[] = [
	['memory', (host) => ({ ...host, Memory: 0, MemorySwap: 0 }), /memory limit is 0, asked for 1073741824/],
	['swap', (host) => ({ ...host, MemorySwap: 2 ** 31 }), /memory and swap limit is 2147483648, asked for 1073741824/],
	['CPU', (host) => ({ ...host, NanoCpus: 0 }), /CPU limit is 0, asked for 1;? ?/],
	['processes', (host) => ({ ...host, PidsLimit: 77 }), /process limit is 77, asked for 512/],
	[
		'an extra capability',
		(host) => ({ ...host, CapAdd: [...(host.CapAdd ?? []), 'SYS_ADMIN'] }),
		/capabilities is CHOWN KILL SETGID SETUID 0x200000, asked for CHOWN KILL SETGID SETUID; capability bounding set/,
	],
	['seccomp', (host) => security(host, ['no-new-privileges', 'seccomp=unconfined']), /seccomp mode is 0, asked for 2/],
	['no-new-privileges', (host) => security(host, host.SecurityOpt?.slice(1)), /no-new-privileges is off, asked for on/],
	[
		'the user namespace',
		(host) => ({ ...host, UsernsMode: 'host' }),
		/user id map is the host's own, asked for 4096 ids/,
	],
	[
		'what is masked',
		(host) =>
			security(
				host,
				host.SecurityOpt?.map((option: string) => option.replace('mask=/sys:', 'mask=')),
			),
		/unmasked paths is \/sys, asked for none/,
	],
	[
		'whose processes are shown',
		(host) =>
			security(
				host,
				host.SecurityOpt?.filter((option: string) => !option.startsWith('proc-opts=')),
			),
		/processes of others is shown, asked for hidden/,
	],
	// A kernel that lets a user namespace's root see the host's network at all shows more than one interface
	[
		'the network',
		(host) => ({ ...host, NetworkMode: 'host' }),
		/network interfaces is lo .+, asked for lo|not permitted/,
	],
	['the root', (host) => ({ ...host, ReadonlyRootfs: false }), /mount \/ is without flags, asked for ro/],
	[
		'what is mounted',
		(host) => ({
			...host,
			Binds: host.Binds?.map((bind) => bind.replace(/,nosuid,nodev$/, '').replace(/:ro$/, '')) ?? [],
		}),
		/mount \/etc\/hosts is without flags, asked for ro/,
	],
];

function security(host: HostConfig, options: string[] | undefined): HostConfig {
	return { ...host, SecurityOpt: options ?? [] };
}

// What gVisor gives instead: own-kernel/read-back.test.ts
const describeOnHostKernel = testedRuntime === 'runsc' ? describe.skip : describeWithPodman;

describeOnHostKernel('A sandbox that is not what was asked for', () => {
	let home: PodmanHome;
	let sabotage: (host: HostConfig) => HostConfig = (host) => host;

	beforeAll(async () => {
		const alterSpec = (spec: ContainerSpec) => ({ ...spec, HostConfig: sabotage(spec.HostConfig ?? {}) });
		home = await podmanHome({ seams: { alterSpec } });
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	it.each(sabotages.slice(unenforced ? limitCount : 0))(
		'is refused, naming the difference: %s',
		async (_, alter, sentence) => {
			sabotage = alter;
			const refused = await home.sandboxes.acquire(home.home('s'), never).catch((error: unknown) => error);
			expect(refused).toBeInstanceOf(ProblemError);
			expect(String(refused)).toMatch(/^ProblemError: Cannot (use|start) the sandbox: /);
			expect(String(refused)).toMatch(sentence);
		},
	);

	it('leaves nothing behind', async () => {
		const { homeId, stateDir } = home.options;
		expect(podmanCli('ps', '-aq', '--filter', `label=home=${homeId}`)).toBe('');
		expect(mountsHere()).not.toContain(stateDir);
	});

	it('is refused when it has another runtime', async () => {
		await home.sandboxes.prepare(never);
		const service = `${home.options.stateDir}/service`;
		const found = /^runtime = "(\w+)"$/m.exec(readFileSync(`${service}/containers.conf`, 'utf8'))?.[1];
		const other = found === 'runc' ? 'crun' : 'runc';
		sabotage = (host) => host;
		const stateDir = `${home.options.stateDir}-other`;
		await using sandboxes = createPodmanSandboxes({
			...home.options,
			homeId: `${home.options.homeId}-other`,
			stateDir,
			runtime: other,
			socket: `${service}/podman.sock`,
		});
		const acquiring = sandboxes.acquire(home.home('s'), never);
		await expect(acquiring).rejects.toThrow(new RegExp(`runtime is ${found}, asked for ${other}`));
	});
});
