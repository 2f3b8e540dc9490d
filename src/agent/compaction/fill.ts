import type { Limits } from './limits.ts';
import { limitsOf } from './limits.ts';
import type { Scene } from './scene.ts';
import { requestTokens, tokensOfAll } from './tokens.ts';
import type { Windows } from './windows.ts';

/** How full the window of a session is. */
export interface Fill {
	/** Of the next request: counted by the server as far as it counts, else estimated. */
	readonly tokens: number;
	readonly window: number;
	readonly limits: Limits;
	/** What all tokens come to by our guess alone: parts of a history are compared by it. */
	readonly guess: number;
}

/** Rejects with the signal's reason. */
export async function fillOf(
	{ session, model, prefix }: Pick<Scene, 'session' | 'model' | 'prefix'>,
	windows: Windows,
	signal: AbortSignal,
): Promise<Fill> {
	const window = await windows.of(model, signal);
	const history = session.history();
	const guess = prefix + tokensOfAll(history.messages);
	return { tokens: requestTokens(history, prefix), window, limits: limitsOf(window), guess };
}

/** So many tokens of our guess, as the server counts. Pure. */
export function asCounted({ tokens, guess }: Pick<Fill, 'tokens' | 'guess'>, guessed: number): number {
	return Math.round((guessed * tokens) / Math.max(1, guess));
}
