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
	/** Resolves when nothing writes to an image any more that was unmounted. */
	released(image: string): Promise<void>;
	/** Resolves when nothing serves a mounted image any more. Rejects with the signal's reason. */
	gone(image: string, signal: AbortSignal): Promise<void>;
}

export interface DirectBorderOptions {
	/** The folder of all slots, absolute. */
	readonly slots: string;
	readonly disks: Disks;
	readonly log: Logger;
}

/** The border for a process that may mount, here or in a namespace of its own. Disposing does nothing: slots are removed by name. */
export function createDirectBorder({ slots, disks, log }: DirectBorderOptions): Border {
	const images = new Map<string, string>();
	return {
		makeSlot: (slot, trees, signal) => createSlot(join(slots, slot), trees, signal),
		async mountDisk(slot, image, idBase, signal) {
			const path = join(slots, slot);
			images.set(slot, image);
			await settleAll([disks.mount(image, slotDisk(path), idBase, signal), openClosed(path, idBase)]);
		},
		async removeSlot(slot) {
			await removeSlot(join(slots, slot), log);
			const image = images.get(slot);
			images.delete(slot);
			if (image !== undefined) await disks.released(image);
		},
		diskGone: (slot, signal) => disks.gone(images.get(slot) ?? '', signal),
		walkOutputs: (slot) => walkOutputs(join(slotDisk(join(slots, slot)), 'outputs')),
		async [Symbol.asyncDispose]() {},
	};
}
