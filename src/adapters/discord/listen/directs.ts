import { z } from 'zod';
import type { Records } from '../../../store/store.ts';

/** The direct conversations there are: Discord lists them nowhere. */
export interface Directs {
	/** Resolves when it is stored. */
	remember(channel: string): Promise<void>;
	/** Ids of their channels, oldest first. */
	all(): Promise<readonly string[]>;
}

const place = 'discord-dms';
const schema = z.object({ channel: z.string() });

export function createDirects(records: Records): Directs {
	const known = new Set<string>();
	return {
		async remember(channel) {
			if (known.has(channel)) return;
			await records.put('adapter', place, `dm ${channel}`, { channel });
			known.add(channel);
		},
		async all() {
			for (const { channel } of await records.list('adapter', place, schema)) known.add(channel);
			return [...known];
		},
	};
}
