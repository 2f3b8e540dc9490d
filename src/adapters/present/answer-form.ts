import { createHash } from 'node:crypto';
import type { Outbox, OutboxRow } from '../../store/store.ts';

/** An answer as messages, or as its beginning and a file. */
export type AnswerForm = 'messages' | 'file';

/** The outbox's key of how an answer is posted, noted before any of it is: `file`, or `cutOf` its messages. Pure. */
export function formKey(key: string): string {
	return `${key}/form`;
}

/** How many messages an answer is, and where it is cut. Pure. */
export function cutOf(messages: readonly unknown[]): string {
	const hash = createHash('sha256').update(JSON.stringify(messages)).digest('hex');
	return `${messages.length}/${hash.slice(0, 16)}`;
}

/** Gives the outbox's row that is noted under a key. */
type RowOf = (key: string) => Pick<OutboxRow, 'id'> | undefined;

/**
 * How an earlier process has begun to show the answer `key`; undefined: it has posted nothing that tells. What is rendered now may come out
 * otherwise, and half of each form is no whole answer. Pure.
 */
export function begunForm(key: string, rowOf: RowOf): AnswerForm | undefined {
	const noted = rowOf(formKey(key))?.id;
	if (noted === 'file' || rowOf(`${key}/file`)) return 'file';
	return noted !== undefined || rowOf(`${key}/2`) ? 'messages' : undefined;
}

/** Whether an earlier process has begun `key` cut otherwise than `cut`: where one of its messages ends, the next one need not begin. Pure. */
export function isCutOtherwise(key: string, cut: string, rowOf: RowOf): boolean {
	const noted = rowOf(formKey(key))?.id;
	return rowOf(key) !== undefined && noted !== undefined && noted !== cut;
}

/** Notes how what `of` shows is posted: `file`, or `cutOf` its messages. To be done before any of it is. Rejects as the outbox does. */
export async function noteForm(outbox: Outbox, of: Omit<OutboxRow, 'id'>, form: string): Promise<void> {
	const row = { ...of, key: formKey(of.key) };
	const { id } = await outbox.intend(row);
	if (id !== form) await outbox.sent(row.session, row.key, form);
}

/** The ids of an answer's messages where all that `cutOf` has counted were posted; undefined: not all. Pure. */
export function idsOfWhole(key: string, rowOf: RowOf): string[] | undefined {
	const count = Number.parseInt(rowOf(formKey(key))?.id ?? '', 10);
	if (!(count > 0)) return undefined;
	return idsOf(key, count, rowOf);
}

/** Whether an earlier process has posted just as many messages of `key` as that, where it may have noted no cut. Pure. */
export function isWholeIn(key: string, count: number, rowOf: RowOf): boolean {
	return idsOf(key, count, rowOf) !== undefined && rowOf(`${key}/${count + 1}`) === undefined;
}

function idsOf(key: string, count: number, rowOf: RowOf): string[] | undefined {
	const keys = Array.from({ length: count }, (_, at) => (at === 0 ? key : `${key}/${at + 1}`));
	const ids = keys.flatMap((of) => rowOf(of)?.id ?? []);
	return ids.length === count ? ids : undefined;
}
