import { userMessage } from '../src/base/errors.ts';

/** A program of this folder, as it is called from a shell. */
export interface Program<Choice> {
	readonly usage: string;
	/** Undefined: help is wanted. Throws for wrong arguments. */
	choose(args: readonly string[]): Choice | undefined;
	/** Answers the exit code. `signal` fires when the process is asked to leave. */
	run(choice: Choice, signal: AbortSignal): Promise<number>;
	/** Half a sentence for when that rejects: "The soak could not be run". */
	readonly failed: string;
}

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Throws for any other text. Pure. */
export function whole(name: string, text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
	return value;
}

/** The program's exit code: 1 when it could not be run, 2 for wrong arguments, 130 for Ctrl-C. Never rejects. */
export async function asCommand<Choice>(program: Program<Choice>, args: readonly string[]): Promise<number> {
	const { usage, failed } = program;
	let choice: Choice | undefined;
	try {
		choice = program.choose(args);
	} catch (error) {
		say(`${userMessage(error)}\n\n${usage}`);
		return 2;
	}
	if (choice === undefined) {
		process.stdout.write(usage);
		return 0;
	}
	const leaving = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));
	return await program.run(choice, leaving.signal).catch((error: unknown) => {
		if (leaving.signal.aborted) return 130;
		say(`${failed}: ${userMessage(error)}`);
		return 1;
	});
}
