import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { mountDisk } from '../../files/disk/disk.ts';
import type { OpenFolder } from '../../files/folder.ts';
import { createHelperLine } from '../line/helper-line.ts';
import type { Rootless } from '../service/rootless.ts';
import type { Border } from './border.ts';
import { createDirectBorder, type Disks } from './direct-border.ts';
import { createFarBorder } from './far-border.ts';
import type { Request } from './messages.ts';
import { startHelper } from './start-helper.ts';

export interface BorderOptions {
	/** The folder of all slots, absolute. */
	readonly slots: string;
	readonly rootless: Rootless | undefined;
	/** Where programs are looked for. */
	readonly path: string;
	/** Opens the folders of sessions and of disks, as root. */
	readonly openFolder: OpenFolder;
	readonly log: Logger;
}

/** The border of this process: its own where it is root, with loop devices, else through a helper. Nothing runs before it is needed. */
export function chooseBorder({ slots, rootless, path, openFolder, log }: BorderOptions): Border {
	if (rootless === undefined) return createDirectBorder({ slots, disks: loopDisks(openFolder), openFolder, log });
	const line = createHelperLine<Request>('the helper for mounts', () => startHelper({ rootless, slots, path, log }));
	return createFarBorder(line, rootless.data);
}

/** The kernel serves them, and writes what is left before `umount` returns. */
function loopDisks(openFolder: OpenFolder): Disks {
	return {
		mount: (image, mountPoint, idBase, signal) => mountDisk(image, mountPoint, idBase, signal, { openFolder }),
		released: async () => {},
		gone: (_mountPoint, signal) => raceAbort(new Promise(() => undefined), signal),
	};
}
