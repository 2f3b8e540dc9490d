import type { Value, Values } from './arguments.ts';
import { type ActionInfo, type CommandInfo, isGroup } from './command-info.ts';
import { printFlag, printWords } from './flags.ts';
import { quotedAgain } from './quotes.ts';

/** The text after a command's name that asks for an action of it with these values, as it is read again. Pure. */
export function printArguments(command: CommandInfo, action: ActionInfo, values: Values): string {
	const flags = action.arguments.filter((argument) => argument.kind === 'flag');
	const others = action.arguments
		.filter(({ kind }) => kind !== 'flag')
		.flatMap(({ name, kind }) => textOf(values[name]).map((text) => (kind === 'words' ? text : quotedAgain(text))));
	const behind = flags.length === 0 ? others : [printWords(others)].filter((text) => text !== '');
	const words = [
		...flags.flatMap((flag) => textOf(values[flag.name]).map((value) => printFlag(flag, value))),
		...behind,
	];
	const isMeant = !isGroup(command) || (words.length === 0 && action === command.subcommands[0]);
	return [...(isMeant ? [] : [action.name]), ...words].join(' ');
}

function textOf(value: Value | undefined): readonly string[] {
	return value === undefined ? [] : [String(value)];
}
