import { z } from 'zod';
import type { FlagArgument, Values } from '../syntax/arguments.ts';

const propertySchema = z.looseObject({
	type: z.string().optional(),
	description: z.string().optional(),
	enum: z.tuple([z.string()], z.string()).optional(),
	pattern: z.string().optional(),
});

/** Options as flags of a command, in the order of their schema. Pure. */
export function flagsOf(options: z.ZodObject): readonly FlagArgument[] {
	const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
	return Object.entries(properties).map(([name, property]) => {
		const { description: help = name, ...given } = propertySchema.parse(property);
		return { kind: 'flag', name, help: help.slice(0, 100), optional: true, takes: takesOf(given) };
	});
}

function takesOf({ type, enum: choices, pattern }: z.infer<typeof propertySchema>): FlagArgument['takes'] {
	if (type === 'boolean') return { kind: 'nothing' };
	if (choices) return { kind: 'choice', choices };
	return { kind: 'word', ...(pattern !== undefined && { form: new RegExp(pattern) }) };
}

/** The options that flags were given for; undefined: the schema does not take them. Pure. */
export function optionsIn(
	options: z.ZodObject,
	values: Values,
): Readonly<Record<string, string | number | boolean>> | undefined {
	const given = flagsOf(options).flatMap(({ name, takes }) => {
		const value = values[name];
		return value === undefined ? [] : [[name, takes.kind === 'nothing' ? true : value] as const];
	});
	const parsed = options.safeParse(Object.fromEntries(given));
	return parsed.success ? Object.fromEntries(given) : undefined;
}
