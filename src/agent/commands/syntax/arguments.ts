import type { Asker } from '../../../chat/place.ts';

/** One argument, out of which platforms make their own: a word of a line, a typed option, a word of a shell. */
export type Argument = WordArgument | ChoiceArgument | CountArgument | WordsArgument | FlagArgument;

interface Named {
	/** Lower case, without spaces: platforms show it, and some take no other. */
	readonly name: string;
	/** A phrase that ends a sentence: `the name of a tool`. At most 100 characters. */
	readonly help: string;
	/** It may be left out. */
	readonly optional?: true;
}

/** A word without white space. */
export interface WordArgument extends Named {
	readonly kind: 'word';
	/** Matches the whole of a word that can be meant; undefined: every word can. */
	readonly form?: RegExp;
	/** Values that begin with `prefix`, for somebody where they type. */
	readonly complete?: (prefix: string, asker: Asker) => Promise<readonly string[]>;
}

/** One of these words, however they are capitalised; they are lower case. */
export interface ChoiceArgument extends Named {
	readonly kind: 'choice';
	readonly choices: readonly [string, ...string[]];
}

/** A whole number from 1 on. */
export interface CountArgument extends Named {
	readonly kind: 'count';
	readonly most: number;
}

/** All that is left of the text. It can only stand last. */
export interface WordsArgument extends Named {
	readonly kind: 'words';
}

/** Given by its name, `--name value`, in any order before the arguments that are no flags. One that takes nothing is `on` where it is given. */
export interface FlagArgument extends Named {
	readonly kind: 'flag';
	readonly optional: true;
	readonly takes:
		| { readonly kind: 'nothing' }
		| { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] }
		/** `form`: as of a word. */
		| { readonly kind: 'word'; readonly form?: RegExp };
}

export type Value = string | number;
/** By the names of the arguments. */
export type Values = Readonly<Record<string, Value | undefined>>;

type ValueOf<A extends Argument> = A extends { readonly choices: readonly (infer Choice)[] }
	? Choice
	: A extends { readonly kind: 'count' }
		? number
		: string;

/** Values with the types that their arguments give them. */
export type ValuesOf<L extends readonly Argument[]> = {
	readonly [A in L[number] as A['name']]: A extends { readonly optional: true } ? ValueOf<A> | undefined : ValueOf<A>;
};

/** The value that a text has for an argument by itself; undefined: it has none. Pure. */
export function valueIn(argument: Argument, text: string): Value | undefined {
	switch (argument.kind) {
		case 'word':
			return /^\S+$/.test(text) && (argument.form?.test(text) ?? true) ? text : undefined;
		case 'choice':
			return argument.choices.find((choice) => choice === text.toLowerCase());
		case 'count':
			return /^[1-9]\d{0,14}$/.test(text) && Number(text) <= argument.most ? Number(text) : undefined;
		case 'words':
			return text.trim() === '' ? undefined : text.trim();
		case 'flag':
			return flagIn(argument, text);
	}
}

/** The value of a flag that takes nothing, where it is given. */
export const given = 'on';

function flagIn({ takes }: FlagArgument, text: string): Value | undefined {
	switch (takes.kind) {
		case 'nothing':
			return text.toLowerCase() === given ? given : undefined;
		case 'choice':
			return takes.choices.find((choice) => choice === text.toLowerCase());
		case 'word':
			return /^\S+$/.test(text) && (takes.form?.test(text) ?? true) ? text : undefined;
	}
}
