import type { Limits } from './measure/limits.ts';
import { limitsOf } from './measure/limits.ts';
import { requestTokens, tokensOfAll } from './measure/tokens.ts';
import type { Windows } from './measure/windows.ts';
import type { Scene } from './scene.ts';

/** Prompt and tools come to this, where the request itself is not at hand: 7,400 bytes of it. */
export const usualPrefix = 2_400;

/** How full the window of a session is. */
export interface Fill {
	/** Of the next request: counted by the server as far as it counts, else estimated. */
	readonly tokens: number;
	readonly window: number;
	readonly limits: Limits;
	/** All of them by our guess alone: parts of a history are compared by it. */
	readonly guess: number;
}

/** A session's history, and the request that it is part of. */
export interface Filled extends Pick<Scene, 'model' | 'prefix'> {
	readonly session: Pick<Scene['session'], 'history'>;
}

/** A session's history, and the request that it is part of. */
export interface Filled extends Pick<Scene, 'model' | 'prefix'> {
	readonly session: Pick<Scene['session'], 'history'>;
}

/** Rejects with the signal's reason. */
export async function fillOf({ session, model, prefix }: Filled, windows: Windows, signal: AbortSignal): Promise<Fill> {
	const window = await windows.of(model, signal);
	const history = session.history();
	const guess = prefix + tokensOfAll(history.messages);
	return { tokens: requestTokens(history, prefix), window, limits: limitsOf(window), guess };
}

/** So many tokens of our guess, as the server counts. Pure. */
export function asCounted({ tokens, guess }: Pick<Fill, 'tokens' | 'guess'>, guessed: number): number {
	return Math.round((guessed * tokens) / Math.max(1, guess));
}
