import { join } from 'node:path';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { walkOutputs } from '../../files/fd-walk.ts';
import type { OpenFolder } from '../../files/folder.ts';
import { bindTrees, createSlot, openClosed, removeSlot, slotDisk } from '../container/slot.ts';
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
	/** Opens the folders that are shown in slots. */
	readonly openFolder: OpenFolder;
	readonly log: Logger;
}

/** The border for a process that may mount, here or in a namespace of its own. Disposing does nothing: slots are removed by name. */
export function createDirectBorder({ slots, disks, openFolder, log }: DirectBorderOptions): Border {
	const pathOf = (slot: string) => join(slots, slot);
	const pointOf = (slot: string) => slotDisk(pathOf(slot));
	return {
		makeSlot: (slot, signal) => createSlot(pathOf(slot), signal),
		bindTrees: ({ slot, stage }, trees, signal) =>
			bindTrees({ slot: pathOf(slot), stage: pathOf(stage), openFolder }, trees, signal),
		async mountDisk(slot, image, idBase, signal) {
			const opening = openClosed(pathOf(slot), idBase);
			await settleAll([disks.mount(image, pointOf(slot), idBase, signal), opening]);
		},
		async removeSlot(slot) {
			await removeSlot(pathOf(slot), log);
			await disks.released(pointOf(slot));
		},
		diskOf: (slot) => ({
			gone: (signal) => disks.gone(pointOf(slot), signal),
			walkOutputs: walkOutputs(join(pointOf(slot), 'outputs')),
		}),
		async [Symbol.asyncDispose]() {},
	};
}
