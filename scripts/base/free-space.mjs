import fs from 'node:fs';
import { dirname } from 'node:path';

/**
 * The bytes that are free for us where `path` is or would be made; Infinity where Node cannot tell (`statfs` came with
 * 18.15).
 */
export const freeSpace = (path) => {
	if (fs.statfsSync === undefined) return Number.POSITIVE_INFINITY;
	const { bavail, bsize } = fs.statfsSync(nearestFolder(path));
	return bavail * bsize;
};

/** The path itself or, when it is not there, the folder that it would be made in. */
export const nearestFolder = (path) => (fs.existsSync(path) ? path : nearestFolder(dirname(path)));
