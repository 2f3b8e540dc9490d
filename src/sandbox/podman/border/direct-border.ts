import { join } from 'node:path';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { walkOutputs } from '../../files/fd-walk.ts';
import { createSlot, openClosed, removeSlot, slotDisk } from '../container/slot.ts';
import type { Border } from './border.ts';

/** How the disks of sessions are mounted here. */
export interface Disks {
	/** Mounts an image for the ids from `idBase` on, ready for a sandbox. */
	mount(image: string, mountPoint: string, idBase: number, signal: AbortSignal): Promise<void>;
	/** Resolves when nothing writes any more to what was mounted there and is not. */
	released(mountPoint: string): Promise<void>;
	/** Resolves when nothing serves what is mounted there any more. Rejects with the signal's reason. */
	gone(mountPoint: string, signal: AbortSignal): Promise<void>;
}

export interface DirectBorderOptions {
	/** The folder of all slots, absolute. */
	readonly slots: string;
	readonly disks: Disks;
	readonly log: Logger;
}

/** The border for a process that may mount, here or in a namespace of its own. Disposing does nothing: slots are removed by name. */
export function createDirectBorder({ slots, disks, log }: DirectBorderOptions): Border {
	const diskOf = (slot: string) => slotDisk(join(slots, slot));
	return {
		makeSlot: (slot, trees, signal) => createSlot(join(slots, slot), trees, signal),
		async mountDisk(slot, image, idBase, signal) {
			const opening = openClosed(join(slots, slot), idBase);
			await settleAll([disks.mount(image, diskOf(slot), idBase, signal), opening]);
		},
		async removeSlot(slot) {
			await removeSlot(join(slots, slot), log);
			await disks.released(diskOf(slot));
		},
		diskGone: (slot, signal) => disks.gone(diskOf(slot), signal),
		walkOutputs: (slot) => walkOutputs(join(diskOf(slot), 'outputs')),
		async [Symbol.asyncDispose]() {},
	};
}
