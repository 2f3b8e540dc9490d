import type { FileHandle } from 'node:fs/promises';
import { handedFile, type Run } from '../run.ts';
import { mountProblem, runDiskTool, strangeProblem } from './disk-problem.ts';

/** A loop device that holds an image. Disposing lets it go, once nothing of it is mounted any more. */
export interface LoopDevice extends AsyncDisposable {
	/** `/dev/loop3`. */
	readonly device: string;
}

/** For steps that are short and must not be cut in the middle. */
const stepMs = 60_000;

/**
 * Attaches an open image to a loop device, to the one that it is on already where it is on one. losetup goes by the image's path, whose parts
 * somebody may be changing: what it took is asked of the kernel. Rejects with `ProblemError` where there is no device, or it took something else.
 */
export async function attachLoop(image: string, file: FileHandle, run: Run): Promise<LoopDevice> {
	const finding = ['losetup', '--find', '--show', '--nooverlap', handedFile] as const;
	const found = await runDiskTool(run, finding, AbortSignal.timeout(stepMs), [file.fd]);
	if (found.code !== 0) throw mountProblem(image, found);
	const device = found.stdout.trim();
	const detach = async () => {
		// Of one that is in use the kernel makes a note, and does it after the last unmount
		await runDiskTool(run, ['losetup', '--detach', device], AbortSignal.timeout(stepMs));
	};
	try {
		if (!(await holds(device, file, run))) throw strangeProblem(image, 'another file took its place meanwhile');
	} catch (error) {
		await detach();
		throw error;
	}
	return { device, [Symbol.asyncDispose]: detach };
}

async function holds(device: string, file: FileHandle, run: Run): Promise<boolean> {
	const asking = ['losetup', '--list', '--noheadings', '--output', 'BACK-INO,BACK-MAJ:MIN', device] as const;
	const { stdout } = await runDiskTool(run, asking, AbortSignal.timeout(stepMs));
	const { ino, dev } = await file.stat({ bigint: true });
	return stdout.trim().split(/\s+/).join(' ') === `${ino} ${majorOf(dev)}:${minorOf(dev)}`;
}

// As makedev(3) of glibc puts them together
const majorOf = (device: bigint) => ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
const minorOf = (device: bigint) => (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
