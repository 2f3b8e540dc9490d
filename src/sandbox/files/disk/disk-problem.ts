import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import type { Run, RunResult } from '../run.ts';
import { printable } from '../safe-name.ts';

/** Runs one of the disk tools; a program that is missing becomes a `ProblemError` that says what to install. */
export async function runDiskTool(
	run: Run,
	[command, ...args]: readonly [string, ...string[]],
	signal: AbortSignal,
	files: readonly number[] = [],
): Promise<RunResult> {
	try {
		return await run(command, args, signal, files);
	} catch (error) {
		throw missingProblem(command, error);
	}
}

const packages: Readonly<Record<string, string>> = {
	'mkfs.ext4': 'e2fsprogs',
	e2fsck: 'e2fsprogs',
	fuse2fs: 'fuse2fs',
};

function missingProblem(command: string, error: unknown): unknown {
	if (codeOf(error) !== 'ENOENT') return error;
	const mend = `Install it: apt-get install ${packages[command] ?? 'mount'}`;
	return new ProblemError(`Cannot prepare the session's disk: the program ${command} is missing`, mend, {
		cause: error,
	});
}

/** The error, for people, of an image that could not be made: `cause` is the tool's result or a thrown error. */
export function makeProblem(image: string, cause: unknown): unknown {
	if (cause instanceof ProblemError) return cause;
	const text = textOf(cause);
	const what = `Cannot make the session's disk "${image}"`;
	if (/ENOSPC|EDQUOT|no space left|quota exceeded/iu.test(text)) {
		return new ProblemError(
			`${what}: the host's disk is full`,
			'Free some space there, then try again',
			asCause(cause),
		);
	}
	if (/EFBIG|file too large/iu.test(text)) {
		const mend = 'Set a smaller SANDBOX_DISK, or move the data folder to another file system';
		return new ProblemError(`${what}: the file system there has no files of this size`, mend, asCause(cause));
	}
	return new ProblemError(`${what}: ${text}`, 'Look at the reason given, then try again', asCause(cause));
}

/** Whether e2fsck has left an image alone because a file system on it is mounted. Pure. */
export function isMountedNow({ code, stdout }: RunResult): boolean {
	return code === 8 && /\bis (?:mounted|in use)\./.test(stdout);
}

/** The error, for people, of an image that e2fsck gave up on. */
export function checkProblem(image: string, { code, stdout, stderr }: RunResult): ProblemError {
	const what = `Cannot use the session's disk "${image}": it is damaged, and e2fsck -p exited with code ${code}`;
	const mend = `Run: e2fsck -fy "${image}"; or move it away to start with an empty one`;
	return new ProblemError(`${what}: ${printable(stderr || stdout, 300)}`, mend);
}

/** The error, for people, of what lies in the place of an image. */
export function strangeProblem(image: string, why: string): ProblemError {
	return new ProblemError(
		`Cannot use the session's disk "${image}": ${why}`,
		'Move it away to start with an empty one',
	);
}

/** The error, for people, of an image that another process of fuse2fs does not let go of. */
export function heldProblem(image: string): ProblemError {
	const mend = 'Run: pgrep -fa fuse2fs; end the process that names it';
	return new ProblemError(`Cannot mount the session's disk "${image}": another fuse2fs has it open`, mend);
}

/** The error, for people, of a mount that failed. */
export function mountProblem(image: string, { code, stderr }: RunResult): ProblemError {
	const what = `Cannot mount the session's disk "${image}"`;
	if (/loop device/iu.test(stderr)) {
		const mend = 'Run: modprobe loop; inside a container, give it /dev/loop-control and the loop devices';
		return new ProblemError(`${what}: no loop device can be had (${printable(stderr, 200)})`, mend);
	}
	if (/\/dev\/fuse|fuse: device/iu.test(stderr)) {
		const mend = 'Run: sudo chmod 666 /dev/fuse (udev does so at each boot)';
		return new ProblemError(`${what}: /dev/fuse cannot be opened (${printable(stderr, 200)})`, mend);
	}
	if (/permission denied|must be superuser|operation not permitted/iu.test(stderr)) {
		return new ProblemError(
			`${what}: this process may not mount`,
			'Run Threadsmith as root, or give its container SYS_ADMIN',
		);
	}
	if (/unknown filesystem type/iu.test(stderr)) {
		return new ProblemError(`${what}: this kernel has no ext4`, 'Run: modprobe ext4');
	}
	return new ProblemError(
		`${what}: mount exited with code ${code}: ${printable(stderr, 300)}`,
		'See dmesg for the reason',
	);
}

function textOf(cause: unknown): string {
	if (isResult(cause)) return printable(cause.stderr || `exit code ${cause.code}`, 300);
	return `${codeOf(cause) ?? ''} ${messageOf(cause)}`.trim();
}

function isResult(cause: unknown): cause is RunResult {
	return typeof cause === 'object' && cause !== null && 'stderr' in cause && 'code' in cause;
}

function asCause(cause: unknown): ErrorOptions {
	return { cause };
}
