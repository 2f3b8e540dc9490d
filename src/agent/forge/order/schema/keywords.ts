import { foldName } from '../../../../base/text/offered-name.ts';
import type { JsonRecord } from '../../../model/text/json-text.ts';
import type { Place } from './place.ts';

/** Keywords of the gate, and those that are read into them. */
const known =
	'type properties required items enum const anyOf oneOf allOf additionalProperties patternProperties default description title minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems nullable optional $ref'.split(
		' ',
	);
/** Other names of theirs. */
const others: Readonly<Record<string, string>> = {
	...{ desc: 'description', doc: 'description', help: 'description', comment: 'description' },
	...{ choices: 'enum', options: 'enum', values: 'enum', allowed: 'enum', allowedvalues: 'enum', literal: 'const' },
	...{ fields: 'properties', props: 'properties', mandatory: 'required', isrequired: 'required', elements: 'items' },
	...{ unique: 'uniqueItems', datatype: 'type', kind: 'type', defaultvalue: 'default' },
};
const byFold = new Map([...known.map((name) => [foldName(name), name] as const), ...Object.entries(others)]);

/** They bind nobody who calls the tool. */
const idle = new Set([
	'$schema',
	'$id',
	'id',
	'$comment',
	'$anchor',
	'examples',
	'example',
	'readOnly',
	'writeOnly',
	'deprecated',
	'strict',
	'name',
	'contentEncoding',
	'contentMediaType',
	'additionalItems',
	'unit',
	'position',
	'order',
]);
/** Nothing on the host checks them: they become words of the description, for whoever writes and calls the tool. */
const told = new Set([
	'format',
	'pattern',
	'multipleOf',
	'divisibleBy',
	'minProperties',
	'maxProperties',
	'propertyNames',
	'contains',
	'minContains',
	'maxContains',
]);

/** The schema with each keyword by its own name, those that nobody checks as words, and numbers and truth values that came as text. */
export function withKeywords(schema: JsonRecord, { path, notes }: Place): JsonRecord {
	const words: string[] = [];
	const entries = Object.entries(schema).flatMap(([key, value]) => {
		if (idle.has(key) || key.startsWith('x-') || (value === null && key !== 'const' && key !== 'default')) return [];
		if (told.has(key)) return words.push(`${key} ${wordOf(value)}`) > 0 ? [] : [];
		const name = byFold.get(foldName(key)) ?? key;
		if (name !== key) notes.taken.add(`${path}.${key.slice(0, 40)} as ${name}`);
		return [[name, scalarOf(name, value)] as const];
	});
	const read = Object.fromEntries(entries);
	if (words.length === 0) return withText(read);
	notes.taken.add(`${path}: ${words.map((word) => word.split(' ')[0]).join(', ')} as words of its description`);
	const description = [read['description'], `(${words.join(', ')})`]
		.filter((part) => typeof part === 'string')
		.join(' ');
	return { ...read, description: description.slice(0, 600) };
}

function wordOf(value: unknown): string {
	return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);
}

/** A description that is no text says nothing. */
function withText(read: JsonRecord): JsonRecord {
	const isWrong = (name: string) => name in read && typeof read[name] !== 'string';
	return Object.fromEntries(
		Object.entries(read).filter(([name]) => !((name === 'description' || name === 'title') && isWrong(name))),
	);
}

const numbers = /^(?:minimum|maximum|exclusiveM|m(?:in|ax)(?:Length|Items))/;

function scalarOf(name: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const said = value.trim();
	if (numbers.test(name) && /^-?\d+(?:\.\d+)?$/.test(said)) return Number(said);
	const isTruth =
		/^(?:true|false)$/i.test(said) &&
		/^(?:uniqueItems|nullable|optional|required|additionalProperties|exclusiveM.*)$/.test(name);
	return isTruth ? said.toLowerCase() === 'true' : value;
}

/** Draft 4 says by a truth value that a bound is exclusive. Pure. */
export function withBounds(schema: JsonRecord): JsonRecord {
	return (['Minimum', 'Maximum'] as const).reduce<JsonRecord>((read, end) => {
		const [bound, exclusive] = [end.toLowerCase(), `exclusive${end}`];
		if (typeof read[exclusive] !== 'boolean') return read;
		const { [exclusive]: isExclusive, [bound]: value, ...rest } = read;
		if (value === undefined) return rest;
		return isExclusive === true ? { ...rest, [exclusive]: value } : { ...rest, [bound]: value };
	}, schema);
}
