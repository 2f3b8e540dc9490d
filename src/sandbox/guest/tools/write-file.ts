import { randomUUID } from 'node:crypto';
import {
	closeSync,
	constants,
	fchmodSync,
	mkdirSync,
	openSync,
	realpathSync,
	renameSync,
	unlinkSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileArgs } from '../../built-ins.ts';
import { bytesOf, withFile } from '../files/file-problem.ts';
import { pathOf, statWritable } from '../files/open-file.ts';
import { sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import type { GuestTool } from './guest-tool.ts';

/** The `write_file` built-in. */
export function createWriteFile(): GuestTool {
	return builtInTool('write_file', writeFileArgs, ({ path, content }) =>
		withFile('write', path, () => {
			const target = pathOf(path);
			mkdirSync(dirname(target), { recursive: true });
			const before = statWritable(target);
			const bytes = Buffer.from(content.toWellFormed());
			replaceFile(target, bytes, before?.mode);
			const instead = before === undefined ? 'a new file' : `it had ${bytesOf(before.size)}`;
			return { text: `Wrote ${bytesOf(bytes.length)} to ${sanitiseLine(target)} (${instead})` };
		}),
	);
}

/**
 * Replaces a file's content all at once, so that a full disk leaves the old one whole. Keeps the mode and, where the path is a
 * symbolic link, the link. `mode` is that of the file that stands there, undefined for none. Must run as smith.
 */
export function replaceFile(path: string, bytes: Uint8Array, mode: number | undefined): void {
	const target = mode === undefined ? path : realpathSync(path);
	const next = join(dirname(target), `.${randomUUID()}.tmp`);
	const fd = openSync(next, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
	try {
		for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
		if (mode !== undefined) fchmodSync(fd, mode & 0o777);
		renameSync(next, target);
	} catch (error) {
		unlinkSync(next);
		throw error;
	} finally {
		closeSync(fd);
	}
}
