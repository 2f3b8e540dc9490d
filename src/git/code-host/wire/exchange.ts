/** One request to a code host. */
export interface HostRequest {
	readonly method: 'GET' | 'POST' | 'PATCH';
	/** https. */
	readonly url: URL;
	/** The credential among them: they are sent to this URL's host alone. */
	readonly headers: Readonly<Record<string, string>>;
	/** JSON. */
	readonly body?: string;
}

export interface HostAnswer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/**
 * Sends it, and follows what leads elsewhere on the same host (a repository that was renamed). Rejects with the signal's reason, and with
 * `ExchangeError` where no whole answer came.
 */
export type HostFetch = (request: HostRequest, signal: AbortSignal) => Promise<HostAnswer>;

/**
 * `unreachable`: no connection, or it broke. `untrusted`: its certificate is nobody's that we know. `private`: it is at a private address that the operator
 * has not named. `too-long`, `too-large`: bounds of ours. `led-away`: to another host, in a circle, or without its method.
 */
export type ExchangeFailure = 'unreachable' | 'untrusted' | 'private' | 'too-long' | 'too-large' | 'led-away';

export class ExchangeError extends Error {
	override readonly name = 'ExchangeError';
	readonly failure: ExchangeFailure;

	constructor(failure: ExchangeFailure, options?: ErrorOptions) {
		super(`The exchange with a code host ended as ${failure}`, options);
		this.failure = failure;
	}
}
