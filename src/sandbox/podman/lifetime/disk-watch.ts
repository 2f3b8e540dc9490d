import { readMounts } from '../container/mounts.ts';

/** Half a sentence for people and models. */
export const diskLostText = 'its disk could not be written any more, as happens when the disk of the machine is full';

/**
 * Whether the file system that is mounted at `point` has been made read-only by the kernel, after a write of its journal failed. It stays so
 * until it is mounted anew. False where nothing of this process' is mounted there.
 */
export async function isDiskLost(point: string): Promise<boolean> {
	const mount = (await readMounts('self')).findLast((one) => one.point === point);
	// Since Linux 6.15 by an option of its own (ext4's `emergency_ro`), before that as read-only
	return (
		mount?.options.some((option) => option === 'ro' || option === 'emergency_ro' || option === 'shutdown') ?? false
	);
}
