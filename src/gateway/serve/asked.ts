import type { IncomingHttpHeaders } from 'node:http2';

/** A request out of a sandbox, of which nothing is trusted. */
export interface Asked {
	readonly method: string;
	/** Path and query. */
	readonly target: string;
	/** By names in lower case; of those that came twice, the first, or all joined. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: AsyncIterable<Uint8Array>;
	/** Fires when nobody waits for the answer any more. */
	readonly signal: AbortSignal;
}

/** Where an answer goes. */
export interface Answering {
	/** The type of the content, once the answer has begun. */
	readonly begun: string | undefined;
	begin(status: number, headers: Readonly<Record<string, string>>): void;
	/** Resolves when more may come. Rejects when nobody waits for it any more. */
	write(chunk: Uint8Array | string): Promise<void>;
	/** The answer is whole. */
	end(): void;
	/** It is not: half of it will not pass for a whole one. */
	breakOff(): void;
}

/** Pure. */
export function textsOf(headers: IncomingHttpHeaders): Record<string, string | undefined> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
	);
}
