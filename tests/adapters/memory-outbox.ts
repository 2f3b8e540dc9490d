import type { Outbox, OutboxRow } from '../../src/store/store.ts';

/** An outbox in memory. `beforeCall` sees each call first (and each new intent once more, as `intended`, when it stands) and may throw, as a crash would. */
export interface MemoryOutbox extends Outbox {
	readonly all: readonly OutboxRow[];
}

export function createMemoryOutbox(
	beforeCall: (call: 'intend' | 'intended' | 'sent', key: string) => void = () => {},
): MemoryOutbox {
	const all: OutboxRow[] = [];
	const at = (session: string, key: string) => all.findIndex((row) => row.session === session && row.key === key);
	return {
		all,
		async intend(row) {
			beforeCall('intend', row.key);
			const existing = all[at(row.session, row.key)];
			if (existing !== undefined) return existing;
			all.push(row);
			beforeCall('intended', row.key);
			return row;
		},
		async sent(session, key, id) {
			beforeCall('sent', key);
			const index = at(session, key);
			const row = all[index];
			if (row === undefined) throw new Error(`There is no intent "${key}"`);
			all[index] = { ...row, id };
		},
		rows: async (session, turn) => all.filter((row) => row.session === session && row.turn === turn),
		async settle(session) {
			all.forEach((row, index) => {
				if (row.session === session && row.id === undefined) all[index] = { ...row, id: 'overtaken' };
			});
		},
	};
}
