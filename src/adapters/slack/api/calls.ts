import type { WebClient } from '@slack/web-api';

/** One request of the Web API. */
export interface SlackRequest<T> {
	/** `chat.postMessage`: what the rate limit counts. */
	readonly method: string;
	/** The installation that makes it. */
	readonly team: string;
	/** Where it posts: `chat.postMessage` is limited per channel besides. */
	readonly channel?: string;
	/** Whom it is for: of those who wait for a limit, one thread after another is served. */
	readonly thread?: string;
	/** `progress`: whatever else waits for the same limit goes before it. */
	readonly urgency?: 'progress' | undefined;
	/**
	 * Whether it may be sent again when its response is lost. `safe`: sent again (reads, updates, removals). `never`: it may have happened, so that the caller
	 * must look first (posts, uploads): rejects with `LostResponseError`.
	 */
	readonly repeat: 'safe' | 'never';
	readonly send: (client: WebClient) => Promise<T>;
}

/**
 * Calls of the Web API under its rate limits: one method's limit holds up no other method. A request that Slack refuses with 429 has not
 * happened: it is sent again when that method may be called again, until `signal` fires. A request that is on its way is not called back:
 * one with `repeat: 'never'` that rejects with the signal's reason was not sent.
 */
export interface Calls {
	/** Rejects with web-api's `WebAPIPlatformError` for an error of Slack, with `LostResponseError`, or with the signal's reason. */
	run<T>(request: SlackRequest<T>, signal: AbortSignal): Promise<T>;
}

/** Nobody knows whether the request happened. */
export class LostResponseError extends Error {
	override readonly name = 'LostResponseError';

	constructor(method: string, options: ErrorOptions) {
		super(`Slack's answer to ${method} was lost`, options);
	}
}
