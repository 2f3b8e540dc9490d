import { type Argument, type FlagArgument, given, type Values, valueIn } from './arguments.ts';

/** Values of the flags in a text, and the text without them. */
export interface TakenFlags {
	readonly values: Values;
	readonly rest: string;
}

/**
 * Takes `--name`, `--name value` and `--name=value` from the beginning of a text, and from all of it where an action takes no words; undefined: one is
 * unknown, given twice, or has no value that it can have. `--` alone ends them. Where an
 * action has no flags nothing is taken: what begins with `--` are words then. Pure.
 */
export function takeFlags(taken: readonly Argument[], text: string): TakenFlags | undefined {
	const flags = taken.filter((argument) => argument.kind === 'flag');
	if (flags.length === 0) return { values: {}, rest: text };
	const isAnywhere = takesFlagsAnywhere(taken);
	const before: string[] = [];
	let so: TakenFlags = { values: {}, rest: text.trimStart() };
	while (isFlag(so.rest) || (isAnywhere && /^(?!--(?:\s|$))\S/.test(so.rest))) {
		const next = isFlag(so.rest) ? takeOne(flags, so) : { ...so, rest: pass(so.rest, before) };
		if (next === undefined) return undefined;
		so = next;
	}
	return { ...so, rest: [...before, so.rest.replace(/^--(?=\s)\s*/, '')].join(' ').trimEnd() };
}

/** Words may begin with anything, and what stands in them is theirs. Pure. */
export function takesFlagsAnywhere(taken: readonly Argument[]): boolean {
	return taken.every(({ kind }) => kind !== 'words');
}

/** The text behind its first word, which is kept. */
function pass(text: string, kept: string[]): string {
	const [word = ''] = /^\S+/.exec(text) ?? [];
	kept.push(word);
	return text.slice(word.length).trimStart();
}

/** Values behind flags, so that they are not taken for flags: `--` parts them where one looks like that. Pure. */
export function printWords(values: readonly string[]): string {
	return [...(values.some((value) => /^--(?:[a-z]|\s|$)/i.test(value)) ? ['--'] : []), ...values].join(' ');
}

/** A flag as it is written in a line. Pure. */
export function printFlag({ name, takes }: FlagArgument, value: string): string {
	return takes.kind === 'nothing' ? `--${name}` : `--${name}=${value}`;
}

/** How a flag is given: `--ask`, `--effort low|high`. Pure. */
export function flagUsage({ name, takes }: FlagArgument): string {
	switch (takes.kind) {
		case 'nothing':
			return `--${name}`;
		case 'choice':
			return `--${name} ${takes.choices.join('|')}`;
		case 'word':
			return `--${name} <${name}>`;
	}
}

function isFlag(text: string): boolean {
	return /^--[a-z]/i.test(text);
}

function takeOne(flags: readonly FlagArgument[], { values, rest }: TakenFlags): TakenFlags | undefined {
	const [, name = '', sign, joined = ''] = /^--([a-z][a-z-]*)(=(\S*))?/i.exec(rest) ?? [];
	const flag = flags.find((one) => one.name === name.toLowerCase());
	if (flag === undefined || values[flag.name] !== undefined) return undefined;
	const behind = rest.slice(2 + name.length + (sign?.length ?? 0));
	if (behind !== '' && !/^\s/.test(behind)) return undefined;
	const [word, after] = wordFor(flag, sign === undefined ? undefined : joined, behind.trimStart());
	const value = valueIn(flag, word);
	return value === undefined ? undefined : { values: { ...values, [flag.name]: value }, rest: after };
}

/** The word that is the flag's value, and what stands behind that. */
function wordFor(flag: FlagArgument, joined: string | undefined, behind: string): readonly [string, string] {
	if (joined !== undefined) return [joined, behind];
	if (flag.takes.kind === 'nothing') return [given, behind];
	const [word = ''] = /^\S*/.exec(behind) ?? [];
	return [word, behind.slice(word.length).trimStart()];
}
