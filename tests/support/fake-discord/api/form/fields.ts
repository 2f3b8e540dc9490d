import { z } from 'zod';

/** Refuses within a schema, in Discord's words. */
export function refuse(context: z.RefinementCtx, code: string, message: string, path: PropertyKey[] = []): void {
	context.addIssue({ code: 'custom', params: { code }, message, path });
}

/** A string of so many characters, counted as JavaScript does. */
export function text(min: number, max: number) {
	return z.string().superRefine((value, context) => {
		if (value.length >= min && value.length <= max) return;
		if (min === 0) refuse(context, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
		else if (value.length === 0) refuse(context, 'BASE_TYPE_REQUIRED', 'This field is required');
		else refuse(context, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
	});
}

/** A whole number in a range. */
export function int(min: number, max: number) {
	return z.int().superRefine((value, context) => {
		if (value < min) refuse(context, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`);
		if (value > max) refuse(context, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
	});
}

/** So many of these. */
export function list<S extends z.ZodType>(of: S, min: number, max: number) {
	return z.array(of).superRefine((value, context) => {
		if (value.length >= min && value.length <= max) return;
		const bounds = min === 0 ? `Must be ${max} or fewer in length.` : `Must be between ${min} and ${max} in length.`;
		refuse(context, min === 0 ? 'BASE_TYPE_MAX_LENGTH' : 'BASE_TYPE_BAD_LENGTH', bounds);
	});
}

export const snowflake = z.string().superRefine((value, context) => {
	if (!/^\d{15,20}$/.test(value)) refuse(context, 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
});

export const flag = z.boolean();

/** A link that people open. */
export function link(max: number) {
	return z.string().superRefine((value, context) => {
		if (value.length > max) refuse(context, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
		if (!URL.canParse(value)) refuse(context, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
		else if (!/^(https?|discord):/.test(value)) {
			const message = `Scheme "${new URL(value).protocol.slice(0, -1)}" must be one of ('http', 'https', 'discord').`;
			refuse(context, 'URL_TYPE_INVALID_SCHEME', message);
		}
	});
}

/** Where a picture or a file is: a link, or an attachment of the same message. */
export const mediaUrl = z.string().superRefine((value, context) => {
	if (!/^attachment:\/\/[^/\s]+$/.test(value) && !/^https?:\/\//.test(value)) {
		refuse(context, 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https', 'attachment').");
	}
});

/** Refuses what stands twice. `keyOf`: undefined passes. */
export function noTwice<T>(
	values: readonly T[],
	keyOf: (value: T) => string | undefined,
	onTwice: (index: number) => void,
): void {
	const seen = new Set<string>();
	for (const [index, value] of values.entries()) {
		const key = keyOf(value);
		if (key === undefined) continue;
		if (seen.has(key)) onTwice(index);
		seen.add(key);
	}
}
