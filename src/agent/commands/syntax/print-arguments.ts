import type { Values } from './arguments.ts';
import { type ActionInfo, type CommandInfo, isGroup } from './command-info.ts';

/** The text after a command's name that asks for an action of it with these values, as it is read again. Pure. */
export function printArguments(command: CommandInfo, action: ActionInfo, values: Values): string {
	const words = action.arguments.flatMap(({ name }) => {
		const value = values[name];
		return value === undefined ? [] : [String(value)];
	});
	const isMeant = !isGroup(command) || (words.length === 0 && action === command.subcommands[0]);
	return [...(isMeant ? [] : [action.name]), ...words].join(' ');
}
