import { z } from 'zod';
import type { Records } from '../../store/records.ts';

/** Things under way that a process which ends leaves behind: the next one finds them. */
export interface LeftBehind<T> {
	/** Resolves when it is stored; calling the answer takes it out. */
	keep(value: T): Promise<() => Promise<void>>;
	/** To be asked before anything is kept: left by an earlier process, each with a way to take it out. */
	left(): Promise<readonly Left<T>[]>;
}

export interface Left<T> {
	readonly value: T;
	/** Takes it out. */
	readonly done: () => Promise<void>;
}

/** `place`: the name of these things, in the place of a session. Records cannot be removed: each has a slot that is used again. */
export function createLeftBehind<T>(
	records: Pick<Records, 'put' | 'list'>,
	place: string,
	schema: z.ZodType<T>,
): LeftBehind<T> {
	const slotSchema = z.object({ slot: z.number(), value: schema.nullable() });
	const used = new Set<number>();
	const write = (slot: number, value: T | null) => records.put('adapter', place, `${place} ${slot}`, { slot, value });
	const free = async (slot: number) => {
		await write(slot, null);
		used.delete(slot);
	};
	return {
		async keep(value) {
			const slot = firstFree(used);
			used.add(slot);
			await write(slot, value);
			return () => free(slot);
		},
		async left() {
			const slots = await records.list('adapter', place, slotSchema);
			return slots.flatMap(({ slot, value }) => {
				if (value === null) return [];
				used.add(slot);
				return [{ value, done: () => free(slot) }];
			});
		},
	};
}

function firstFree(used: ReadonlySet<number>): number {
	let slot = 1;
	while (used.has(slot)) slot += 1;
	return slot;
}
