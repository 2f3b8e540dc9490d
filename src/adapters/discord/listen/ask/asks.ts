import { z } from 'zod';
import { fileRefSchema } from '../../../../chat/inbound.ts';
import type { Records } from '../../../../store/records.ts';

const askSchema = z.object({
	/** Of the interaction. */
	id: z.string(),
	token: z.string(),
	/** ISO 8601. */
	at: z.iso.datetime(),
	user: z.object({ id: z.string(), username: z.string(), global_name: z.string().nullable() }),
	member: z.object({ nick: z.string().nullish(), roles: z.array(z.string()) }).optional(),
	channel: z.object({
		id: z.string(),
		type: z.number(),
		guild: z.string().optional(),
		parent: z.string().optional(),
	}),
	text: z.string(),
	files: z.array(fileRefSchema),
	/** A command that hands in a request, instead of words. */
	command: z.object({ name: z.string(), args: z.string() }).optional(),
	/** In the thread where it is asked, in one that begins in the channel, or in the person's direct conversation. */
	goesOn: z.enum(['inside', 'in-channel', 'directly']),
	/** The id of the thread where it is asked. */
	thread: z.string().optional(),
});

/** Something asked by a command: there is no message of it until Discord has been answered. */
export type Ask = z.infer<typeof askSchema>;

/** Asks on their way: what is there before any has come in was left by a process that ended on the way. */
export interface Asks {
	/** Resolves when it is stored; calling the answer takes it out. */
	keep(ask: Ask): Promise<() => Promise<void>>;
	/** Left by an earlier process, each with a way to take it out. */
	left(): Promise<readonly LeftAsk[]>;
}

export interface LeftAsk {
	readonly ask: Ask;
	/** Takes it out. */
	readonly done: () => Promise<void>;
}

const place = 'discord-asks';
const slotSchema = z.object({ slot: z.number(), ask: askSchema.nullable() });

/** Records cannot be removed: each has a slot that is used again. */
export function createAsks(records: Pick<Records, 'put' | 'list'>): Asks {
	const used = new Set<number>();
	const write = (slot: number, ask: Ask | null) => records.put('adapter', place, `ask ${slot}`, { slot, ask });
	const free = async (slot: number) => {
		await write(slot, null);
		used.delete(slot);
	};
	return {
		async keep(ask) {
			const slot = firstFree(used);
			used.add(slot);
			await write(slot, ask);
			return () => free(slot);
		},
		async left() {
			const slots = await records.list('adapter', place, slotSchema);
			return slots.flatMap(({ slot, ask }) => {
				if (!ask) return [];
				used.add(slot);
				return [{ ask, done: () => free(slot) }];
			});
		},
	};
}

function firstFree(used: ReadonlySet<number>): number {
	let slot = 1;
	while (used.has(slot)) slot += 1;
	return slot;
}
