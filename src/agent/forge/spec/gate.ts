import { shorten } from '../../../base/text/shorten.ts';
import { checkSchema } from './check-schema.ts';
import { checkExamples } from './gate-examples.ts';
import { type Capability, capabilities, type ForgeSpec, nameSchema, type RawSpec } from './spec.ts';

/**
 * The spec as the forge works by it, or one sentence for the Brain that says why it cannot. Names, schemas, examples, then
 * what it may do. Never rejects, whatever the model has sent.
 */
export async function checkSpec(raw: RawSpec): Promise<ForgeSpec | string> {
	const problem =
		nameProblem(raw) ??
		checkSchema(raw.input, 'input') ??
		checkSchema(raw.output, 'output') ??
		capabilityProblem(raw.capabilities ?? []) ??
		(await checkExamples(raw));
	return problem ?? specOf(raw);
}

/** The spec of arguments that have passed before. Pure. */
export function specOf(raw: RawSpec): ForgeSpec {
	const { name, category, purpose, input, output, examples, rejects, varies = false, repairs } = raw;
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
	};
}

function nameProblem({ name, category, repairs }: RawSpec): string | undefined {
	if (!nameSchema.safeParse(name).success || !name.includes('_'))
		return `The name "${shorten(name, 60)}" must be verb_target in snake_case, at most 48 characters, such as sum_by_column`;
	if (!nameSchema.safeParse(category).success)
		return `The category "${shorten(category, 60)}" must be one word in snake_case, such as tables`;
	if (repairs === undefined || repairs === `${category}/${name}`) return undefined;
	return `A repair keeps category and name: "repairs" is "${shorten(repairs, 100)}", the order says "${category}/${name}"`;
}

const network = /net|http|web|internet|socket|dns|host|api|url|download|[.:/]/i;

function capabilityProblem(wanted: readonly string[]): string | undefined {
	const unknown = wanted.find((capability) => !isCapability(capability));
	if (unknown === undefined) return undefined;
	if (network.test(unknown))
		return `Forged tools have no network, so "${shorten(unknown, 60)}" cannot be given: have people hand in the data as files`;
	return `There is no capability "${shorten(unknown, 60)}": only ${capabilities.join(' and ')}`;
}

function isCapability(name: string): name is Capability {
	return capabilities.some((capability) => capability === name);
}
