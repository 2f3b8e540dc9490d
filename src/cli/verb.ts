import type { OptionValues } from 'commander';
import type { Argument, Values, ValuesOf } from '../agent/commands/syntax/arguments.ts';
import type { ActionInfo } from '../agent/commands/syntax/command-info.ts';

/** A verb, or a part of one, with the same kinds of arguments that a command in a thread has, and flags beside them. */
export interface Verb extends ActionInfo {
	readonly flags: readonly Flag[];
	/** Resolves with the exit code. */
	run(values: Values, options: OptionValues): Promise<number>;
}

export type Flag = readonly [flags: string, help: string, otherwise?: string];

interface VerbWith<L extends readonly Argument[], Options extends OptionValues>
	extends Omit<Verb, 'arguments' | 'run'> {
	readonly arguments: L;
	run(values: ValuesOf<L>, options: Options): Promise<number>;
}

/** A verb whose `run` is handed values with the types that its arguments give them. */
export function verb<const L extends readonly Argument[], Options extends OptionValues>(
	given: VerbWith<L, Options>,
): Verb {
	return given;
}
