import { readdir } from 'node:fs/promises';
import { rootlessHere } from '../../sandbox/podman/service/rootless.ts';
import { boxesId, defaultStateDir, stateFolder } from '../../sandbox/podman/service/state-folder.ts';
import type { BoxesHere } from './agent-boxes.ts';

/**
 * Whether a dead process has left boxes of this data folder, which making `boxesOf` clears. Where root's helper has them it clears these with the rest: false.
 * Never rejects.
 */
export async function hasLeftBoxes({ homeId, helper }: Pick<BoxesHere, 'homeId' | 'helper'>): Promise<boolean> {
	if (helper !== undefined) return false;
	const stateDir = defaultStateDir(boxesId(homeId), rootlessHere('/')?.runtimeDir);
	const slots = await readdir(stateFolder(stateDir).slots).catch(() => []);
	return slots.length > 0;
}
