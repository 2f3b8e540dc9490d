import { fitToSchema } from '../../../base/schema/fit.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { checkSchema } from '../spec/check-schema.ts';
import { inside } from '../spec/fault.ts';
import { createPartValidator, createValidator, type Validator } from '../spec/json-schema.ts';
import type { RawSpec } from '../spec/spec.ts';
import type { ReadCase } from './cases.ts';
import { readFiles, readWrites, withPaths } from './files.ts';
import type { Notes } from './notes.ts';

/** The schemas of an order, as far as it says them. */
export interface Schemas {
	readonly input: JsonRecord | undefined;
	readonly output: JsonRecord | undefined;
}

type Example = RawSpec['examples'][number];
type Reject = RawSpec['rejects'][number];

/** Examples and rejects, and where each stands in the order: faults are told of that place. */
export interface FittedCases {
	readonly examples: Example[];
	readonly rejects: Reject[];
	readonly places: Readonly<Record<'examples' | 'rejects', readonly string[]>>;
}

interface Placed<T> {
	readonly at: string;
	readonly value: T;
}

/** The examples and rejects by the order's schemas. An example that wants an error is a reject. */
export async function fitCases(
	examples: readonly ReadCase[],
	rejects: readonly ReadCase[],
	{ schemas, notes }: { readonly schemas: Schemas; readonly notes: Notes },
): Promise<FittedCases> {
	const fits = await fitsOf(schemas);
	const wanted = examples.map((one, index) => ({ one: split(one, schemas), at: `examples[${index}]` }));
	const wrong = wanted.filter(({ one }) => wantsError(one, { schemas, fits }));
	if (wrong.length > 0) notes.taken.add('examples that want an error as rejects');
	const refused = rejects.map((one, index) => ({ one: refusing(one, schemas), at: `rejects[${index}]` }));
	const right = wanted.filter((example) => !wrong.includes(example));
	const given = right.flatMap(({ one, at }) => placed(exampleOf(one, { at, schemas, fits, notes }), at));
	const refusals = [...refused, ...wrong].flatMap(({ one, at }) =>
		placed(rejectOf(one, { at, schemas, fits, notes }), at),
	);
	const [shown, negative] = [distinct(given, 'examples', notes), distinct(refusals, 'rejects', notes)];
	return {
		examples: shown.map(({ value }) => value),
		rejects: negative.map(({ value }) => value),
		places: { examples: shown.map(({ at }) => at), rejects: negative.map(({ at }) => at) },
	};
}

function placed<T>(values: readonly T[], at: string): readonly Placed<T>[] {
	return values.map((value) => ({ at, value }));
}

interface Fits {
	readonly input: Validator | undefined;
	readonly output: Validator | undefined;
}

async function fitsOf({ input, output }: Schemas): Promise<Fits> {
	const isSound = (schema: JsonRecord | undefined) => schema !== undefined && checkSchema(schema, '') === undefined;
	return {
		input: input && isSound(input) ? await createValidator(input) : undefined,
		output: output && isSound(output) ? await createPartValidator(output) : undefined,
	};
}

interface Fitting {
	readonly at: string;
	readonly schemas: Schemas;
	readonly fits: Fits;
	readonly notes: Notes;
}

/** An object that holds input and result side by side, or the input alone, told apart by the schemas where they leave no doubt. */
function split(read: ReadCase, { input, output }: Schemas): ReadCase {
	const names = Object.keys(read.whole);
	if (read.input !== undefined || names.length === 0) return read;
	const [given, got] = [new Set(fieldsOf(input)), new Set(fieldsOf(output))];
	if (names.every((name) => given.has(name))) return { ...bare, input: read.whole };
	if (names.every((name) => given.has(name) !== got.has(name))) {
		const part = (of: ReadonlySet<string>) =>
			Object.fromEntries(Object.entries(read.whole).filter(([name]) => of.has(name)));
		return { ...bare, input: part(given), output: part(got) };
	}
	return Object.keys(read.flat).length === 0 ? read : { ...read, input: read.flat };
}

/** A reject whose input is no object may be that object itself. */
function refusing(read: ReadCase, { input }: Schemas): ReadCase {
	const [names, fields] = [Object.keys(read.whole), new Set(fieldsOf(input))];
	const isInput = names.length > 0 && names.every((name) => fields.has(name));
	return isInput && !isRecord(read.input) ? { ...bare, input: read.whole } : read;
}

const bare = { output: undefined, files: undefined, writes: undefined, says: undefined, flat: {}, whole: {} };

function fieldsOf(schema: JsonRecord | undefined): readonly string[] {
	return isRecord(schema?.['properties']) ? Object.keys(schema['properties']) : [];
}

function wantsError({ output, says }: ReadCase, { schemas, fits }: Pick<Fitting, 'schemas' | 'fits'>): boolean {
	if (output === undefined || output === null) return says !== undefined;
	const isRaised = typeof output === 'string' && /^[A-Z]\w*(?:Error|Exception)\b/.test(output.slice(0, 100));
	if (isRaised) return fits.output !== undefined && fits.output(asObject(output, schemas.output)) !== undefined;
	const isError = isRecord(output) && Object.keys(output).join() === 'error';
	return isError && !fieldsOf(schemas.output).includes('error');
}

function exampleOf(read: ReadCase, fitting: Fitting): readonly Example[] {
	const { at, schemas, fits, notes } = fitting;
	const { files, renamed: brought, faults } = readFiles(read.files, inside(at, 'files'), notes);
	const { files: writes, renamed: written, faults: others } = readWrites(read.writes, inside(at, 'writes'), notes);
	notes.faults.push(...faults, ...others);
	const renamed = new Map([...brought, ...written]);
	const given = withPaths(asObject(read.input, schemas.input), renamed);
	const input = fitted(given, schemas.input, fits.input, fitting);
	const wanted = withPaths(asObject(read.output ?? (writes ? {} : read.output), schemas.output), renamed);
	const held = fitted(wanted, schemas.output, fits.output, fitting);
	// A null of a result is one that is wanted, and either it or the schema is wrong.
	const output = nullsIn(held) < nullsIn(wanted) ? wanted : held;
	if (isRecord(input) && isRecord(output))
		return [{ input, ...(files && { files }), output, ...(writes && { writes }) }];
	if (!isRecord(input))
		notes.faults.push({ at: inside(at, 'input'), says: objectOf('of what run() is given', schemas.input) });
	if (!isRecord(output))
		notes.faults.push({ at: inside(at, 'output'), says: objectOf('of the result', schemas.output) });
	return [];
}

function objectOf(what: string, schema: JsonRecord | undefined): string {
	const fields = fieldsOf(schema)
		.slice(0, 8)
		.map((name) => JSON.stringify(name.slice(0, 40)));
	return `must be an object ${what}${fields.length > 0 ? `, with ${fields.join(', ')}` : ''}`;
}

function rejectOf(read: ReadCase, { at, schemas, notes }: Fitting): readonly Reject[] {
	const { files, renamed, faults } = readFiles(read.files, inside(at, 'files'));
	notes.faults.push(...faults);
	const flat = Object.keys(read.flat).length > 0 ? read.flat : undefined;
	const given = read.input ?? flat;
	const input = typeof given === 'string' ? given : withPaths(asObject(given, schemas.input), renamed);
	const says = saysOf(read.says ?? (isRecord(read.output) ? read.output['error'] : read.output));
	if (isRecord(input)) return [{ input, ...(files && { files }), ...(says !== undefined && { says }) }];
	notes.faults.push({
		at: inside(at, 'input'),
		says: `${objectOf('that run() must refuse', schemas.input)}: the input itself, not words about it`,
	});
	return [];
}

/** A value that is no object is that of the only field that there is, or that must be there. */
function asObject(value: unknown, schema: JsonRecord | undefined): unknown {
	if (isRecord(value) || value === undefined) return value;
	const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
	const [only, other] = fieldsOf(schema);
	const name = only !== undefined && other === undefined ? only : required.length === 1 ? required[0] : undefined;
	return typeof name === 'string' ? { [name]: value } : value;
}

function fitted(
	value: unknown,
	schema: JsonRecord | undefined,
	fits: Validator | undefined,
	{ at, notes }: Fitting,
): unknown {
	if (!schema || !fits || !isRecord(value) || fits(value) === undefined) return value;
	// A field that the schema does not know is for the gate to tell: either of the two may be wrong.
	const { value: read, dropped } = fitToSchema(schema, value);
	if (dropped.length > 0 || !isRecord(read) || fits(read) !== undefined) return value;
	notes.taken.add(`values of ${at} as its schema has them`);
	return read;
}

function nullsIn(value: unknown): number {
	if (value === null) return 1;
	return typeof value === 'object' ? Object.values(value).reduce((sum: number, one) => sum + nullsIn(one), 0) : 0;
}

const longestSays = 100;
/** Words that only say that there is an error. */
const onlyRefuses =
	/^(?:an?\s)?(?:errors?|exceptions?|refused?|rejected|rejects?|raises?|throws?|fails?|failed|invalid|true|yes)\.?$/i;

/** A word of the error's message: the class of an error is none, and a long sentence would be guessed. */
function saysOf(given: unknown): string | undefined {
	const text = isRecord(given) ? given['message'] : given;
	if (typeof text !== 'string') return undefined;
	const said = text
		.trim()
		.replace(/^\w*(?:Error|Exception)\b[\s:]*/, '')
		.trim();
	return said === '' || said.length > longestSays || onlyRefuses.test(said) ? undefined : said;
}

const mostCases = 5;

function distinct<T>(cases: readonly Placed<T>[], field: string, notes: Notes): readonly Placed<T>[] {
	const byText = new Map(cases.toReversed().map((one) => [JSON.stringify(one.value), one]));
	const different = [...byText.values()].toReversed();
	if (different.length < cases.length) notes.taken.add(`equal ${field} once`);
	if (different.length > mostCases) notes.taken.add(`the first ${mostCases} of ${different.length} ${field}`);
	return different.slice(0, mostCases);
}
