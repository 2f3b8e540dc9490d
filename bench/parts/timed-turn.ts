import { answerTo } from './echo-script.ts';
import type { TerminalBot } from './terminal-bot.ts';
import type { WireWatch } from './wire-times.ts';

/** Ms until the request is at the server, and from the answer's leaving it. */
export interface Stretches {
	readonly before: number;
	readonly after: number;
}

/** Types a line, and times what the bot adds to the turn. */
export async function timedTurn(bot: TerminalBot, wire: WireWatch, line: string): Promise<Stretches> {
	const start = performance.now();
	const shown = await bot.type(line, answerTo(line));
	const { arrived, answered } = wire.last();
	await bot.service.dispatch.settled();
	return { before: arrived - start, after: shown - answered };
}
