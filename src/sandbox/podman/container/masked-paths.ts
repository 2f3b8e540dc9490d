import { existsSync } from 'node:fs';
import type { Mount } from './mounts.ts';

/**
 * Paths that would name other sessions, or the machine's folders, devices and kernel settings to whoever runs inside: the backing files of loop
 * devices and the control groups of neighbours are in `/sys`, of which nothing in here is needed. Podman masks `/proc/keys` and the like itself.
 */
export const maskedPaths = [
	'/sys',
	'/proc/bus',
	'/proc/cmdline',
	'/proc/consoles',
	'/proc/diskstats',
	'/proc/driver',
	'/proc/fs',
	'/proc/interrupts',
	'/proc/iomem',
	'/proc/ioports',
	'/proc/irq',
	'/proc/locks',
	'/proc/mdstat',
	'/proc/misc',
	'/proc/modules',
	'/proc/mtrr',
	'/proc/partitions',
	'/proc/swaps',
	'/proc/sys/kernel/core_pattern',
	'/proc/sys/kernel/random/boot_id',
	'/proc/tty',
] as const;

/** Those that the kernel has and a container with these mounts can see all the same, or `none`. */
export function unmaskedPaths(mounts: readonly Mount[], exists: (path: string) => boolean = existsSync): string {
	const types = new Map(mounts.map(({ point, type }) => [point, type]));
	const seen = maskedPaths.filter((path) => !isMask(types.get(path)) && exists(path));
	return seen.join(' ') || 'none';
}

/** Runtimes cover folders by an empty tmpfs or an empty folder of theirs, and files by /dev/null. A read-only path is still the kernel's own. */
function isMask(type: string | undefined): boolean {
	return type !== undefined && type !== 'proc' && type !== 'sysfs';
}
