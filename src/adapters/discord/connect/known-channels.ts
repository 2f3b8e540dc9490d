import { z } from 'zod';
import type { Records } from '../../../store/records.ts';

/** Channels that must be known at the next start. */
export interface KnownChannels {
	/** Resolves when it is stored. */
	remember(channel: string): Promise<void>;
	/** Their ids, oldest first. */
	all(): Promise<readonly string[]>;
}

const schema = z.object({ channel: z.string() });

/** `place`: under which name they are kept. */
export function createKnownChannels(records: Pick<Records, 'put' | 'list'>, place: string): KnownChannels {
	const known = new Set<string>();
	return {
		async remember(channel) {
			if (known.has(channel)) return;
			await records.put('adapter', place, `${place} ${channel}`, { channel });
			known.add(channel);
		},
		async all() {
			for (const { channel } of await records.list('adapter', place, schema)) known.add(channel);
			return [...known];
		},
	};
}
