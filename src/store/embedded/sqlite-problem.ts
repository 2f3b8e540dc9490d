import { CorruptFileError, codeOf, messageOf, ProblemError } from '../../base/errors.ts';
import { fileProblem } from '../files/file-problem.ts';

/** Primary result codes, from SQLite's documentation ("Result and Error Codes"). */
const busy = [5, 6];
const corrupt = [11, 26];
const known: Readonly<Record<number, readonly [why: string, mend: string]>> = {
	5: ['another process keeps it locked', 'Stop the other process that uses this file, then try again'],
	6: ['another process keeps it locked', 'Stop the other process that uses this file, then try again'],
	8: ['it is read-only', 'Give the user that runs Threadsmith the right to write it'],
	10: ['the disk reports an input/output error', 'Check that the disk is neither full nor failing, then try again'],
	13: ['the disk is full', 'Free some space on that disk, then try again'],
	14: ['it cannot be opened', 'Check that its folder exists and that the user that runs Threadsmith may write there'],
};

/** A failure of SQLite on the file at `path`, for people: `ProblemError`, `CorruptFileError`, or the error itself when it is a fault of ours. */
export function sqliteProblem(error: unknown, path: string): Error {
	const code = resultCode(error);
	if (code === undefined) return fileProblem(error, path);
	if (corrupt.includes(code)) {
		const mend =
			'stop Threadsmith and move the file aside; the sessions keep their own folders, what waited to be worked on is lost';
		return new CorruptFileError(path, '(all of it)', `${messageOf(error)}; ${mend}`, { cause: error });
	}
	const [why, mend] = known[code] ?? [];
	if (why && mend) return new ProblemError(`Cannot use "${path}": ${why}`, mend, { cause: error, file: path });
	return error instanceof Error ? error : new Error(messageOf(error), { cause: error });
}

/** Whether what `sqliteProblem` made may be about a full disk: SQLite tells it as such, or as an error of the disk. */
export function isNoRoom(problem: unknown): boolean {
	const code = problem instanceof ProblemError ? resultCode(problem.cause) : undefined;
	return code === 13 || code === 10;
}

/** Whether what `sqliteProblem` made is about a lock that another connection holds. */
export function isBusy(problem: unknown): boolean {
	const code = problem instanceof ProblemError ? resultCode(problem.cause) : undefined;
	return code !== undefined && busy.includes(code);
}

function resultCode(error: unknown): number | undefined {
	if (codeOf(error) !== 'ERR_SQLITE_ERROR' || !(error instanceof Error) || !('errcode' in error)) return undefined;
	// An extended code holds its primary code in the low byte.
	return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
