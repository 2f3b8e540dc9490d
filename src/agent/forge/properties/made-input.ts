import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { type Draw, oneOf, wholeOf } from './draw.ts';

export interface Making {
	readonly draw: Draw;
	/** Texts of examples by their path, such as `rows[].name`: a tool may know what to do with these alone. */
	readonly words: ReadonlyMap<string, readonly string[]>;
	/** Items of a list at the top of the input; lists within have few. */
	readonly items: number;
	/** Whether texts may be others than the words. */
	readonly isFree: boolean;
}

/** Bounds of what is made, whatever a schema asks for. */
const most = { levels: 8, items: 60, fields: 40, characters: 400 } as const;

/** An input as a schema describes it, small and the same for the same draw. It may still break the schema's rarer rules: that is for a validator. Pure. */
export function makeInput(schema: JsonRecord, making: Making): JsonRecord {
	const made = makeValue(schema, '', making, 0);
	return isRecord(made) ? made : {};
}

function makeValue(schema: unknown, path: string, making: Making, level: number): unknown {
	if (!isRecord(schema) || level > most.levels) return null;
	const { enum: choices, anyOf } = schema;
	if ('const' in schema) return schema['const'];
	if (Array.isArray(choices)) return oneOf(making.draw, choices) ?? null;
	if (Array.isArray(anyOf)) return makeValue(oneOf(making.draw, anyOf), path, making, level + 1);
	return makeTyped(schema, path, making, level);
}

function makeTyped(schema: JsonRecord, path: string, making: Making, level: number): unknown {
	const { type } = schema;
	switch (Array.isArray(type) ? oneOf(making.draw, type) : type) {
		case 'object':
			return makeObject(schema, path, making, level);
		case 'array':
			return makeList(schema, path, making, level);
		case 'string':
			return makeText(schema, path, making);
		case 'integer':
			return makeNumber(schema, making.draw, 1);
		case 'number':
			return makeNumber(schema, making.draw, making.draw() < 0.5 ? 1 : 0.25);
		case 'boolean':
			return making.draw() < 0.5;
		default:
			return null;
	}
}

function makeObject(schema: JsonRecord, path: string, making: Making, level: number): JsonRecord {
	const { properties, required, additionalProperties: rest } = schema;
	if (isRecord(rest)) return makeMap(rest, path, making, level);
	const needed: readonly unknown[] = Array.isArray(required) ? required : [];
	const fields = Object.entries(isRecord(properties) ? properties : {}).filter(
		([name]) => needed.includes(name) || making.draw() < 0.4,
	);
	const make = ([name, one]: [string, unknown]) =>
		[name, makeValue(one, path === '' ? name : `${path}.${name}`, making, level + 1)] as const;
	return Object.fromEntries(fields.slice(0, most.fields).map(make));
}

function makeMap(schema: JsonRecord, path: string, making: Making, level: number): JsonRecord {
	const keys = making.words.get(`${path}{}`) ?? ['a', 'b', 'c'];
	const chosen = keys.filter(() => making.draw() < 0.6).slice(0, most.items);
	return Object.fromEntries(chosen.map((key) => [key, makeValue(schema, `${path}.${key}`, making, level + 1)]));
}

function makeList(schema: JsonRecord, path: string, making: Making, level: number): readonly unknown[] {
	const { items, uniqueItems, minItems, maxItems } = schema;
	const wished = level <= 1 ? making.items : wholeOf(making.draw, 1, 3);
	const length = Math.min(within(wished, minItems, maxItems), most.items);
	const list = Array.from({ length }, () => makeValue(items, `${path}[]`, making, level + 1));
	return uniqueItems === true ? [...new Set(list)] : list;
}

function makeText(schema: JsonRecord, path: string, { draw, words, isFree }: Making): string {
	const known = words.get(path) ?? [];
	const word = oneOf(draw, known) ?? 'abc';
	const text = !isFree || draw() < 0.5 ? word : otherText(word, known, draw);
	const { maxLength } = schema;
	return text
		.slice(0, Math.min(typeof maxLength === 'number' ? maxLength : most.characters, most.characters))
		.toWellFormed();
}

/** A text of the same letters: two words, one turned round, or its beginning. */
function otherText(word: string, known: readonly string[], draw: Draw): string {
	const others = [
		`${word} ${oneOf(draw, known) ?? word}`,
		[...word].toReversed().join(''),
		word.slice(0, wholeOf(draw, 1, 3)),
	];
	return oneOf(draw, others) ?? word;
}

function makeNumber(schema: JsonRecord, draw: Draw, step: number): number {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
	const least = boundOf(minimum) ?? plus(boundOf(exclusiveMinimum), step);
	const top = boundOf(maximum) ?? plus(boundOf(exclusiveMaximum), -step);
	const low = Math.ceil(least ?? Math.min(-9, (top ?? 0) - 9));
	const high = Math.floor(Math.min(top ?? Number.MAX_SAFE_INTEGER, Math.max(low + 20, 9)));
	return high < low
		? (least ?? top ?? 0)
		: Math.min(wholeOf(draw, low, high) + wholeOf(draw, 0, 3) * (step % 1), top ?? Number.MAX_VALUE);
}

function boundOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function plus(value: number | undefined, step: number): number | undefined {
	return value === undefined ? undefined : value + step;
}

function within(value: number, least: unknown, top: unknown): number {
	return Math.min(Math.max(value, boundOf(least) ?? 0), boundOf(top) ?? Number.MAX_SAFE_INTEGER);
}
