import { codeOf, messageOf } from '../../../base/errors.ts';
import { asUser, smith } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';
import { failed, type ToolAnswer } from '../tools/guest-tool.ts';
import { grouped } from './grouped.ts';

/** Why a file built-in cannot do what was asked, as the rest of a sentence about the path: "is a folder". */
export class FileProblem extends Error {
	override readonly name = 'FileProblem';
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: 'does not exist',
	EACCES: 'is not accessible: permission denied',
	EPERM: 'is not accessible: operation not permitted',
	EROFS: 'is read-only. Write below /workspace or /outputs',
	ENOSPC: 'does not fit: the disk is full. Nothing was changed',
	EDQUOT: 'does not fit: the disk is full. Nothing was changed',
	ENOTDIR: 'cannot be reached: a part of its path is not a folder',
	EEXIST: 'cannot be reached: a part of its path is not a folder',
	EISDIR: 'is a folder',
	ELOOP: 'cannot be reached: its symbolic links go in circles',
	ENAMETOOLONG: 'has too long a name',
	ENXIO: 'is a pipe, socket or device, not a regular file',
};

/** Runs a file built-in as smith and turns what the system refuses into a sentence. `doing` is such as "read". */
export function withFile(doing: string, path: string, act: () => ToolAnswer): ToolAnswer {
	try {
		return asUser(smith, act);
	} catch (error) {
		const reason = error instanceof FileProblem ? error.message : (reasons[codeOf(error) ?? ''] ?? messageOf(error));
		return failed(`Cannot ${doing} "${sanitiseLine(path)}": it ${sanitiseLine(reason)}`);
	}
}

/** 12,345 bytes. */
export function bytesOf(size: number): string {
	return size === 1 ? '1 byte' : `${grouped(size)} bytes`;
}
