import { codeOf, messageOf, ProblemError } from '../../base/errors.ts';

const away = [
	'the file system that it is on is away',
	'Look whether that folder is mounted and answers, then try again',
] as const;

const known: Readonly<Record<string, readonly [why: string, mend: string]>> = {
	ENOSPC: ['the disk is full', 'Free some space on that disk, then try again'],
	EDQUOT: ['the disk quota is used up', 'Free some space or raise the quota, then try again'],
	EIO: ['the disk reports an input/output error', 'Look at the system log for a failing disk, then try again'],
	EROFS: ['the file system is read-only', 'Mount it writable, or set THREADSMITH_HOME to a folder elsewhere'],
	ESTALE: away,
	ENOTCONN: away,
	ETIMEDOUT: away,
	EACCES: ['permission denied', 'Give the user that runs Threadsmith the right to read and write there'],
	EPERM: ['operation not permitted', 'Give the user that runs Threadsmith the right to read and write there'],
	EMFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n), then start again'],
	ENFILE: ['too many files are open on this machine', 'Raise the limit (sysctl fs.file-max), then try again'],
};

/** The error, for people, of a `path` that could not be written, or read: a `ProblemError` for the known causes, else the error itself. */
export function fileProblem(error: unknown, path: string, what: 'write' | 'read' = 'write'): Error {
	const [why, mend] = known[codeOf(error) ?? ''] ?? [];
	if (error instanceof ProblemError) return error;
	if (why && mend) return new ProblemError(`Cannot ${what} "${path}": ${why}`, mend, { cause: error, file: path });
	return error instanceof Error ? error : new Error(messageOf(error), { cause: error });
}
