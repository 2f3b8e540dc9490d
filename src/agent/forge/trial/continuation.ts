import { isRecord, type JsonRecord, parseJson } from '../../model/text/json-text.ts';

/** A call of `forge_tool` that goes on with something instead of ordering. */
export interface Continuation {
	/** The call that is gone on with, or the tool that something is said of; undefined where the one that waits is meant. */
	readonly id: string | undefined;
	readonly answer: unknown;
	/** Whether the rest may be an order: small models fill in fields that they do not need. */
	readonly mayBeOrder: boolean;
}

const wrappers = ['arguments', 'args', 'parameters', 'params', 'input'];
const orderFields = ['examples', 'purpose', 'name'];

/** Undefined where it says nothing of the kind. Pure. */
export function continuationIn(given: unknown): Continuation | undefined {
	const fields = recordOf(given);
	const own = [fields, ...wrappers.map((name) => recordOf(fields?.[name]))].find((one) => one && isContinuing(one));
	if (!own) return undefined;
	const mayBeOrder = own['examples'] !== undefined;
	const other = mayBeOrder ? undefined : (own['output'] ?? own['result']);
	return { id: idIn(own), answer: own['answer'] ?? other, mayBeOrder };
}

/** An answer alone is one, too, where nothing is ordered with it. */
function isContinuing(fields: JsonRecord): boolean {
	if (textOf(fields['continue']) !== undefined || fields['continue'] === true) return true;
	const isOrder = orderFields.some((name) => fields[name] !== undefined && fields[name] !== null);
	return !isOrder && fields['answer'] !== undefined && fields['answer'] !== null && fields['answer'] !== '';
}

function idIn(fields: JsonRecord): string | undefined {
	return textOf(fields['continue']) ?? textOf(fields['id']) ?? textOf(fields['call']);
}

function recordOf(value: unknown): JsonRecord | undefined {
	const read = typeof value === 'string' ? parseJson(value)?.value : value;
	return isRecord(read) ? read : undefined;
}

/** Words that say nothing. */
const nothing = /^(?:|none|null|false|true|no|yes|n\/a|undefined)$/i;

/** The text without quotes around it. */
function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim().replace(/^["'`]+/, '') : '';
	const bare = text.length > 200 ? text : text.replace(/["'`]+$/, '');
	return nothing.test(bare) ? undefined : bare;
}
