import { readFileSync, statfsSync } from 'node:fs';

/** The kernel's own file system in memory, wherever glibc is (shm_overview(7)). */
const inMemory = '/dev/shm';
/** The disks and inputs of two tests at once are about one of these. */
const leastBytes = 4 * 2 ** 30;

/**
 * For all of a run: folders for tests lie in memory where there is plenty of it. What is written there is written as durably as the code asks for, and half of
 * the time of all tests would be spent on waiting for a disk. `TMPDIR` says otherwise.
 */
export function setup(): void {
	process.env['TMPDIR'] ??= chooseFolder();
}

function chooseFolder(): string {
	return mayHoldTests(readFileSync('/proc/mounts', 'utf8'), freeBytes()) ? inMemory : '/tmp';
}

/** Whether programs may run there (Docker forbids it), and there is room, by the text of `/proc/mounts`. Pure. */
export function mayHoldTests(mounts: string, free: number): boolean {
	const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === inMemory);
	const [, , type, options = ''] = mount?.split(' ') ?? [];
	return type === 'tmpfs' && !options.split(',').some((one) => ['noexec', 'ro'].includes(one)) && free >= leastBytes;
}

/** Of memory that nobody needs, as far as the file system may take it. */
function freeBytes(): number {
	try {
		const { bavail, bsize } = statfsSync(inMemory);
		const [, kibibytes = '0'] = /^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
		return Math.min(bavail * bsize, Number(kibibytes) * 1024);
	} catch {
		return 0;
	}
}
