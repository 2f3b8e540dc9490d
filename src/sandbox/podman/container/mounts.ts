import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../base/log.ts';
import { runProgram } from '../service/run-program.ts';

/** One line of `/proc/<pid>/mountinfo`. */
export interface Mount {
	/** The folder of its file system that it shows: `/`, except for binds. */
	readonly root: string;
	readonly point: string;
	/** The mount's own flags, such as `ro`, `nosuid`. */
	readonly flags: readonly string[];
	/** The file system's, such as `ext4`. */
	readonly type: string;
	/** The file system's own options; control groups of the first version have their controllers here. */
	readonly options: readonly string[];
}

/** The mounts that a process sees, in the order they were made. Rejects when it is gone. */
export async function readMounts(pid: number | 'self'): Promise<Mount[]> {
	return parseMounts(await readFile(`/proc/${pid}/mountinfo`, 'utf8'));
}

/** Parses the text of `/proc/<pid>/mountinfo` (proc(5)): spaces and the like in paths are octal escapes. */
export function parseMounts(text: string): Mount[] {
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => {
			const [, , , root = '', point = '', flags = '', ...more] = line.split(' ');
			// After any number of optional fields, which a dash ends
			const [type = '', , options = ''] = more.slice(more.indexOf('-') + 1);
			const paths = { root: unescapeOctal(root), point: unescapeOctal(point) };
			return { ...paths, flags: flags.split(','), type, options: options.split(',') };
		});
}

function unescapeOctal(path: string): string {
	return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** Unmounts everything at or below `folder`, the deepest and latest first. Resolves when nothing is mounted there any more. */
export async function unmountBelow(folder: string, log: Logger, signal: AbortSignal): Promise<void> {
	const points = (await readMounts('self'))
		.map(({ point }) => point)
		.filter((point) => point === folder || point.startsWith(`${folder}/`));
	for (const point of points.reverse()) await unmount(point, log, signal);
}

const attempts = 40;

/** A mount stays busy while another container's start still holds a copy of it, or a file is open; lazily is the last resort. */
async function unmount(point: string, log: Logger, signal: AbortSignal): Promise<void> {
	for (let attempt = 1; attempt <= attempts; attempt += 1) {
		const failed = await runProgram('umount', [point], signal).then(
			() => false,
			() => true,
		);
		if (!failed || !(await isMounted(point))) return;
		await delay(50);
	}
	log.warn('Mount stays busy and is detached lazily', { point });
	await runProgram('umount', ['--lazy', point], signal);
}

async function isMounted(point: string): Promise<boolean> {
	return (await readMounts('self')).some((mount) => mount.point === point);
}
