import type { Argument } from './arguments.ts';
import { type ActionInfo, type CommandInfo, isGroup } from './command-info.ts';
import { flagUsage } from './flags.ts';

/** A line of help: how something is given, and what it does. */
export interface HelpLine {
	readonly usage: string;
	readonly help: string;
}

/** How a command is given: `mode [wait|steer]`, `tools [list|show]`. Pure. */
export function usageOf(command: CommandInfo): string {
	const words = isGroup(command)
		? [`[${command.subcommands.map(({ name }) => name).join('|')}]`]
		: command.arguments.map(inBrackets);
	return [command.name, ...words].join(' ');
}

/** How an action is given, its flags in one word: `agent pi [options] <task>`. Pure. */
export function shortUsageOf({ name, arguments: taken }: ActionInfo): string {
	const { flags, others } = parted(taken);
	return [name, ...(flags.length > 0 ? ['[options]'] : []), ...others.map(inBrackets)].join(' ');
}

/** One line of help for each thing that a command does. Pure. */
export function helpLines(command: CommandInfo): readonly HelpLine[] {
	if (!isGroup(command)) return [{ usage: usageOf(command), help: command.help }];
	return command.subcommands.map((action) => ({ usage: `${command.name} ${usageOf(action)}`, help: action.help }));
}

/** Half a sentence: what has to stand after a command's name; flags in lines of their own. Pure. */
export function takenBy(command: CommandInfo): string {
	if (isGroup(command)) return `takes ${oneOf(command.subcommands.map(({ name }) => name))}`;
	const { flags, others } = parted(command.arguments);
	const lines = flags.map((flag) => `\n- \`${flagUsage(flag)}\`: ${flag.help}`).join('');
	if (others.length > 0) return `takes ${listed(others.map(told), 'and')}${lines}`;
	return flags.length > 0 ? `takes options${lines}` : 'takes no arguments';
}

function parted(taken: readonly Argument[]) {
	const flags = taken.filter((argument) => argument.kind === 'flag');
	return { flags, others: taken.filter(({ kind }) => kind !== 'flag') };
}

function inBrackets(argument: Argument): string {
	const words = shortOf(argument);
	return argument.optional ? `[${words}]` : `<${words}>`;
}

function shortOf(argument: Argument): string {
	if (argument.kind === 'flag') return flagUsage(argument);
	return argument.kind === 'choice' ? argument.choices.join('|') : argument.name;
}

function told(argument: Argument): string {
	return argument.kind === 'choice' ? oneOf(argument.choices) : argument.help;
}

function oneOf(words: readonly string[]): string {
	const quoted = words.map((word) => `"${word}"`);
	return listed(quoted, 'or');
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
	const before = words.slice(0, -1).join(', ');
	return [before, words.at(-1)].filter(Boolean).join(` ${last} `);
}
