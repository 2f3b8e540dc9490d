import type { z } from 'zod';
import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { type CodeField, codeBeside } from './fences/code-beside.ts';
import { isRecord, type JsonRecord, parseLooseJson, scanObjects } from './json-text.ts';
import { createMender, type Mender } from './mend-json.ts';

export type FoundAnswer<T> =
	| { readonly ok: true; readonly value: T }
	/** `reason` is what to tell the model. */
	| { readonly ok: false; readonly reason: string };

/** An answer to look for, and in which form it was asked for. */
export interface Sought<T> {
	readonly schema: z.ZodType<T>;
	/** The value stands in the field `value`. */
	readonly wrapped: boolean;
	/** The field that may stand in a fence beside the JSON. */
	readonly code?: CodeField | undefined;
}

/**
 * Finds the value in an answer: the JSON objects of its text (alone, in fences, amid prose), last first, then those of
 * its reasoning, where some servers leave it. The first that matches the schema wins.
 */
export function findAnswer<T>(
	answer: { readonly text: string; readonly reasoning: string; readonly cut?: boolean },
	{ schema, wrapped, code }: Sought<T>,
): FoundAnswer<T> {
	const mender = createMender();
	const isCut = answer.cut === true;
	const candidates = [answer.text, answer.reasoning].flatMap((text) => [
		...(code ? withCode(text, { code, isCut, mender }) : []),
		...candidatesOf(text, mender),
	]);
	let reason: string | undefined;
	for (const candidate of candidates) {
		const result = parseAnswer(wrapped ? candidate['value'] : candidate, schema);
		if (result.ok) return result;
		reason ??= result.reason;
	}
	return { ok: false, reason: reason ?? 'there is no whole JSON object in it' };
}

interface CodeSearch {
	readonly code: CodeField;
	readonly isCut: boolean;
	readonly mender: Mender;
}

/** The objects beside code in a fence, each with that code; one that has code itself keeps it where that in the fence is but an example. */
function withCode(text: string, { code: field, isCut, mender }: CodeSearch): readonly JsonRecord[] {
	const found = codeBeside(text, field, isCut);
	if (!found) return [];
	const objects = found.beside.toReversed().flatMap((part) => candidatesOf(part, mender));
	return objects.slice(0, mostCandidates).map((object) => {
		const own = object[field.name];
		const isOwn = !found.isMarked && typeof own === 'string' && own.trim() !== '';
		return isOwn ? object : { ...object, [field.name]: found.code };
	});
}

// An answer is one object; models draft a few before it.
const mostCandidates = 20;

function candidatesOf(text: string, mender: Mender): readonly JsonRecord[] {
	const objects = scanObjects(text).objects.slice(-mostCandidates).toReversed();
	const values = objects.map((object) => parseLooseJson(object, mender)?.value);
	return values.filter((value) => isRecord(value)).filter((value) => !isDeeperThan(value, deepest));
}

/** Parses; a null where strict mode made an optional key required stands for its absence. */
function parseAnswer<T>(value: unknown, schema: z.ZodType<T>): FoundAnswer<T> {
	let candidate = value;
	for (;;) {
		const result = schema.safeParse(candidate);
		if (result.success) return { ok: true, value: result.data };
		const next = withoutNulls(candidate, placesOf(result.error.issues));
		if (next === candidate) return { ok: false, reason: reasonOf(result.error) };
		candidate = next;
	}
}

/** Places in a value, as a tree: what is found wrong at the same place, or below it, is walked to once. */
interface Places {
	readonly below: Map<PropertyKey, Places>;
	here: boolean;
}

function placesOf(issues: readonly z.core.$ZodIssue[]): Places {
	const root: Places = { below: new Map(), here: false };
	addPlaces(root, issues);
	return root;
}

function addPlaces(root: Places, issues: readonly z.core.$ZodIssue[]): void {
	for (const issue of issues) {
		let at = root;
		for (const key of issue.path) {
			const next: Places = at.below.get(key) ?? { below: new Map(), here: false };
			at.below.set(key, next);
			at = next;
		}
		at.here = true;
		if (issue.code === 'invalid_union') for (const inner of issue.errors) addPlaces(at, inner);
	}
}

/** The value without the nulls of its objects at these places; the same value when there is none. */
function withoutNulls(value: unknown, { below }: Places): unknown {
	if (below.size === 0 || typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, item]) => {
		const place = below.get(Array.isArray(value) ? Number(key) : key);
		return {
			key,
			item,
			kept: place === undefined ? item : withoutNulls(item, place),
			gone: place?.here === true && item === null,
		};
	});
	if (!entries.some(({ item, kept, gone }) => kept !== item || (gone && !Array.isArray(value)))) return value;
	if (Array.isArray(value)) return entries.map(({ kept }) => kept);
	return Object.fromEntries(entries.filter(({ gone }) => !gone).map(({ key, kept }) => [key, kept]));
}

function reasonOf(error: z.ZodError): string {
	const facts = error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`);
	// A message may name keys of the answer.
	return facts.map((fact) => fact.slice(0, 300).toWellFormed()).join('; ');
}
