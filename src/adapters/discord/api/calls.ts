import type { RawFile } from '@discordjs/rest';

/** One request of the API. */
export interface DiscordRequest {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** As `Routes` of discord-api-types makes it. */
	readonly route: `/${string}`;
	readonly query?: URLSearchParams;
	/** A body of JSON, as discord-api-types has it. */
	readonly body?: unknown;
	readonly files?: readonly RawFile[];
}

/**
 * Requests under Discord's rate limits, which @discordjs/rest reads from its answers: a bucket's limit holds up no other bucket. One that
 * was lost, or that Discord failed, is sent again up to five times: so whatever must not happen twice carries a nonce, or is looked for.
 */
export interface Calls extends AsyncDisposable {
	/** Resolves with the answer's JSON, which nobody has checked. Rejects with `DiscordAPIError` for what Discord refuses, with the last failure, or with the signal's reason. */
	run<T>(request: DiscordRequest, signal: AbortSignal): Promise<T>;
}
