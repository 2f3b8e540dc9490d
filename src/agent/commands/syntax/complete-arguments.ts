import type { Asker } from '../../../chat/place.ts';
import { type Argument, type FlagArgument, given, type Values, valueIn } from './arguments.ts';
import { type CommandInfo, isGroup } from './command-info.ts';
import { takeFlags, takesFlagsAnywhere } from './flags.ts';
import { firstWord } from './read-arguments.ts';

/** Ways to go on with a text: each hit replaces `on`, the word that was begun. A space ends a hit that needs more behind it. */
export interface Completions {
	readonly hits: readonly string[];
	readonly on: string;
}

export const noCompletions: Completions = { hits: [], on: '' };

/** Completes the text after a command's name. Rejects as the looking up of values does. */
export async function completeArguments(command: CommandInfo, text: string, asker: Asker): Promise<Completions> {
	if (!isGroup(command)) return await completeValues(command.arguments, text.trimStart(), asker);
	const begun = text.trimStart();
	if (!/\s/.test(begun)) return { hits: subcommandsWith(begun, command.subcommands), on: begun };
	const [word, rest] = firstWord(begun);
	const action = command.subcommands.find(({ name }) => name === word.toLowerCase());
	return action === undefined ? noCompletions : await completeValues(action.arguments, rest, asker);
}

/** The values of one argument that begin with `prefix`. Rejects as the looking up does. */
export async function valuesWith(argument: Argument, prefix: string, asker: Asker): Promise<readonly string[]> {
	if (argument.kind === 'flag') return flagValues(argument).filter((value) => value.startsWith(prefix.toLowerCase()));
	if (argument.kind === 'choice') return argument.choices.filter((choice) => choice.startsWith(prefix.toLowerCase()));
	if (argument.kind !== 'word' || argument.complete === undefined) return [];
	const known = await argument.complete(prefix, asker);
	return known.filter((value) => value.startsWith(prefix) && valueIn(argument, value) !== undefined);
}

/** Whether more has to follow the name of a command, or can. Pure. */
export function takesMore(command: CommandInfo): boolean {
	return isGroup(command) || command.arguments.length > 0;
}

function subcommandsWith(prefix: string, subcommands: readonly CommandInfo[]): readonly string[] {
	const found = subcommands.filter(({ name }) => name.startsWith(prefix.toLowerCase()));
	return found.map((action) => `${action.name}${takesMore(action) ? ' ' : ''}`);
}

async function completeValues(taken: readonly Argument[], text: string, asker: Asker): Promise<Completions> {
	const on = text.slice(text.length - lengthOfEnd(text));
	const before = takeFlags(taken, text.slice(0, text.length - on.length).trimEnd());
	if (before === undefined) return noCompletions;
	if (on.startsWith('-') && (before.rest === '' || takesFlagsAnywhere(taken)))
		return { hits: flagsWith(on, taken, before.values), on };
	const next = nextOf(
		taken.filter(({ kind }) => kind !== 'flag'),
		before.rest,
	);
	const hits = await Promise.all(
		next.map(async ({ argument, needsMore }) => {
			const values = await valuesWith(argument, on, asker);
			return needsMore ? values.map((value) => `${value} `) : values;
		}),
	);
	return { hits: [...new Set(hits.flat())], on };
}

function flagValues({ takes }: FlagArgument): readonly string[] {
	if (takes.kind === 'choice') return takes.choices;
	return takes.kind === 'nothing' ? [given] : [];
}

/** Flags that were not given yet, with each value that they can have; those that take any word are for people to write. */
function flagsWith(prefix: string, taken: readonly Argument[], had: Values): readonly string[] {
	const left = taken.filter((argument) => argument.kind === 'flag').filter(({ name }) => had[name] === undefined);
	const written = left.flatMap((flag) => {
		if (flag.takes.kind === 'nothing') return [`--${flag.name} `];
		return flagValues(flag).map((value) => `--${flag.name}=${value} `);
	});
	return written.filter((one) => one.startsWith(prefix.toLowerCase()));
}

/** How many characters stand behind the last white space. */
function lengthOfEnd(text: string): number {
	return /\S*$/.exec(text)?.[0].length ?? 0;
}

interface Next {
	readonly argument: Argument;
	readonly needsMore: boolean;
}

/** The arguments that the next word may be, where these words stand before it. Pure. */
function nextOf([argument, ...later]: readonly Argument[], words: string): readonly Next[] {
	if (argument === undefined || (argument.kind === 'words' && words !== '')) return [];
	const without = argument.optional ? nextOf(later, words) : [];
	if (words === '') return [{ argument, needsMore: later.some(({ optional }) => !optional) }, ...without];
	const [word, rest] = firstWord(words);
	return [...(valueIn(argument, word) === undefined ? [] : nextOf(later, rest)), ...without];
}
