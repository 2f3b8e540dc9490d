import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

const record = z.record(z.string(), z.unknown());
const files = record.optional();

/** A tool's category and name. */
export const nameSchema = z
	.string()
	.regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be snake_case')
	.max(48);

/** Things that a tool may do beside computing. Files: reads below /inputs, writes where the caller says. */
export const capabilities = ['files', 'subprocess'] as const;
export type Capability = (typeof capabilities)[number];

const exampleSchema = z.strictObject({
	input: record,
	files: files.describe('Files it reads, by path: text or rows'),
	output: record.describe('What the result must hold'),
	writes: files.describe('What files that it writes must hold'),
});

const negativeSchema = z.strictObject({
	input: record,
	files,
	says: z.string().max(100).optional().describe('A word of the error'),
});

/** The spec as it is worked by. The gate asks more of it than this schema does. */
export const specSchema = z.strictObject({
	name: z.string().min(1),
	category: z.string().min(1),
	purpose: z.string().min(1).max(2000),
	input: record.describe('JSON Schema of an object'),
	output: record.describe('JSON Schema of an object'),
	examples: z.array(exampleSchema).max(5).describe('At least 2, small, computed by hand'),
	rejects: z.array(negativeSchema).max(5).describe('At least 1, which must be refused'),
	capabilities: z.array(z.string()).max(10).optional().describe('Of: files, subprocess'),
	dependencies: z.array(z.string().min(1).max(100)).max(20).optional().describe('Packages that are not here'),
	varies: z.boolean().optional().describe('Equal inputs may give different results'),
	repairs: z.string().optional().describe('Tool to make a new version of'),
	anyway: z.boolean().optional().describe('Though a similar tool exists'),
});
export type RawSpec = z.infer<typeof specSchema>;

/** One of which some fields may not be said. */
export type PartialOrder = { readonly [Field in keyof RawSpec]?: RawSpec[Field] | undefined };

/**
 * An order as the Brain is told to write it: the arguments of `forge_tool`. A tool has one name here and in `use_tool`. `repairs` is taken and
 * not told: `repair_tool` is for that, and asks for less.
 */
export const orderSchema = specSchema.omit({ category: true, repairs: true }).extend({
	name: z.string().describe('Such as tables/sum_by_column'),
	// Each request holds them: limits are told to those who break them.
	examples: z.array(exampleSchema).describe('At least 2, small, computed by hand'),
	rejects: z.array(negativeSchema).describe('At least 1, which must be refused'),
	capabilities: z.array(z.string()).optional().describe('Of: files, subprocess'),
	dependencies: z.array(z.string()).optional().describe('Packages that are not here'),
	// A dispute says how they are used. The answer may be JSON: of a schema that says nothing llama.cpp makes an object (common/json-schema-to-grammar.cpp).
	continue: z.string().optional(),
	answer: z.string().optional(),
});

/** A change of a tool that there is, with all of it that whoever makes the change has to know. */
export const changeSchema = kept({
	words: z.string(),
	/** The version that is changed: its number, its code without what is ours, its usage. */
	version: z.number().int().min(1),
	code: z.string(),
	usage: z.string(),
	/** Its tests, and how it has failed, as the Coder reads them. */
	tests: z.string(),
	example: kept({ input: record, output: record }),
	/** It is of a time when tools had no words in which people ask for them. */
	unfound: z.literal(true).optional(),
});
export type Change = z.infer<typeof changeSchema>;

/** A script of the session that becomes a tool. */
export const scriptSchema = kept({
	path: z.string(),
	code: z.string(),
	/** Each field of the input by what it is in the script. */
	fields: z.string(),
});
export type ScriptSource = z.infer<typeof scriptSchema>;

/** A spec that has passed the gate, as it stands on the disk. */
export const keptSpecSchema = kept({
	...specSchema.shape,
	/** Of a repair that inherits all that it does not say. */
	change: changeSchema.optional(),
	/** Its examples are runs of this one. */
	script: scriptSchema.optional(),
	examples: z.array(kept(exampleSchema.shape)),
	rejects: z.array(kept(negativeSchema.shape)),
});

/** A spec that has passed the gate: nobody changes it from then on. */
export interface ForgeSpec {
	readonly name: string;
	readonly category: string;
	readonly purpose: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly output: Readonly<Record<string, unknown>>;
	readonly examples: readonly z.infer<typeof exampleSchema>[];
	readonly rejects: readonly z.infer<typeof negativeSchema>[];
	readonly capabilities: readonly Capability[];
	readonly dependencies: readonly string[];
	readonly varies: boolean;
	/** The tool that this is a new version of, `<category>/<name>`. */
	readonly repairs: string | undefined;
	/** All that is new about it; undefined where the order says the whole tool anew. */
	readonly change?: Change | undefined;
	readonly script?: ScriptSource | undefined;
}

/** The example that a tool is known by: of a change that brings none, the one that it had. Pure. */
export function shownExample({ examples: [first], change }: ForgeSpec): Change['example'] | undefined {
	return first ? { input: first.input, output: first.output } : change?.example;
}
