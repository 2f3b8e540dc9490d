import { deepest, isDeeperThan } from '../is-deeper-than.ts';
import { kindOf, type Schema } from './schema-types.ts';

/** A value in a box: it may be anything. */
export interface Fitted {
	readonly value: unknown;
}

/** The one reading of a value as one of `types`; undefined where there is none, or more than one. Pure. */
export function fitScalar(value: unknown, branches: readonly Schema[], types: ReadonlySet<string>): Fitted | undefined {
	const readings = typeof value === 'string' ? readingsOf(value, branches, types) : written(value, types);
	const [only, other] = readings;
	return only && !other ? only : undefined;
}

function readingsOf(text: string, branches: readonly Schema[], types: ReadonlySet<string>): readonly Fitted[] {
	if (types.has('string')) return choicesMeant(text, branches);
	const said = unquoted(text.trim());
	const readings = [numberIn(said, types), truthIn(said, types), valueIn(said, types)];
	return readings.filter((reading) => reading !== undefined);
}

/** Without the quotes of JSON, or of Python, that some models write within a text. */
function unquoted(said: string): string {
	if (/^'[^']*'$/.test(said)) return said.slice(1, -1).trim();
	const inner = said.length > 1 && said.startsWith('"') && said.endsWith('"') ? parseJson(said)?.value : undefined;
	return typeof inner === 'string' ? inner.trim() : said;
}

/** A choice that only its case or its quotes keep from being one. */
function choicesMeant(text: string, branches: readonly Schema[]): readonly Fitted[] {
	const choices = branches.flatMap(({ enum: all }) => (Array.isArray(all) ? all : []));
	if (choices.includes(text)) return [];
	const said = unquoted(text.trim()).toLowerCase();
	return choices.filter((one) => typeof one === 'string' && one.toLowerCase() === said).map((value) => ({ value }));
}

/** JSON's own numbers, as long as they are kept exactly. */
function numberIn(said: string, types: ReadonlySet<string>): Fitted | undefined {
	if (!types.has('integer') && !types.has('number')) return undefined;
	if (said.length > 32 || !/^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(said)) return undefined;
	const value = Number(said);
	if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
	return types.has('number') || Number.isInteger(value) ? { value } : undefined;
}

/** `True` is Python's. */
function truthIn(said: string, types: ReadonlySet<string>): Fitted | undefined {
	if (!types.has('boolean') || !/^(?:true|false)$/i.test(said)) return undefined;
	return { value: said.toLowerCase() === 'true' };
}

/** An object or a list that came as text; a text that says `null`. */
function valueIn(said: string, types: ReadonlySet<string>): Fitted | undefined {
	const value = parsed(said);
	const kind = value && kindOf(value.value);
	if (kind === undefined || !['object', 'array', 'null'].includes(kind) || !types.has(kind)) return undefined;
	return isDeeperThan(value?.value, deepest) ? undefined : value;
}

function parsed(said: string): Fitted | undefined {
	return /^(?:[[{]|null$)/.test(said) ? parseJson(said) : undefined;
}

/** The value of a text that is JSON. Pure. */
export function parseJson(said: string): Fitted | undefined {
	try {
		return { value: JSON.parse(said) };
	} catch {
		return undefined;
	}
}

/** A number or a truth value where text is asked for. A whole number that JSON could not hold exactly is another one by now. */
function written(value: unknown, types: ReadonlySet<string>): readonly Fitted[] {
	if (!types.has('string') || (typeof value !== 'number' && typeof value !== 'boolean')) return [];
	const isExact = typeof value === 'boolean' || !Number.isInteger(value) || Number.isSafeInteger(value);
	return isExact ? [{ value: String(value) }] : [];
}
