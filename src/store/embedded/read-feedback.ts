import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { sqliteProblem } from './sqlite-problem.ts';

/** Each value that people gave, with when, ISO 8601. */
const rowSchema = z.object({ value: z.string().max(40).nullable(), time: z.string().nullable() });

export interface Thumb {
	readonly value: string;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/**
 * The feedback in the store's file, which is only read: a bot may be running on it. None where there is no such file yet. Throws `ProblemError` where it
 * is locked, and `CorruptFileError` where it is damaged.
 */
export function readFeedback(path: string): readonly Thumb[] {
	try {
		const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
		try {
			const found = database
				.prepare(
					"SELECT json_extract(value, '$.value') AS value, json_extract(value, '$.at') AS time FROM records WHERE kind = 'feedback' AND json_valid(value)",
				)
				.all();
			return found.flatMap((row) => thumbOf(rowSchema.safeParse(row).data));
		} finally {
			database.close();
		}
	} catch (error) {
		if (isMissing(error)) return [];
		throw sqliteProblem(error, path);
	}
}

function thumbOf(row: z.infer<typeof rowSchema> | undefined): readonly Thumb[] {
	const at = Date.parse(row?.time ?? '');
	return row?.value == null || Number.isNaN(at) ? [] : [{ value: row.value, at }];
}

/** SQLITE_CANTOPEN: no bot has run on the data folder yet. */
function isMissing(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 14;
}
