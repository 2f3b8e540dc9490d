import type { ErrorObject, Options } from 'ajv';
import { shorten } from '../../../base/text/shorten.ts';
import { checkSchema } from './check-schema.ts';
import type { Fault } from './fault.ts';

/** Says how a value breaks the schema, in one line of at most 300 characters; undefined when it fits. */
export type Validator = (value: unknown) => string | undefined;

type Schema = Readonly<Record<string, unknown>>;

/** A schema may come from a model, so the first error is enough, nothing is kept between schemas, and only own fields count. */
const options: Options = {
	strict: false,
	meta: false,
	validateSchema: false,
	validateFormats: false,
	addUsedSchema: false,
	ownProperties: true,
	logger: false,
};

/** Checks values against `schema`. One that the gate would refuse fits no value: it is never compiled. */
export async function createValidator(schema: Schema): Promise<Validator> {
	const problem = checkSchema(schema, 'kept');
	return problem === undefined ? compile(schema) : () => shorten(problem, 300);
}

async function compile(schema: Schema): Promise<Validator> {
	// 65 ms and some megabytes: on first use.
	const { Ajv2020 } = await import('ajv/dist/2020.js');
	const validate = new Ajv2020(options).compile(schema);
	return (value) => (validate(value) ? undefined : sentenceOf(validate.errors ?? []));
}

/** Ways in which one value breaks a schema that are told. */
const mostFaults = 6;

/** All ways in which a value breaks the schema, each with its path in it; for schemas that have passed the gate. */
export async function createFaultFinder(schema: Schema): Promise<(value: unknown) => readonly Fault[]> {
	const { Ajv2020 } = await import('ajv/dist/2020.js');
	const validate = new Ajv2020({ ...options, allErrors: true }).compile(schema);
	return (value) => (validate(value) ? [] : faultsOf(validate.errors ?? []));
}

/** Where no alternative fits, that is the fault, and not how each of them fails. */
function faultsOf(errors: readonly ErrorObject[]): readonly Fault[] {
	const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
	const own = errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(choice)));
	return own.slice(0, mostFaults).map((error) => ({
		at: placeOf(error.instancePath),
		says: shorten(error.keyword === 'anyOf' ? 'fits none of the alternatives' : wordsOf(error), 200),
	}));
}

/** The first of `inputs` that the schema does not take, and why; undefined when it takes all. */
export async function firstRefused(schema: Schema, inputs: readonly unknown[]): Promise<string | undefined> {
	const validate = await createValidator(schema);
	for (const input of inputs) {
		const problem = validate(input);
		if (problem !== undefined) return `${shorten(JSON.stringify(input), 150)}: ${problem}`;
	}
	return undefined;
}

/** Checks what is only a part of a value: the schema with nothing required. */
export function createPartValidator(schema: Schema): Promise<Validator> {
	return createValidator(partOf(schema));
}

/** The schema with nothing required. Pure. */
export function partOf(schema: Schema): Schema {
	return withoutRequired(schema) as Schema;
}

function withoutRequired(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(withoutRequired);
	if (typeof schema !== 'object' || schema === null) return schema;
	const entries = Object.entries(schema).filter(([name, value]) => name !== 'required' || !Array.isArray(value));
	return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]));
}

function sentenceOf(errors: readonly ErrorObject[]): string {
	// Where no alternative fits, the errors of each stand before.
	const error = errors[0];
	const last = errors.at(-1);
	if (!error || !last) return 'does not fit the schema';
	const place = placeOf(last.instancePath);
	const words = last.keyword === 'anyOf' ? `fits none of its alternatives (${wordsOf(error)})` : wordsOf(last);
	return shorten(`${place === '' ? '' : `${place} `}${words}`, 300);
}

/** `/rows/0/name` as `rows[0].name`. */
function placeOf(pointer: string): string {
	const steps = pointer.split('/').slice(1);
	return steps.reduce((place, step) => {
		const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
		if (/^\d+$/.test(name)) return `${place}[${name}]`;
		return place === '' ? name : `${place}.${name}`;
	}, '');
}

function wordsOf({ keyword, params, message }: ErrorObject): string {
	switch (keyword) {
		case 'required':
			return `needs "${params['missingProperty']}"`;
		case 'additionalProperties':
			return `takes no "${params['additionalProperty']}"`;
		case 'enum':
			return `must be one of ${JSON.stringify(params['allowedValues'])}`;
		case 'const':
			return `must be ${JSON.stringify(params['allowedValue'])}`;
		default:
			return (message ?? 'does not fit').replaceAll(/\s+/g, ' ');
	}
}
