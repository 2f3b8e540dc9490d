import { join } from 'node:path';
import { collectArtifacts, type Found } from '../../../src/sandbox/files/collect.ts';
import { ensureDisk, mountDisk, unmountDisk } from '../../../src/sandbox/files/disk/disk.ts';
import { loopDevicesOf } from '../../../src/sandbox/files/disk/disk-state.ts';
import { walkOutputs } from '../../../src/sandbox/files/fd-walk.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';

export const megabyte: number = 1024 * 1024;
export const never: AbortSignal = new AbortController().signal;

/** An image and its mount point in a folder of their own; disposing unmounts it. */
export interface DiskFolder extends AsyncDisposable {
	readonly path: string;
	readonly image: string;
	readonly mountPoint: string;
	ensure(bytes?: number): Promise<void>;
	mount(uidBase: number, signal?: AbortSignal): Promise<void>;
	unmount(): Promise<void>;
	/** What is handed over of its `/outputs`. */
	collect(): Promise<Found>;
	/** Resolves when no loop device holds the image: other mount namespaces may keep a copy of the mount for a while. */
	free(): Promise<unknown>;
}

export async function diskFolder(): Promise<DiskFolder> {
	const dir = await tempDir();
	const [image, mountPoint] = [join(dir.path, 'disk.img'), join(dir.path, 'slot', 'disk')];
	const unmount = () => unmountDisk(mountPoint, never);
	return {
		path: dir.path,
		image,
		mountPoint,
		ensure: (bytes = 32 * megabyte) => ensureDisk(image, bytes, never),
		mount: (uidBase, signal = never) => mountDisk(image, mountPoint, uidBase, signal),
		unmount,
		collect: () => {
			const outputs = walkOutputs(join(mountPoint, 'outputs'));
			return collectArtifacts(outputs, join(dir.path, 'host'), new Map(), defaultFileLimits, never);
		},
		free: () => waitFor(async () => (await loopDevicesOf(image)).length === 0, 'the loop device to be freed', 60_000),
		async [Symbol.asyncDispose]() {
			await unmount();
			await dir[Symbol.asyncDispose]();
		},
	};
}
