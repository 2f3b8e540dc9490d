import type { ContainerCreateOptions } from 'dockerode';
import { maskedPaths } from './masked-paths.ts';
import type { SandboxLimits } from './sandbox-limits.ts';

/** The host's files that a container is made of, all absolute. */
export interface SpecFiles {
	/** The session's slot: a shared mount that shows inside as `/session`, with whatever is mounted below it. What people gave is there by then. */
	readonly slot: string;
	/** Empty of the host's names: Podman would copy the host's own in, even without a network. */
	readonly hosts: string;
	readonly resolv: string;
	readonly seccomp: string;
	/** Names a library that every program there loads before its own, where it must; in the form of `/etc/ld.so.preload`. */
	readonly preload?: string | undefined;
}

/** The folders of a sandbox that are in its memory, which is limited as a whole; in MiB. */
export interface InMemory {
	readonly tmp: number;
	/** HOME of a coding agent, where it has one: root's, and open to all as `/tmp` is, so that nobody can change or remove what root lays there. */
	readonly home?: number;
}

/** A session's sandbox has its HOME on its disk. */
export const usualInMemory: InMemory = { tmp: 256 };

/** Where that HOME is. */
export const homePoint = '/home/smith';

export interface SpecInput {
	readonly image: string;
	readonly limits: SandboxLimits;
	/** Default: {@link usualInMemory}. */
	readonly inMemory?: InMemory | undefined;
	/** The time zone that its clock shows. */
	readonly timezone: string;
	readonly files: SpecFiles;
	readonly labels: Readonly<Record<string, string>>;
}

/** The body of Podman's create call (its Docker-compatible one). */
export type ContainerSpec = ContainerCreateOptions;

/** The capabilities that the guest needs: to hand files over, to step down to uid 1000, and to end what runs as it. */
export const guestCapabilities = ['CHOWN', 'SETUID', 'SETGID', 'KILL'] as const;

/** How many ids a sandbox's user namespace holds. */
export const idCount = 4096;

const mebibyte = 2 ** 20;

/**
 * Whoever is in there sees its own processes alone in `/proc`: a running tool not those of the session, and the session not the tool's. The
 * guest, in group 0, sees all: it ends them (https://docs.kernel.org/filesystems/proc.html, "hidepid").
 */
const ownProcesses = 'proc-opts=hidepid=2,gid=0';

/**
 * Of Node, for the guest: how much it may hold, MB, a nursery that does not grow, and no threads of V8's own. Without the last two it keeps 10 MB more,
 * and waits for four more threads whenever it acts for a user.
 */
const guestFlags = ['--max-old-space-size=64', '--max-semi-space-size=2', '--v8-pool-size=0'] as const;

/**
 * The container of one session. What Podman ignores silently is not in here (`Runtime`, `nr_inodes`, the `U` option),
 * and each of the three tmpfs that it would add unsized has a size.
 */
export function containerSpec(input: SpecInput): ContainerSpec {
	const { image, limits, timezone, files, labels, inMemory = usualInMemory } = input;
	return {
		Image: image,
		Cmd: ['node', ...guestFlags, '/opt/threadsmith/guest.mjs'],
		User: '0:0',
		WorkingDir: '/session',
		Hostname: 'sandbox',
		Env: [`TZ=${timezone}`],
		Labels: { ...labels },
		StopTimeout: 0,
		OpenStdin: true,
		StdinOnce: true,
		AttachStdin: true,
		AttachStdout: true,
		AttachStderr: true,
		Tty: false,
		HostConfig: {
			...isolation(files),
			Tmpfs: tmpfs(inMemory),
			...resources(limits),
			Init: true,
			AutoRemove: true,
			LogConfig: { Type: 'none', Config: {} },
		},
	};
}

function isolation(files: SpecFiles): NonNullable<ContainerSpec['HostConfig']> {
	return {
		NetworkMode: 'none',
		IpcMode: 'private',
		UsernsMode: `auto:size=${idCount}`,
		ReadonlyRootfs: true,
		CapDrop: ['ALL'],
		CapAdd: [...guestCapabilities],
		SecurityOpt: ['no-new-privileges', `seccomp=${files.seccomp}`, `mask=${maskedPaths.join(':')}`, ownProcesses],
		Binds: [
			`${files.slot}:/session:rslave,nosuid,nodev`,
			// A folder of its own, no link into the slot: `find`, `ls -la`, `du`, `tar` and `cp -r` do not follow a link that they are given
			`${files.slot}/inputs:/inputs:rslave,ro,nosuid,nodev,noexec`,
			`${files.hosts}:/etc/hosts:ro`,
			`${files.resolv}:/etc/resolv.conf:ro`,
			...(files.preload === undefined ? [] : [`${files.preload}:/etc/ld.so.preload:ro`]),
		],
	};
}

function tmpfs({ tmp, home }: InMemory): Readonly<Record<string, string>> {
	return {
		'/tmp': `rw,size=${tmp}m,mode=1777,nosuid,nodev`,
		'/run': 'rw,size=4m,mode=755,nosuid,nodev,noexec',
		'/var/tmp': 'rw,size=4m,mode=1777,nosuid,nodev,noexec',
		...(home !== undefined && { [homePoint]: `rw,size=${home}m,mode=1777,nosuid,nodev` }),
	};
}

function resources(limits: SandboxLimits): NonNullable<ContainerSpec['HostConfig']> {
	return {
		Memory: limits.memoryBytes,
		// Equal to Memory: -1 would become twice the memory, silently
		MemorySwap: limits.memoryBytes,
		NanoCpus: Math.round(limits.cpus * 1e9),
		PidsLimit: limits.pids,
		OomScoreAdj: 500,
		ShmSize: 64 * mebibyte,
		Ulimits: [
			{ Name: 'nofile', Soft: 1024, Hard: 1024 },
			{ Name: 'nproc', Soft: 400, Hard: 400 },
			{ Name: 'core', Soft: 0, Hard: 0 },
		],
	};
}
