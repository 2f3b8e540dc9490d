import type { Config } from '../config/config.ts';
import { connectionsOf } from '../platform-connections.ts';
import { openDesk } from './desk.ts';

/** Whether a person at the terminal, where neither a model nor a chat platform is set, wants both to be asked for. */
export async function wantsSetUp(config: Config, signal: AbortSignal): Promise<boolean> {
	const { stdin: input, stdout: output } = process;
	const isTty = input.isTTY === true && output.isTTY === true;
	if (!isTty || !isBare(config)) return false;
	using desk = openDesk({ input, output, isTty }, signal);
	const answer = await desk.ask('No model is set up yet. Set it up now, step by step? [Y/n] ');
	return answer !== undefined && /^(y|yes)?$/i.test(answer);
}

/** Nothing that this process would speak to is set. */
export function isBare(config: Config): boolean {
	return config.models === undefined && connectionsOf(config).length === 0;
}
