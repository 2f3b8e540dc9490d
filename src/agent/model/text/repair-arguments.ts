import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord, type JsonRecord, parseJson, parseLooseJson, scanObjects, wellFormed } from './json-text.ts';
import type { Mender } from './mend-json.ts';

/** The arguments of one call: `text` is always a JSON object; broken ones are `{}` and `problem` says what was wrong. */
export interface CallArguments {
	readonly text: string;
	readonly problem?: string;
}

const none: CallArguments = { text: '{}' };
const cutOff: CallArguments = { text: '{}', problem: 'The arguments were cut off before their end' };
const noObject: CallArguments = { text: '{}', problem: 'The arguments are not a JSON object' };
const tooDeep: CallArguments = { text: '{}', problem: 'The arguments are nested more than 100 levels deep' };

/**
 * Makes JSON objects of what a server gave as a call's arguments: text, an object, nothing, text within text. Several
 * objects one after the other are several calls that the server has glued together. What was cut off is never
 * completed: half a file must not be written. Never throws, never gives an empty list.
 */
export function repairArguments(raw: unknown, mender: Mender): readonly CallArguments[] {
	if (raw === null || raw === undefined) return [none];
	if (isRecord(raw)) return [ofRecord(raw)];
	return typeof raw === 'string' ? fromText(raw, 0, mender) : [noObject];
}

function ofRecord(value: JsonRecord): CallArguments {
	return isDeeperThan(value, deepest) ? tooDeep : { text: JSON.stringify(wellFormed(value)) };
}

function fromText(raw: string, depth: number, mender: Mender): readonly CallArguments[] {
	const text = raw.trim();
	if (text === '') return [none];
	const parsed = parseJson(text);
	if (parsed === undefined) return fromBrokenText(text, mender);
	const { value } = parsed;
	if (isRecord(value)) return [isDeeperThan(value, deepest) ? tooDeep : { text: keepText(text, value) }];
	if (value === null) return [none];
	// Three levels: seen are two.
	return typeof value === 'string' && depth < 3 ? fromText(value, depth + 1, mender) : [noObject];
}

/** The text as it came, since parsing would round long numbers; unless it holds surrogates that may stand alone. */
function keepText(text: string, value: unknown): string {
	return /\\ud[89a-f]/i.test(text) || !text.isWellFormed() ? JSON.stringify(wellFormed(value)) : text;
}

// Servers that glue calls together glue a handful.
const mostGlued = 128;

function fromBrokenText(text: string, mender: Mender): readonly CallArguments[] {
	const { objects, open } = scanObjects(text);
	if (open) return [cutOff];
	const repaired = objects.length > mostGlued ? [] : objects.map((object) => repairObject(object, mender));
	if (repaired.length === 0 || repaired.some((one) => one === undefined)) {
		return [repairObject(text, mender) ?? noObject];
	}
	return withoutEchoes(repaired.filter((one) => one !== undefined));
}

function repairObject(text: string, mender: Mender): CallArguments | undefined {
	const value = parseLooseJson(text, mender)?.value;
	return isRecord(value) ? ofRecord(value) : undefined;
}

/** Servers that glue also send an empty object first, or the same one twice. */
function withoutEchoes(all: readonly CallArguments[]): readonly CallArguments[] {
	const distinct = all.filter((one, at) => all.findIndex((other) => other.text === one.text) === at);
	const full = distinct.filter((one) => one.text !== '{}');
	return full.length > 0 ? full : [none];
}
