import { shorten } from '../../../base/text/shorten.ts';
import { orderFilesFaults } from '../files/gate-files.ts';
import { schemaFaults } from './check-schema.ts';
import type { Fault } from './fault.ts';
import { exampleFaults } from './gate-examples.ts';
import { type Capability, capabilities, type ForgeSpec, nameSchema, type PartialOrder, type RawSpec } from './spec.ts';

/** The spec as the forge works by it, or all that is wrong with it. Never rejects, whatever the model has sent. */
export async function checkSpec(raw: RawSpec): Promise<ForgeSpec | readonly Fault[]> {
	const faults = await orderFaults(raw, []);
	return faults.length > 0 ? faults : specOf(raw);
}

/** All that is wrong with an order, beside what is known to be: names, purpose, schemas, what it may do, examples. Never rejects. */
export async function orderFaults(order: PartialOrder, known: readonly Fault[]): Promise<readonly Fault[]> {
	const isKnown = (field: string) => known.some(({ at }) => at.startsWith(field));
	return [
		...nameFaults(order),
		...purposeFaults(order),
		...(isKnown('input') ? [] : partFaults(order.input, 'input')),
		...(isKnown('output') ? [] : partFaults(order.output, 'output')),
		...capabilityFaults(order.capabilities ?? []),
		...dependencyFaults(order.dependencies ?? []),
		...(await exampleFaults(order, isKnown)),
		...(isKnown('examples[') || isKnown('rejects[') ? [] : orderFilesFaults(order)),
	];
}

function partFaults(schema: unknown, part: 'input' | 'output'): readonly Fault[] {
	const of = part === 'input' ? 'what run() is given' : 'the result';
	if (schema !== undefined) return schemaFaults(schema, part);
	return [{ at: part, says: `is missing: give the JSON Schema of ${of}, or two examples that it follows from` }];
}

function purposeFaults({ purpose }: PartialOrder): readonly Fault[] {
	if (purpose === undefined) return [{ at: 'purpose', says: 'is missing: say in a sentence what the tool does' }];
	const says = `has ${purpose.length} characters, and may have 2000: say it shorter`;
	return purpose.length > 2000 ? [{ at: 'purpose', says }] : [];
}

/** The spec of arguments that have passed before. Pure. */
export function specOf(raw: RawSpec & Pick<ForgeSpec, 'change' | 'script'>): ForgeSpec {
	const { change, script, name, category, purpose, input, output, examples, rejects, varies = false, repairs } = raw;
	return {
		name,
		category,
		purpose,
		input,
		output,
		examples,
		rejects,
		capabilities: capabilities.filter((capability) => raw.capabilities?.includes(capability)),
		dependencies: [...new Set((raw.dependencies ?? []).map((dependency) => dependency.trim()))].filter(Boolean),
		varies,
		repairs,
		...(change && { change }),
		...(script && { script }),
	};
}

function nameFaults({ name, category, repairs }: PartialOrder): readonly Fault[] {
	if (name === undefined)
		return [{ at: 'name', says: 'is missing: give category/verb_target, such as tables/sum_by_column' }];
	const isName = nameSchema.safeParse(name).success && name.includes('_');
	const isShelf = category === undefined || nameSchema.safeParse(category).success;
	const isSame = repairs === undefined || repairs === `${category}/${name}`;
	return [
		...(isName
			? []
			: [
					{
						at: 'name',
						says: `"${shorten(name, 60)}" must be verb_target in snake_case, at most 48 characters, such as sum_by_column`,
					},
				]),
		...(isShelf
			? []
			: [
					{
						at: 'name',
						says: `its category "${shorten(category, 60)}" must be one word in snake_case, such as tables`,
					},
				]),
		...(isSame || !isName
			? []
			: [
					{
						at: 'repairs',
						says: `a repair keeps its name: this is "${shorten(repairs, 100)}", the order says "${category}/${name}"`,
					},
				]),
	];
}

const network = /net|http|web|internet|socket|dns|host|api|url|download|[.:/]/i;

function capabilityFaults(wanted: readonly string[]): readonly Fault[] {
	return wanted.flatMap((name) => (isCapability(name) ? [] : [{ at: 'capabilities', says: capabilityMend(name) }]));
}

function capabilityMend(name: string): string {
	return network.test(name)
		? `forged tools have no network, so "${shorten(name, 60)}" cannot be given: have people hand in the data as files`
		: `there is no "${shorten(name, 60)}": only ${capabilities.join(' and ')}; leave it out`;
}

function dependencyFaults(names: readonly string[]): readonly Fault[] {
	if (names.length > 20) return [{ at: 'dependencies', says: `are ${names.length}, and may be 20` }];
	const long = names.find((name) => name.length > 100);
	return long === undefined ? [] : [{ at: 'dependencies', says: `"${shorten(long, 60)}" is no name of a package` }];
}

function isCapability(name: string): name is Capability {
	return capabilities.some((capability) => capability === name);
}
