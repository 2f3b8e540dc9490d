import type { Config } from '../config/config.ts';
import { connectionsOf } from '../platform-connections.ts';
import { type DeskStreams, NobodyThereError, openDesk } from './desk.ts';
import { isYes } from './step.ts';

/**
 * Offers a person at the terminal, where neither a model nor a chat platform is set, to ask for both. Resolves with the exit code of that,
 * or undefined where it is not wanted.
 */
export async function offerSetUp(
	config: Config,
	setUp: () => Promise<number>,
	signal: AbortSignal,
): Promise<number | undefined> {
	const { stdin: input, stdout: output } = process;
	const isTty = input.isTTY === true && output.isTTY === true;
	if (!isTty || !isBare(config)) return undefined;
	const wants = await wantsSetUp({ input, output, isTty }, signal);
	if (wants === undefined) return 130;
	return wants ? await setUp() : undefined;
}

/** Undefined: nobody answers. */
async function wantsSetUp(streams: DeskStreams, signal: AbortSignal): Promise<boolean | undefined> {
	using desk = openDesk(streams, signal);
	const question = 'No model is set up yet. Set it up now, step by step? [Y/n] ';
	const answer = await desk.ask(question).catch((error: unknown) => {
		if (error instanceof NobodyThereError) return undefined;
		throw error;
	});
	return answer === undefined ? undefined : answer === '' || isYes(answer);
}

/** Nothing that this process would speak to is set. */
export function isBare(config: Config): boolean {
	return config.models === undefined && connectionsOf(config).length === 0;
}
