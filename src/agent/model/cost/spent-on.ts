import type { Usage } from '../../../chat/usage.ts';
import type { WireProblem } from '../wire/wire-problem.ts';
import { tokensOfCharacters } from './estimate.ts';
import type { Spent } from './purse.ts';

/** How far a try has come. */
export interface Progress {
	/** Characters of an answer, of whatever kind. */
	heard: number;
	/** As the server has told it so far. */
	usage: Usage | undefined;
}

/** How a try ended; `left`: nobody waited for its end. */
export type TryEnd = 'whole' | 'left' | { readonly problem: WireProblem | undefined };

/** The use of a try: by the server's count, else by what was sent and has come; undefined where the server did nothing for it. Pure. */
export function spentOn({ heard, usage }: Progress, end: TryEnd): Spent | undefined {
	if (usage && usage.inputTokens + usage.outputTokens > 0) return { counted: 'by-server', ...usage };
	if (heard === 0 && wasRefused(end)) return undefined;
	return { counted: 'estimated', outputTokens: tokensOfCharacters(heard) };
}

/** Nothing is billed for what a server did not take, or never got. */
function wasRefused(end: TryEnd): boolean {
	if (typeof end === 'string') return false;
	return ['refusal', 'connection', 'redirected', 'no-completion'].includes(end.problem?.kind ?? '');
}
