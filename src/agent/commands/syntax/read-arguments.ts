import { closestName } from '../../../base/text/closest-name.ts';
import { type Argument, type Value, type Values, valueIn } from './arguments.ts';
import { type ActionInfo, type CommandOf, type Group, isGroup } from './command-info.ts';
import { takeFlags } from './flags.ts';
import { unquoted } from './quotes.ts';
import { shortUsageOf, takenBy, usageOf } from './usage-of.ts';

/** Made of a text after a command's name: an action with its values; else how the command is given, and half a sentence about what it takes. */
export type Reading<A extends ActionInfo> =
	| { readonly kind: 'ok'; readonly action: A; readonly values: Values }
	| { readonly kind: 'wrong'; readonly usage: string; readonly why: string };

/** Reads the text after a command's name. Pure. */
export function readArguments<A extends ActionInfo>(command: CommandOf<A>, text: string): Reading<A> {
	if (!isGroup(command)) return readAction(command, text, command.name);
	const [word, rest] = firstWord(text);
	const action = actionCalled(command, word);
	if (action !== undefined) return readAction(action, rest, `${command.name} ${action.name}`);
	const meant = closestName(
		word.toLowerCase(),
		command.subcommands.map(({ name }) => name),
	);
	const guess = meant === undefined ? '' : `; did you mean "${meant}"?`;
	return { kind: 'wrong', usage: usageOf(command), why: `${takenBy(command)}${guess}` };
}

/** The action of a command that a word behind its name calls, or none. Pure. */
export function actionCalled<A extends ActionInfo>({ subcommands }: Group<A>, word: string): A | undefined {
	// People write "codex: mend it" and "done.", too; a comma may part two names.
	const called = unquoted(word.toLowerCase().replace(/(?<![:.!])[:.!]+$/, ''));
	return word === '' ? subcommands[0] : subcommands.find(({ name }) => name === called);
}

function readAction<A extends ActionInfo>(action: A, text: string, name: string): Reading<A> {
	const values = allValuesIn(action.arguments, text);
	if (values !== undefined) return { kind: 'ok', action, values };
	return { kind: 'wrong', usage: shortUsageOf({ ...action, name }), why: takenBy(action) };
}

/** The values that a text gives to arguments, flags first. Pure. */
function allValuesIn(taken: readonly Argument[], text: string): Values | undefined {
	const flags = takeFlags(taken, text);
	if (flags === undefined) return undefined;
	const others = valuesIn(
		taken.filter(({ kind }) => kind !== 'flag'),
		flags.rest,
	);
	return others && { ...flags.values, ...others };
}

/** The values that a text gives to arguments that are no flags, in their order; one that may be left out is, where the rest fits only so. Pure. */
export function valuesIn([argument, ...later]: readonly Argument[], text: string): Values | undefined {
	if (argument === undefined) return text.trim() === '' ? {} : undefined;
	const [taken, rest] = argument.kind === 'words' ? [text, ''] : firstUnquoted(text);
	const value = valueIn(argument, taken);
	const others = value === undefined ? undefined : valuesIn(later, rest);
	if (others !== undefined) return { [argument.name]: value, ...others };
	return argument.optional ? valuesIn(later, text) : undefined;
}

function firstUnquoted(text: string): readonly [word: string, rest: string] {
	const [word, rest] = firstWord(text);
	return [unquoted(word), rest];
}

/** The values of arguments that were each given by name; undefined: one is missing, or none that its argument can have. Pure. */
export function valuesByName(taken: readonly Argument[], given: ReadonlyMap<string, string>): Values | undefined {
	const values: Record<string, Value> = {};
	for (const argument of taken) {
		const text = given.get(argument.name)?.trim() ?? '';
		const value = valueIn(argument, text);
		if (value !== undefined) values[argument.name] = value;
		else if (text !== '' || !argument.optional) return undefined;
	}
	return values;
}

/** A text's first word, and what stands behind it. Pure. */
export function firstWord(text: string): readonly [word: string, rest: string] {
	const begun = text.trimStart();
	const end = begun.search(/\s/);
	return end === -1 ? [begun, ''] : [begun.slice(0, end), begun.slice(end).trimStart()];
}
