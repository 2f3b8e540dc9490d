import type { z } from 'zod';
import { isRecord, type JsonRecord, parseLooseJson, scanObjects } from './json-text.ts';

export type FoundAnswer<T> =
	| { readonly ok: true; readonly value: T }
	/** `reason` is what to tell the model. */
	| { readonly ok: false; readonly reason: string };

/**
 * Finds the value in an answer: the JSON objects of its text (alone, in fences, amid prose), last first, then those of
 * its reasoning, where some servers leave it. The first that matches the schema wins.
 */
export function findAnswer<T>(
	answer: { readonly text: string; readonly reasoning: string },
	schema: z.ZodType<T>,
	wrapped: boolean,
): FoundAnswer<T> {
	const candidates = [answer.text, answer.reasoning].flatMap((text) => candidatesOf(text));
	let reason: string | undefined;
	for (const candidate of candidates) {
		const result = parseAnswer(wrapped ? candidate['value'] : candidate, schema);
		if (result.ok) return result;
		reason ??= result.reason;
	}
	return { ok: false, reason: reason ?? 'there is no whole JSON object in it' };
}

function candidatesOf(text: string): readonly JsonRecord[] {
	const values = scanObjects(text).objects.map((object) => parseLooseJson(object)?.value);
	return values.filter(isRecord).toReversed();
}

/** Parses; a null where strict mode made an optional key required stands for its absence. */
function parseAnswer<T>(value: unknown, schema: z.ZodType<T>): FoundAnswer<T> {
	let candidate = value;
	for (;;) {
		const result = schema.safeParse(candidate);
		if (result.success) return { ok: true, value: result.data };
		const paths = issuePaths(result.error.issues, []);
		const next = paths.reduce(withoutNull, candidate);
		if (next === candidate) return { ok: false, reason: reasonOf(result.error) };
		candidate = next;
	}
}

function issuePaths(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): readonly PropertyKey[][] {
	return issues.flatMap((issue) => {
		const path = [...prefix, ...issue.path];
		const inner = issue.code === 'invalid_union' ? issue.errors.flatMap((errors) => issuePaths(errors, path)) : [];
		return [path, ...inner];
	});
}

/** The value without the null at `path`; the same value when there is none. */
function withoutNull(value: unknown, path: readonly PropertyKey[]): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return value;
	if (Array.isArray(value)) {
		const at = Number(key);
		const inner = withoutNull(value[at], rest);
		return inner === value[at] ? value : value.with(at, inner);
	}
	if (!isRecord(value) || typeof key !== 'string' || !Object.hasOwn(value, key)) return value;
	if (rest.length === 0 && value[key] === null) {
		const { [key]: _, ...others } = value;
		return others;
	}
	const inner = withoutNull(value[key], rest);
	return inner === value[key] ? value : { ...value, [key]: inner };
}

function reasonOf(error: z.ZodError): string {
	const facts = error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`);
	return facts.join('; ');
}
