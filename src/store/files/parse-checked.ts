import type { z } from 'zod';
import { CorruptFileError, messageOf, ProblemError } from '../../base/errors.ts';

/** Where a JSON text of ours stands: its file, and below it what leads to the text (`line 12`), if it is not the whole file. */
export interface Place {
	readonly file: string;
	readonly within?: string;
}

/**
 * The value that `text` holds, checked by `schema`. Throws `CorruptFileError` naming the file and the first field that does not fit, and a
 * `ProblemError` where it has a version that we do not know yet: that is not damage.
 */
export function parseChecked<T>(schema: z.ZodType<T>, text: string, place: Place): T {
	return checkValue(schema, parseJson(text, place), place);
}

/** `value` as `schema` has it. Throws `CorruptFileError` naming the file and the first field that does not fit. */
export function checkValue<T>(schema: z.ZodType<T>, value: unknown, place: Place): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	if (issue?.path[0] === 'version' && isNumbered(value)) throw tooNew(place, value.version);
	throw corrupt(place, issue ? fieldOf(issue) : '', issue?.message ?? 'does not fit', result.error);
}

function isNumbered(value: unknown): value is { readonly version: number } {
	return typeof value === 'object' && value !== null && 'version' in value && Number.isInteger(value.version);
}

function tooNew({ file }: Place, version: number): ProblemError {
	const mend = 'Update Threadsmith, or set THREADSMITH_HOME to another folder';
	const message = `Cannot read "${file}": it has version ${version}, which this Threadsmith does not know`;
	return new ProblemError(message, mend, { file });
}

/** The error for `field` of `place`; an empty field is all of it. */
export function corrupt(place: Place, field: string, reason: string, cause?: unknown): CorruptFileError {
	const whole = [place.within, field].filter(Boolean).join(': ');
	return new CorruptFileError(place.file, whole || '(all of it)', reason, { cause });
}

function parseJson(text: string, place: Place): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw corrupt(place, '', text.trim() === '' ? 'it is empty' : messageOf(error), error);
	}
}

function fieldOf(issue: z.core.$ZodIssue): string {
	// An unknown key is reported at the object that holds it; people look for the key.
	const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
	return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : dotted(String(part), index))).join('');
}

function dotted(part: string, index: number): string {
	return index === 0 ? part : `.${part}`;
}
