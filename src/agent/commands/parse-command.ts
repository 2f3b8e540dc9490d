import type { Command } from './command.ts';

/** A command that somebody gave. */
export interface GivenCommand {
	readonly name: string;
	readonly args: string;
}

/**
 * The command that the whole of `text` is: its name, perhaps after a `/` or `!`, and arguments that it takes. Undefined for anything else,
 * so that "stop the deploy" stays a request. Pure.
 */
export function parseCommand(text: string, commands: readonly Command[]): GivenCommand | undefined {
	const [, name = '', args = ''] = /^[/!]?([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
	const command = commands.find(({ info }) => info.name === name.toLowerCase());
	return command?.args.safeParse(args).success ? { name: command.info.name, args } : undefined;
}
