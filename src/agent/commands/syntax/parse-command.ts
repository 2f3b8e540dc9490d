import { type ActionInfo, type CommandOf, isGroup } from './command-info.ts';
import { printArguments } from './print-arguments.ts';
import { actionCalled, firstWord, readArguments } from './read-arguments.ts';

/** A command that somebody gave. */
export interface GivenCommand {
	readonly name: string;
	readonly args: string;
}

/**
 * The command that the whole of `text` is: its name, perhaps after a `/` or `!`, and arguments that it takes; a full stop behind what else would be none
 * is no part of it. With options it is meant as one, also where these are wrong: whoever carries it out says so. Undefined for anything else, so that
 * "stop the deploy" stays a request. Pure.
 */
export function parseCommand(text: string, commands: readonly CommandOf<ActionInfo>[]): GivenCommand | undefined {
	return wholeIn(text.trim(), commands) ?? wholeIn(text.trim().replace(/(?<![.!…。！])[.!…。！]+$/, ''), commands);
}

function wholeIn(text: string, commands: readonly CommandOf<ActionInfo>[]): GivenCommand | undefined {
	const [, name = '', words = ''] = /^[/!]?([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text) ?? [];
	const command = commands.find((one) => one.name === name.toLowerCase());
	if (command === undefined) return undefined;
	const reading = readArguments(command, words);
	if (reading.kind === 'wrong') return isMisgiven(command, words) ? { name: command.name, args: words } : undefined;
	return { name: command.name, args: printArguments(command, reading.action, reading.values) };
}

/** Nobody writes a sentence with options. Pure. */
function isMisgiven(command: CommandOf<ActionInfo>, words: string): boolean {
	const [word, rest] = firstWord(words);
	const action = isGroup(command) ? actionCalled(command, word) : undefined;
	return action?.arguments.some(({ kind }) => kind === 'flag') === true && /^(?:\S+\s+)?--[a-z]/i.test(rest);
}
