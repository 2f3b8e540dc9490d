import { isRecord, type JsonRecord, parseJson } from '../../model/text/json-text.ts';

/** A call of `forge_tool` that goes on with something instead of ordering. */
export interface Continuation {
	/** The call that is gone on with, or the tool that something is said of. */
	readonly id: string;
	readonly answer: unknown;
	/** Whether the rest may be an order: small models fill in fields that they do not need. */
	readonly mayBeOrder: boolean;
}

const wrappers = ['arguments', 'args', 'parameters', 'params', 'input'];

/** Undefined where it says nothing of the kind. Pure. */
export function continuationIn(given: unknown): Continuation | undefined {
	const fields = recordOf(given);
	if (!fields) return undefined;
	const own = textOf(fields['continue'])
		? fields
		: wrappers.map((name) => recordOf(fields[name])).find((inner) => textOf(inner?.['continue']));
	const id = textOf(own?.['continue']);
	if (!own || id === undefined) return undefined;
	const mayBeOrder = own['examples'] !== undefined;
	const other = mayBeOrder ? undefined : (own['output'] ?? own['result']);
	return { id, answer: own['answer'] ?? other, mayBeOrder };
}

function recordOf(value: unknown): JsonRecord | undefined {
	const read = typeof value === 'string' ? parseJson(value)?.value : value;
	return isRecord(read) ? read : undefined;
}

/** Words that say nothing. */
const nothing = /^(?:|none|null|false|no|n\/a|undefined)$/i;

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return nothing.test(text) ? undefined : text;
}
