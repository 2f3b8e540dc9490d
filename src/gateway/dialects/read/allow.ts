import { isAsWritten } from '../../../base/text/numbers-as-written.ts';
import type { Notes } from './notes.ts';

/** Writes a value anew with what is allowed of it; `undefined`: nothing of it stays. */
export type Allow = (value: unknown, notes: Notes) => unknown;
/** Members by name, each with what is allowed of it. */
export type Fields = Readonly<Record<string, Allow>>;
/** An object of the request. */
export type Members = Readonly<Record<string, unknown>>;

export const text: Allow = (value) => (typeof value === 'string' ? value : undefined);
export const truth: Allow = (value) => (typeof value === 'boolean' ? value : undefined);
/** A number as it was written. */
export const number: Allow = (value) => (numberOf(value) === undefined ? undefined : value);
/** JSON of the client's own, such as a call's arguments: whatever it is, nobody but the model reads it. */
export const free: Allow = (value) => value ?? undefined;

/** One of these texts. */
export function oneOf(...texts: readonly string[]): Allow {
	return (value) => (typeof value === 'string' && texts.includes(value) ? value : undefined);
}

/** A list: of each item what is allowed, those of which nothing stays left out. A single item where a list belongs is one of one. */
export function list(item: Allow): Allow {
	return (value, notes) => {
		if (value === null || value === undefined) return undefined;
		const items: readonly unknown[] = Array.isArray(value) ? value : [value];
		return items.map((one) => item(one, notes)).filter((one) => one !== undefined);
	};
}

/** An object with these members alone, in the order in which they came. */
export function object(fields: Fields): Allow {
	return (value, notes) => (isMembers(value) ? pick(value, fields, notes) : undefined);
}

/** `rule`, or `null` where that stands there. */
export function nullOr(rule: Allow): Allow {
	return (value, notes) => (value === null ? null : rule(value, notes));
}

/** The first rule by which something stays. */
export function either(...rules: readonly Allow[]): Allow {
	return (value, notes) => {
		for (const rule of rules) {
			const kept = rule(value, notes);
			if (kept !== undefined) return kept;
		}
		return undefined;
	};
}

/** An object by the text of one of its members; `otherwise` where there is no rule for that text. */
export function byTag(tag: string, rules: Fields, otherwise: Allow): Allow {
	return (value, notes) => {
		const kind = isMembers(value) ? value[tag] : undefined;
		const rule = typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind] : undefined;
		return (rule ?? otherwise)(value, notes);
	};
}

/** The members that are allowed. */
export function pick(members: Members, fields: Fields, notes: Notes): Record<string, unknown> {
	const kept = Object.entries(members).flatMap(([name, value]) => {
		const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
		const stays = rule?.(value, notes);
		return stays === undefined ? [] : [[name, stays] as const];
	});
	return Object.fromEntries(kept);
}

/** Whether a value is an object with members; a number as it was written is none. */
export function isMembers(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isAsWritten(value);
}

/** A number's value; `undefined` where it is none. */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'object' || value === null || !isAsWritten(value)) return undefined;
	const read = Number(JSON.stringify(value));
	return Number.isFinite(read) ? read : undefined;
}

/** Whether a member asks for anything: `null`, `false`, and empty lists do not. */
export function asksFor(value: unknown): boolean {
	if (value === undefined || value === null || value === false || value === '') return false;
	return !(Array.isArray(value) && value.length === 0);
}
