import { expect, it } from 'vitest';
import { containerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';

const spec = containerSpec({
	image: 'localhost/some:tag',
	limits: { ...defaultLimits, memoryBytes: 2 ** 28, cpus: 1.5, pids: 99 },
	files: { slot: '/slots/a', hosts: '/own/hosts', resolv: '/own/resolv', seccomp: '/own/seccomp' },
	timezone: 'Asia/Kolkata',
	labels: { app: 'threadsmith', home: 'h', session: 's' },
});

it('makes limits of limits', () => {
	expect(spec.HostConfig).toMatchObject({ Memory: 2 ** 28, MemorySwap: 2 ** 28, NanoCpus: 1.5e9, PidsLimit: 99 });
});

it('isolates', () => {
	expect(spec).toMatchObject({ User: '0:0', Env: ['TZ=Asia/Kolkata'], OpenStdin: true, StdinOnce: true, Tty: false });
	expect(spec.HostConfig).toMatchObject({
		NetworkMode: 'none',
		IpcMode: 'private',
		UsernsMode: 'auto:size=4096',
		ReadonlyRootfs: true,
		CapDrop: ['ALL'],
		CapAdd: ['CHOWN', 'SETUID', 'SETGID', 'KILL'],
		SecurityOpt: [
			'no-new-privileges',
			'seccomp=/own/seccomp',
			expect.stringMatching(/^mask=\/sys:\/proc\/bus:/),
			'proc-opts=hidepid=2,gid=0',
		],
		Binds: [
			'/slots/a:/session:rslave,nosuid,nodev',
			'/slots/a/inputs:/inputs:rslave,ro,nosuid,nodev,noexec',
			'/own/hosts:/etc/hosts:ro',
			'/own/resolv:/etc/resolv.conf:ro',
		],
		LogConfig: { Type: 'none', Config: {} },
		AutoRemove: true,
		Init: true,
	});
});

it('gives every tmpfs that Podman would add unsized a size, and no device or setuid file', () => {
	const tmpfs = Object.entries<string>(spec.HostConfig?.Tmpfs ?? {});
	expect(tmpfs.map(([point]) => point).sort()).toEqual(['/run', '/tmp', '/var/tmp']);
	for (const [, options] of tmpfs) expect(options).toMatch(/size=\d+m.*nosuid,nodev/);
});

it('asks for nothing that Podman ignores without a word', () => {
	expect(Object.keys(spec.HostConfig ?? {})).not.toContain('Runtime');
	expect(JSON.stringify(spec)).not.toMatch(/nr_inodes|:U\b|,U\b|Privileged|Detach/);
});
