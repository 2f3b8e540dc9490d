import { type Argument, type FlagArgument, given, type Values, valueIn } from './arguments.ts';
import { isHalfQuoted, quotedAgain, unquoted } from './quotes.ts';

/** Values of the flags in a text, and the text without them. */
export interface TakenFlags {
	readonly values: Values;
	readonly rest: string;
}

/**
 * Takes `--name`, `--name value` and `--name=value` from the beginning of a text, and from all of it where an action takes no words; undefined: one is
 * unknown, given twice, or has no value that it can have. `--` alone ends them. A value may stand in quotes; of two dashes telephones and editors make a long one.
 * Where an action has no flags nothing is taken: what begins with `--` are words then. Pure.
 */
export function takeFlags(taken: readonly Argument[], text: string): TakenFlags | undefined {
	const flags = taken.filter((argument) => argument.kind === 'flag');
	if (flags.length === 0) return { values: {}, rest: text };
	const isAnywhere = takesFlagsAnywhere(taken);
	const before: string[] = [];
	let so: TakenFlags = { values: {}, rest: text.trimStart() };
	while (isFlag(so.rest, flags) || (isAnywhere && /^(?!--(?:\s|$))\S/.test(so.rest))) {
		const next = isFlag(so.rest, flags) ? takeOne(flags, so) : { ...so, rest: pass(so.rest, before) };
		if (next === undefined) return undefined;
		so = next;
	}
	return { ...so, rest: [...before, so.rest.replace(/^--(?=\s)\s*/, '')].join(' ').trimEnd() };
}

/** Words may begin with anything, and what stands in them is theirs. Pure. */
export function takesFlagsAnywhere(taken: readonly Argument[]): boolean {
	return taken.every(({ kind }) => kind !== 'words');
}

/** A flag that stands at the end of words, of which it is a part; undefined: none does. Pure. */
export function flagBehind(taken: readonly Argument[], words: string): FlagArgument | undefined {
	const flags = taken.filter((argument) => argument.kind === 'flag');
	const [before = '', last = ''] = words.split(/\s+/).slice(1).slice(-2);
	const valued = flags.find(({ name, takes }) => takes.kind !== 'nothing' && isNamed(before, name));
	return flags.find(({ name }) => isNamed(last, name)) ?? valued;
}

/** Says of a flag behind words that it is one of them. Pure. */
export function behindNote(taken: readonly Argument[], words: string): readonly string[] {
	const flag = flagBehind(taken, words);
	return flag === undefined
		? []
		: [`\`--${flag.name}\` stands at the end and was taken for words, not for an option: options stand before these.`];
}

function isNamed(word: string, name: string): boolean {
	const begun = begunIn(word);
	return begun.name === name && begun.dashes !== '-';
}

/** The text behind its first word, which is kept. */
function pass(text: string, kept: string[]): string {
	const [word = ''] = /^\S+/.exec(text) ?? [];
	kept.push(word);
	return text.slice(word.length).trimStart();
}

/** Values behind flags, so that they are not taken for flags: `--` parts them where one looks like that. Pure. */
export function printWords(values: readonly string[]): string {
	return [...(values.some((value) => /^(?:--(?:\s|$)|(?:--?|[–—])[a-z])/i.test(value)) ? ['--'] : []), ...values].join(
		' ',
	);
}

/** A flag as it is written in a line. Pure. */
export function printFlag({ name, takes }: FlagArgument, value: string): string {
	return takes.kind === 'nothing' ? `--${name}` : `--${name}=${quotedAgain(value)}`;
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

/** Behind one dash, or a long one, only a name that there is: a sentence may begin so. */
function isFlag(text: string, flags: readonly FlagArgument[]): boolean {
	const { dashes, name } = begunIn(text);
	return name !== '' && (dashes === '--' || flags.some((flag) => flag.name === name));
}

function begunIn(text: string) {
	const [, dashes = '', name = ''] = /^(--|[-–—])([a-z][a-z-]*)/i.exec(text) ?? [];
	return { dashes, name: name.toLowerCase() };
}

function takeOne(flags: readonly FlagArgument[], { values, rest }: TakenFlags): TakenFlags | undefined {
	const { dashes, name } = begunIn(rest);
	const flag = flags.find((one) => one.name === name);
	if (flag === undefined || values[flag.name] !== undefined) return undefined;
	const [, sign, joined = ''] = /^(=(\S*))?/.exec(rest.slice(dashes.length + name.length)) ?? [];
	const behind = rest.slice(dashes.length + name.length + (sign?.length ?? 0));
	if (behind !== '' && !/^\s/.test(behind)) return undefined;
	const [word, after] = wordFor(flag, sign === undefined ? undefined : joined, behind.trimStart());
	const value = isHalfQuoted(word) ? undefined : valueIn(flag, unquoted(word));
	return value === undefined ? undefined : { values: { ...values, [flag.name]: value }, rest: after };
}

/** The word that is the flag's value, and what stands behind that. */
function wordFor(flag: FlagArgument, joined: string | undefined, behind: string): readonly [string, string] {
	if (joined !== undefined) return [joined, behind];
	if (flag.takes.kind === 'nothing') return [given, behind];
	const [word = ''] = /^\S*/.exec(behind) ?? [];
	return [word, behind.slice(word.length).trimStart()];
}
