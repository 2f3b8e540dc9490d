import type { Argument } from './arguments.ts';

/** One thing to be done, with arguments in their order: a command, or a subcommand of one. */
export interface ActionInfo {
	/** One word, lower case. */
	readonly name: string;
	/** One line. */
	readonly help: string;
	readonly arguments: readonly Argument[];
}

/** A command that is one action, or has several under its name; the name alone means the first of these, which needs no arguments. */
export type CommandOf<A extends ActionInfo> = A | Group<A>;

export interface Group<A extends ActionInfo> {
	readonly name: string;
	readonly help: string;
	readonly subcommands: readonly [A, ...A[]];
}

/** A command as platforms list it. */
export type CommandInfo = CommandOf<ActionInfo>;

export function isGroup<A extends ActionInfo>(command: CommandOf<A>): command is Group<A> {
	return 'subcommands' in command;
}

/** All that a command can do, in the order in which it is listed. Pure. */
export function actionsOf<A extends ActionInfo>(command: CommandOf<A>): readonly A[] {
	return isGroup(command) ? command.subcommands : [command];
}
