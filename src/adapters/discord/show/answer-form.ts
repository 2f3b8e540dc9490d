/** An answer as messages, or as its beginning and a file. */
export type AnswerForm = 'messages' | 'file';

/** The outbox's key of an answer being its beginning and a file: noted before either is posted. Pure. */
export function formKey(key: string): string {
	return `${key}/form`;
}

/**
 * How an earlier process has begun to show the answer `key`; undefined: it has posted nothing that tells. What is rendered now may come out
 * otherwise, and half of each form is no whole answer. `has`: whether the outbox has a row of that key. Pure.
 */
export function begunForm(key: string, has: (key: string) => boolean): AnswerForm | undefined {
	if (has(formKey(key)) || has(`${key}/file`)) return 'file';
	return has(`${key}/2`) ? 'messages' : undefined;
}
