import { endOfValue } from '../json-text.ts';
import type { Mender } from '../mend-json.ts';

/** A call that a model has written into its answer. */
export interface WrittenCall {
	readonly name: string;
	/** As `repairArguments` takes them: an object, or text. */
	readonly arguments: unknown;
}

/** A text with calls in it, and by what they may be told. */
export interface Scene {
	readonly text: string;
	/** Whether a name means one of the tools that were offered. */
	readonly knows: (name: string) => boolean;
	readonly mender: Mender;
	/** Characters that may still be gone through in search of the ends of JSON: what opens again and again closes nowhere. */
	readonly effort: { left: number };
}

/** Calls, and words between them, that stand in a text up to `next`. */
export interface Reading {
	readonly calls: readonly WrittenCall[];
	readonly words?: string;
	readonly next: number;
}

/** Reads what stands at a place of a text; undefined when it is something else, or broken. Takes a time that depends on the length that it reads. */
export type Grammar = (scene: Scene, at: number) => Reading | undefined;

/** The match of a sticky expression at a place. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
	expression.lastIndex = at;
	return expression.exec(text) ?? undefined;
}

/** The index behind the JSON value that opens at a place, with `{` or `[`; undefined where it does not end. */
export function endOfJson({ text, effort }: Scene, at: number): number | undefined {
	if (effort.left <= 0) return undefined;
	const end = endOfValue(text, at);
	effort.left -= (end ?? text.length) - at;
	return end;
}

/** Calls that are read of one answer, and arguments of one call, at most. */
export const mostCalls = 128;
export const mostArguments = 128;
