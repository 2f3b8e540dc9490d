import type { z } from 'zod';
import type { RecordChange, RecordKind, Records } from '../../../src/store/records.ts';

interface Row {
	readonly kind: RecordKind;
	readonly session: string;
	readonly id: string;
	readonly text: string;
}

/** Records in this process, one of a kind and id, as the store keeps them. */
export function memoryRecords(): Records {
	const rows: Row[] = [];
	const drop = (kind: RecordKind, id: string) => {
		const at = rows.findIndex((row) => row.kind === kind && row.id === id);
		if (at !== -1) rows.splice(at, 1);
	};
	const change = ({ kind, session, id, value }: RecordChange) => {
		drop(kind, id);
		if (value !== undefined) rows.push({ kind, session, id, text: JSON.stringify(value) });
	};
	const sound = <T>(found: readonly Row[], schema: z.ZodType<T>): T[] =>
		found.flatMap(({ text }) => {
			const { success, data } = schema.safeParse(JSON.parse(text));
			return success ? [data] : [];
		});
	return {
		put: async (kind, session, id, value) => change({ kind, session, id, value }),
		list: async (kind, session, schema) =>
			sound(
				rows.filter((row) => row.kind === kind && row.session === session),
				schema,
			),
		get: async (kind, id, schema) =>
			sound(
				rows.filter((row) => row.kind === kind && row.id === id),
				schema,
			)[0],
		remove: async (kind, id) => drop(kind, id),
		change: async (changes) => changes.forEach(change),
	};
}
