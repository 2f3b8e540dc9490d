import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram as run } from '../../files/run.ts';
import { printable } from '../../files/safe-name.ts';

/** Where system programs live; not taken from the environment, so that it is the same under every init. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The first executable file of that name on `path`, or undefined. */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
	for (const folder of path.split(':')) {
		const file = join(folder, name);
		if (await isExecutable(file)) return file;
	}
	return undefined;
}

function isExecutable(file: string): Promise<boolean> {
	return access(file, constants.X_OK).then(
		() => true,
		() => false,
	);
}

/**
 * Runs a system program that must succeed. Rejects with one sentence that carries the last line it wrote to standard error, and with the
 * signal's reason; it is killed then. `files`: as `Run` has them.
 */
export async function runProgram(
	program: string,
	args: readonly string[],
	signal: AbortSignal,
	files: readonly number[] = [],
): Promise<void> {
	const { code, stderr } = await run(program, args, signal, files);
	if (code === 0) return;
	const details = stderr.trim().split('\n').pop() || `exit code ${code}`;
	throw new Error(`Cannot run ${program}: ${printable(details, 300)}`);
}
