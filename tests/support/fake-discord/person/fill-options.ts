import { type APIApplicationCommandOption, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import type { World } from '../world.ts';
import type { NewFile, OptionValue } from './person.ts';
import { createResolver, type Resolved } from './resolved.ts';

/** An option as Discord sends it. */
export interface SentOption {
	readonly name: string;
	readonly type: Type;
	readonly value?: string | number | boolean;
	readonly options?: readonly SentOption[];
	readonly focused?: boolean;
}

export interface Filling {
	readonly user: string;
	readonly channel: string;
	readonly values: Readonly<Record<string, OptionValue>>;
}

/** Throws for an option that there is not, one that is missing, and a value that Discord would not let through. */
export function fillOptions(
	world: World,
	options: readonly APIApplicationCommandOption[],
	{ channel, values }: Filling,
): { readonly sent: readonly SentOption[]; readonly resolved: Resolved } {
	const unknown = Object.keys(values).find((name) => !options.some((option) => option.name === name));
	if (unknown !== undefined) {
		throw new Error(`There is no option "${unknown}", only: ${options.map(({ name }) => name).join(', ') || 'none'}`);
	}
	const missing = options.find(
		(option) => 'required' in option && option.required && values[option.name] === undefined,
	);
	if (missing) throw new Error(`Option "${missing.name}" must be given`);
	const resolver = createResolver(world, channel);
	const sent = options.flatMap((option) => {
		const value = values[option.name];
		return value === undefined ? [] : [{ name: option.name, type: option.type, value: fill(option, value, resolver) }];
	});
	return { sent, resolved: resolver.resolved };
}

type Resolver = ReturnType<typeof createResolver>;

function fill(option: APIApplicationCommandOption, value: OptionValue, resolver: Resolver): string | number | boolean {
	const { type, name } = option;
	if (type === Type.Attachment) return resolver.file(fileFor(option, value));
	if (typeof value === 'object') throw new Error(`Option "${name}" takes no file`);
	if (type === Type.Boolean) return expect(name, value, 'boolean');
	if (type === Type.Integer || type === Type.Number) return number(option, expect(name, value, 'number'));
	const text = expect(name, value, 'string');
	if (type === Type.String) return checkText(option, text);
	return resolver.thing(text);
}

function expect<T extends 'string' | 'number' | 'boolean'>(name: string, value: OptionValue, type: T) {
	if (typeof value !== type) throw new Error(`Option "${name}" takes a ${type}`);
	return value as T extends 'string' ? string : T extends 'number' ? number : boolean;
}

function fileFor(option: APIApplicationCommandOption, value: OptionValue): NewFile {
	if (typeof value !== 'object') throw new Error(`Option "${option.name}" takes a file`);
	const { file_types: types } = option as { readonly file_types?: readonly string[] };
	checkExtension(option.name, value.name, types);
	return value;
}

/** Discord looks at no more than the end of the name. */
export function checkExtension(field: string, name: string, types: readonly string[] | undefined): void {
	if (!types || types.length === 0) return;
	const ending = `.${name.split('.').at(-1)?.toLowerCase()}`;
	if (!types.includes(ending) && !types.includes(ending.slice(1))) {
		throw new Error(`"${field}" does not take "${name}": only ${types.join(', ')}`);
	}
}

interface Bounds {
	readonly min_value?: number;
	readonly max_value?: number;
	readonly min_length?: number;
	readonly max_length?: number;
	readonly choices?: readonly { readonly value: string | number }[];
}

function number(option: APIApplicationCommandOption, value: number): number {
	const { min_value: min = -Infinity, max_value: max = Infinity } = option as Bounds;
	checkChoice(option, value);
	const whole = option.type !== Type.Integer || Number.isInteger(value);
	if (!whole || value < min || value > max) throw new Error(`Option "${option.name}" does not take ${value}`);
	return value;
}

function checkText(option: APIApplicationCommandOption, value: string): string {
	const { min_length: min = 0, max_length: max = 6000 } = option as Bounds;
	checkChoice(option, value);
	if (value.length >= min && value.length <= max && value !== '') return value;
	throw new Error(`Option "${option.name}" takes ${min} to ${max} characters, not ${value.length}`);
}

function checkChoice(option: APIApplicationCommandOption, value: string | number): void {
	const { choices = [] } = option as Bounds;
	if (choices.length === 0 || choices.some((choice) => choice.value === value)) return;
	throw new Error(`Option "${option.name}" offers only: ${choices.map((choice) => choice.value).join(', ')}`);
}
