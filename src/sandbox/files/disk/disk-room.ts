import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ProblemError } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { ignore } from '../folder.ts';

/** The room on the host's disk that sandboxes may still take: their images are sparse, and grow while they run. */
export interface DiskRoom {
	/**
	 * Reserves what this session's disk, of `bytes` where it is not there yet, may still grow by; rejects with a `ProblemError` where that does not
	 * fit. The answer gives it back.
	 */
	claim(image: string, bytes: number): Promise<() => void>;
}

/** `freeAt`: free bytes on the file system of a folder. */
export function createDiskRoom(freeAt: (folder: string) => Promise<number> = freeSpace): DiskRoom {
	const running = new Map<symbol, Disk>();
	return {
		async claim(image, bytes) {
			const claim = Symbol(image);
			const disk = { image, bytes };
			const others = [...running.values()].filter((one) => one.image !== image);
			// At once, so that one that starts meanwhile counts this.
			running.set(claim, disk);
			try {
				const [own, ...theirs] = await Promise.all([disk, ...others].map(growthOf));
				const free = await freeAt(dirname(image));
				const need = { own: own ?? bytes, others: theirs.reduce((so, one) => so + one, 0) };
				if (need.own + need.others > free) throw noRoom(need, free, others.length);
			} catch (error) {
				running.delete(claim);
				throw error;
			}
			return () => void running.delete(claim);
		},
	};
}

interface Disk {
	readonly image: string;
	readonly bytes: number;
}

/** The bytes that an image may still take of the host: its holes. */
async function growthOf({ image, bytes }: Disk): Promise<number> {
	const found = await stat(image).catch(ignore('ENOENT'));
	return found ? Math.max(0, found.size - found.blocks * 512) : bytes;
}

/** Of the nearest folder that is there. */
async function freeSpace(folder: string): Promise<number> {
	try {
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	} catch (error) {
		if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
		return await freeSpace(dirname(folder));
	}
}

function noRoom(need: { readonly own: number; readonly others: number }, free: number, count: number): ProblemError {
	const running = count === 1 ? '1 other sandbox that runs' : `${count} other sandboxes that run`;
	const theirs = count === 0 ? '' : `, and ${running} may take ${formatBytes(need.others)} of it`;
	const message = `Cannot start the sandbox: its disk may take ${formatBytes(need.own)}, but the host's disk has ${formatBytes(free)} left${theirs}`;
	return new ProblemError(message, 'Free some space there, or set a smaller SANDBOX_DISK');
}
