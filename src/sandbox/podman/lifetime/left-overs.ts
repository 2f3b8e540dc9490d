import { readdir } from 'node:fs/promises';
import type { Logger } from '../../../base/log.ts';
import type { Border } from '../border/border.ts';
import type { Owner } from '../container/owner.ts';
import type { Engine } from '../service/engine.ts';
import { endForgotten } from '../service/forgotten.ts';

export interface LeftOverOptions {
	readonly homeId: string;
	/** Where this home's slots are. */
	readonly slots: string;
	/** The folder of its service. */
	readonly service: string;
	readonly border: Border;
	readonly owner: Owner;
	readonly log: Logger;
}

/** The slots of this home that nobody needs any more. */
export async function findLeftOverSlots({ slots, owner }: LeftOverOptions): Promise<string[]> {
	const names = await readdir(slots).catch(() => []);
	const leftOver = await Promise.all(names.map((name) => owner.isLeftOver(name)));
	return names.filter((_, index) => leftOver[index]);
}

/**
 * Removes containers, mounts and slots that dead processes of this home have left; those of other homes and of living processes stay. Rejects
 * when Podman does not answer, and with the signal's reason. What cannot be removed is logged and left for the next time.
 */
export async function clearLeftOvers(engine: Engine, options: LeftOverOptions, signal: AbortSignal): Promise<void> {
	const { homeId, border, owner, service, log } = options;
	for (const { id, labels } of await engine.list(`home=${homeId}`, signal)) {
		if (await owner.isLeftOver(labels['slot'] ?? '')) await engine.remove(id, signal);
	}
	await endForgotten(service, (name) => owner.isLeftOver(name.replace(/^threadsmith-/, '')), log);
	for (const name of await findLeftOverSlots(options)) {
		await border.removeSlot(name).catch((error: unknown) => {
			log.warn('Left-over slot cannot be removed', { name, err: error });
		});
	}
}
