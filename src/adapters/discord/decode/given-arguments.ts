import { type ActionInfo, type CommandInfo, isGroup } from '../../../agent/commands/syntax/command-info.ts';
import { printArguments } from '../../../agent/commands/syntax/print-arguments.ts';
import { readArguments, valuesByName } from '../../../agent/commands/syntax/read-arguments.ts';
import { usageOf } from '../../../agent/commands/syntax/usage-of.ts';
import type { GivenSubcommand } from './option-values.ts';

/**
 * Where options stand for something: each for an argument of an action, or, in a command that a former version has registered and Discord
 * still shows, one for everything behind the command's name.
 */
export type Given =
	| { readonly kind: 'typed'; readonly action: ActionInfo }
	| { readonly kind: 'former'; readonly text: string };

/** Undefined: the command has no such subcommand. Pure. */
export function givenTo(command: CommandInfo, { subcommand, values }: GivenSubcommand): Given | undefined {
	const text = [...values.values()].join(' ');
	if (isGroup(command) && subcommand === undefined) return { kind: 'former', text };
	const action = isGroup(command) ? command.subcommands.find(({ name }) => name === subcommand) : command;
	if (action === undefined) return undefined;
	const isKnown = (option: string) => action.arguments.some(({ name }) => name === option);
	return [...values.keys()].every(isKnown) ? { kind: 'typed', action } : { kind: 'former', text };
}

/** The text behind a command's name that says what was given; else how it is to be given. */
export type ReadCommand =
	| { readonly kind: 'ok'; readonly text: string }
	| { readonly kind: 'wrong'; readonly usage: string };

/** Reads what was given to a command. Pure. */
export function readGiven(command: CommandInfo, given: Given, { values }: GivenSubcommand): ReadCommand {
	if (given.kind === 'former') return readText(command, given.text);
	const { action } = given;
	const read = valuesByName(action.arguments, values);
	if (read !== undefined) return { kind: 'ok', text: printArguments(command, action, read) };
	return { kind: 'wrong', usage: `${isGroup(command) ? `${command.name} ` : ''}${usageOf(action)}` };
}

function readText(command: CommandInfo, text: string): ReadCommand {
	const reading = readArguments(command, text);
	return reading.kind === 'ok' ? { kind: 'ok', text } : reading;
}
