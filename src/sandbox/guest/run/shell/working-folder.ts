import {
	closeSync,
	constants,
	fstatSync,
	mkdirSync,
	openSync,
	readSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ownFolder } from '../output.ts';
import { asUser, smith } from '../users.ts';

/** Where `bash` runs: kept between calls, and on the session's disk so that a new sandbox goes on there. */
export interface WorkingFolder {
	/** The folder for the next command. `gone` is the one that was to be used and can no longer be entered. */
	current(): { readonly path: string; readonly gone?: string };
	/** Takes what a command reported; anything that is not an absolute path is ignored. */
	remember(reported: string): void;
}

const start = '/workspace';

const file = join(ownFolder, 'cwd');

/** Linux's PATH_MAX. */
const longest = 4096;

export function createWorkingFolder(): WorkingFolder {
	let folder: string | undefined;
	return {
		current() {
			folder ??= asUser(smith, readSaved) ?? start;
			if (folder === start || asUser(smith, () => canEnter(folder ?? start))) return { path: folder };
			const gone = folder;
			folder = start;
			return { path: start, gone };
		},
		remember(reported) {
			const path = reported.replace(/\n$/, '');
			if (path === folder || !isUsable(path)) return;
			folder = path;
			asUser(smith, () => save(path));
		},
	};
}

function isUsable(path: string): boolean {
	return isAbsolute(path) && path.length <= longest && !path.includes('\0');
}

function canEnter(path: string): boolean {
	try {
		return statSync(`${path}/.`).isDirectory();
	} catch {
		return false;
	}
}

/** The file is smith's: a link, a pipe or rubbish in its place is not a folder. */
function readSaved(): string | undefined {
	try {
		const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
		try {
			const bytes = Buffer.alloc(longest + 1);
			const path = fstatSync(fd).isFile() ? bytes.toString('utf8', 0, readSync(fd, bytes)) : '';
			return isUsable(path) ? path : undefined;
		} finally {
			closeSync(fd);
		}
	} catch {
		return undefined;
	}
}

/** Best effort: on a full disk the folder is still kept in memory. */
function save(path: string): void {
	try {
		mkdirSync(ownFolder, { recursive: true });
		const next = `${file}.${process.pid}.tmp`;
		writeFileSync(next, path, { flag: 'wx' });
		renameSync(next, file);
	} catch {}
}
