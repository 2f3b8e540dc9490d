import type { JsonRecord } from '../../model/text/json-text.ts';
import { createMender } from '../../model/text/mend-json.ts';
import { idOf } from '../registry/registry.ts';
import type { Fault } from '../spec/fault.ts';
import { orderFaults } from '../spec/gate.ts';
import { type PartialOrder, type RawSpec, specSchema } from '../spec/spec.ts';
import { readCases } from './cases.ts';
import { unwrapped, withFieldNames } from './fields.ts';
import { type FittedCases, fitCases } from './fit-cases.ts';
import type { Notes } from './notes.ts';
import { readNames } from './read-names.ts';
import { readSchema } from './schema/read-schema.ts';
import { readCapabilities, readDependencies, readFlag, readPurpose } from './small-fields.ts';

/** An order as it is meant, and all that is wrong with it. */
export interface Reading {
	/** Undefined where something is wrong. */
	readonly order: RawSpec | undefined;
	/** For what it was taken where it says it otherwise, a few words each. */
	readonly taken: readonly string[];
	readonly faults: readonly Fault[];
}

/** Deeper ones are told by nobody who means something. */
const mostTaken = 12;

/**
 * Reads an order as a model has sent it: what leaves no doubt is put in the forge's own form, the rest is told all at once, by field. Never
 * rejects, whatever was sent, and is linear in it. `known` are the session's tools: a repair may name one without its category.
 */
export async function readOrder(
	given: unknown,
	known: readonly { readonly category: string; readonly name: string }[] = [],
): Promise<Reading> {
	const notes: Notes = { taken: new Set(), faults: [], mender: createMender() };
	const fields = withFieldNames(unwrapped(given, notes), notes);
	const { order, places } = await readFields(readNames(fields, known.map(idOf), notes), notes);
	const own = await orderFaults(order, notes.faults);
	const faults = [...notes.faults, ...own.map((fault) => inOrder(fault, places))];
	const whole = faults.length === 0 ? specSchema.safeParse(order).data : undefined;
	return { order: whole, taken: [...notes.taken].slice(0, mostTaken), faults };
}

/** The fault of an example at the place where that stands in the order: some are left out, and some are rejects. */
function inOrder({ at, says }: Fault, places: FittedCases['places']): Fault {
	const place = (part: string, field: string, index: string) =>
		(field === 'examples' || field === 'rejects' ? places[field][Number(index)] : undefined) ?? part;
	return { at: at.replace(/^(examples|rejects)\[(\d+)\]/, place), says };
}

interface ReadFields {
	readonly order: PartialOrder;
	readonly places: FittedCases['places'];
}

async function readFields(fields: JsonRecord, notes: Notes): Promise<ReadFields> {
	const [examples, rejects] = [
		readCases(fields['examples'], 'examples', notes),
		readCases(fields['rejects'], 'rejects', notes),
	];
	const inputs = examples.flatMap(({ input }) => (input === undefined ? [] : [input]));
	const outputs = examples.flatMap(({ output }) => (output === undefined ? [] : [output]));
	const schemas = {
		input: readSchema(fields['input'], 'input', inputs, notes),
		output: readSchema(fields['output'], 'output', outputs, notes),
	};
	const { name, category, repairs, ...others } = fields;
	const { places, ...cases } = await fitCases(examples, rejects, { schemas, notes });
	const order = {
		...others,
		...{ name: textOf(name), category: textOf(category), purpose: readPurpose(fields['purpose']) },
		...schemas,
		...cases,
		capabilities: [...withFiles(readCapabilities(fields['capabilities'], notes), cases, notes)],
		dependencies: [...readDependencies(fields['dependencies'], notes)],
		varies: readFlag(fields['varies']),
		anyway: readFlag(fields['anyway']),
		...(typeof repairs === 'string' && { repairs }),
	};
	return { order, places };
}

/** A tool whose examples bring or write files has to do with files. */
function withFiles(
	capabilities: readonly string[],
	{ examples }: Pick<FittedCases, 'examples'>,
	notes: Notes,
): readonly string[] {
	const isOnFiles = examples.some(({ files, writes }) => Object.keys({ ...files, ...writes }).length > 0);
	if (!isOnFiles || capabilities.includes('files')) return capabilities;
	notes.taken.add('capability files, as examples have some');
	return [...capabilities, 'files'];
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
