import type { Records } from '../../src/store/records.ts';

interface Kept {
	readonly kind: string;
	readonly session: string;
	readonly id: string;
	readonly value: string;
}

/** Records in memory, which outlive whoever writes them. */
export function memoryRecords(): Records {
	const kept = new Map<string, Kept>();
	const put: Records['put'] = async (kind, session, id, value) =>
		void kept.set(`${kind}/${id}`, { kind, session, id, value: JSON.stringify(value) });
	return {
		put,
		list: async (kind, session, schema) =>
			[...kept.values()]
				.filter((one) => one.kind === kind && one.session === session)
				.map(({ value }) => schema.parse(JSON.parse(value))),
		async get(kind, id, schema) {
			const found = [...kept.values()].find((one) => one.kind === kind && one.id === id);
			return found && schema.parse(JSON.parse(found.value));
		},
		async remove(kind, id) {
			kept.delete(`${kind}/${id}`);
		},
		async change(changes) {
			for (const { kind, session, id, value } of changes)
				if (value === undefined) kept.delete(`${kind}/${id}`);
				else await put(kind, session, id, value);
		},
	};
}
