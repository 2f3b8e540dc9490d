import { z } from 'zod';

/** When a file that a platform has refused may be taken: under another name, once it has changed (its size, its kind), or another time. */
export const untilSchema = z.enum(['renamed', 'changed', 'later']);
export type Until = z.infer<typeof untilSchema>;

/** A file that its platform does not have. `reason`: one plain sentence. */
export interface Undelivered {
	readonly key: string;
	readonly until: Until;
	readonly reason: string;
}

/** Where the outbox keeps, in place of an id, why the file `key` was not taken: the file's own row is settled either way. Pure. */
export function refusedKey({ key, until }: Pick<Undelivered, 'key' | 'until'>): string {
	return `${key}/refused-${until}`;
}

/** The outbox's word on the file `key` that was not taken; undefined: there is none. Pure. */
export function undeliveredIn(
	rows: readonly { readonly key: string; readonly id?: string }[],
	key: string,
): Undelivered | undefined {
	for (const until of untilSchema.options) {
		const reason = rows.find((row) => row.key === refusedKey({ key, until }))?.id;
		if (reason !== undefined) return { key, until, reason };
	}
	return undefined;
}
