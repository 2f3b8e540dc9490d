import type { z } from 'zod';
import { type Found, invalidForm, treeOf } from '../api-error.ts';

type Issue = z.core.$ZodIssue;

/** Reads a body. Throws 50035 with Discord's tree for whatever is not as the schema has it. */
export function readForm<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
	const parsed = schema.safeParse(body, { reportInput: true });
	if (parsed.success) return parsed.data;
	throw invalidForm(treeOf(parsed.error.issues.flatMap(foundOf)));
}

/** Discord's words for what a schema found. */
function foundOf(issue: Issue): Found | Found[] {
	const { path } = issue;
	switch (issue.code) {
		case 'custom':
			return { path, code: String(issue.params?.['code'] ?? 'BASE_TYPE_INVALID'), message: issue.message };
		case 'unrecognized_keys':
			return issue.keys.map((key) => ({ path: [...path, key], ...unknownField(key) }));
		case 'invalid_type':
			return { path, ...wrongType(issue) };
		case 'invalid_union':
			return wrongUnion(issue);
		case 'invalid_value':
			return { path, ...choices(issue.values) };
		default:
			return { path, code: `BASE_TYPE_${issue.code.toUpperCase()}`, message: issue.message };
	}
}

/** Discord itself passes over unknown fields: a test must hear of them. */
function unknownField(key: string): Pick<Found, 'code' | 'message'> {
	return { code: 'FAKE_UNKNOWN_FIELD', message: `Discord knows no field "${key}" here.` };
}

const typeErrors: Readonly<Record<string, readonly [code: string, message: string]>> = {
	string: ['STRING_TYPE_CONVERT', 'Could not interpret the value as string.'],
	number: ['NUMBER_TYPE_COERCE', 'Value is not a number.'],
	int: ['NUMBER_TYPE_COERCE', 'Value is not int.'],
	boolean: ['BOOLEAN_TYPE_CONVERT', "Must be either 'true' or 'false'."],
	array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
	object: ['MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType'],
};

function wrongType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): Pick<Found, 'code' | 'message'> {
	if (input === undefined || input === null) return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
	const [code, message] = typeErrors[expected] ?? ['BASE_TYPE_CONVERT', `Expected ${expected}.`];
	return { code, message };
}

/** Stands at the thing whose type is none of these; of a whole body at its type. */
function wrongUnion(issue: Extract<Issue, { code: 'invalid_union' }>): Found {
	const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.join(', ') : '';
	const field = 'discriminator' in issue ? String(issue.discriminator) : 'type';
	const path = issue.path.length > 1 && issue.path.at(-1) === field ? issue.path.slice(0, -1) : issue.path;
	return { path, code: 'UNION_TYPE_CHOICES', message: `Value of field "${field}" must be one of (${options},).` };
}

function choices(values: readonly unknown[]): Pick<Found, 'code' | 'message'> {
	return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${values.map(String).join(', ')}}.` };
}
