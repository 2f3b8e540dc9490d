import type { ActionInfo, CommandOf } from './command-info.ts';
import { printArguments } from './print-arguments.ts';
import { readArguments } from './read-arguments.ts';

/** A command that somebody gave. */
export interface GivenCommand {
	readonly name: string;
	readonly args: string;
}

/**
 * The command that the whole of `text` is: its name, perhaps after a `/` or `!`, and arguments that it takes; a full stop behind what else would be none
 * is no part of it. Undefined for anything else, so that "stop the deploy" stays a request. Pure.
 */
export function parseCommand(text: string, commands: readonly CommandOf<ActionInfo>[]): GivenCommand | undefined {
	return wholeIn(text.trim(), commands) ?? wholeIn(text.trim().replace(/[.!…。！]+$/, ''), commands);
}

function wholeIn(text: string, commands: readonly CommandOf<ActionInfo>[]): GivenCommand | undefined {
	const [, name = '', words = ''] = /^[/!]?([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text) ?? [];
	const command = commands.find((one) => one.name === name.toLowerCase());
	if (command === undefined) return undefined;
	const reading = readArguments(command, words);
	if (reading.kind === 'wrong') return undefined;
	return { name: command.name, args: printArguments(command, reading.action, reading.values) };
}
