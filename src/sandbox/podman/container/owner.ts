import { randomBytes } from 'node:crypto';
import { ownStartTicks, startTicks } from './process-facts.ts';

/** Names slots so that any process can tell whether whoever made one still lives. */
export interface Owner {
	/** A new name, counted as in use from now on. */
	nameSlot(): string;
	/** The slot is gone. */
	forget(name: string): void;
	/** Whether nobody needs the slot of that name any more: its maker is dead, or it is ours and forgotten. */
	isLeftOver(name: string): Promise<boolean>;
}

const pattern = /^(\d+)-(\d+)-([0-9a-f]+)\.[0-9a-f]+$/;

/** An owner for this process; several in one process leave each other's slots alone. */
export function createOwner(): Owner {
	const instance = randomBytes(3).toString('hex');
	const ticks = ownStartTicks();
	const inUse = new Set<string>();
	return {
		nameSlot() {
			const name = `${process.pid}-${ticks}-${instance}.${randomBytes(4).toString('hex')}`;
			inUse.add(name);
			return name;
		},
		forget: (name) => void inUse.delete(name),
		async isLeftOver(name) {
			const [, pid, started, maker] = pattern.exec(name) ?? [];
			if (maker === instance) return !inUse.has(name);
			return pid === undefined || (await startTicks(Number(pid))) !== Number(started);
		},
	};
}
