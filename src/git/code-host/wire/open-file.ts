import { ExchangeError, type HostRequest } from './exchange.ts';
import { failureOf, type HostFetchOptions, openAgents } from './host-fetch.ts';
import { checkAddress, isNamed } from './near-hosts.ts';

export interface FileRequest extends HostRequest {
	/** Its host may be one that the operator has named as private; else it is at a public address or refused. */
	readonly mayBePrivate: boolean;
}

export interface FileAnswer {
	readonly status: number;
	/** As it comes, decoded, without a bound. Throws `ExchangeError`. */
	readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends it, and follows nothing that leads elsewhere: that is an answer as others are. Leaving the body early ends its connection. Rejects with the
 * signal's reason, and with `ExchangeError` where no answer came.
 */
export type OpenFile = (request: FileRequest, signal: AbortSignal) => Promise<FileAnswer>;

/** Holds connections: disposing ends them. */
export interface FileConnection extends AsyncDisposable {
	readonly open: OpenFile;
}

/** Reaches hosts as `connectToHosts` does. Nothing is loaded before the first request. */
export function connectToFiles(options: Pick<HostFetchOptions, 'privateHosts' | 'ca' | 'lookup'> = {}): FileConnection {
	const { privateHosts = [] } = options;
	const agents = openAgents(options, 10_000);
	return {
		async open({ method, url, headers, body, mayBePrivate }, signal) {
			signal.throwIfAborted();
			const named = mayBePrivate ? privateHosts : [];
			try {
				if (url.protocol !== 'https:') throw new ExchangeError('led-away');
				checkAddress(url, named);
				const { library, near, far } = await agents.get();
				const response = await library.fetch(url, {
					...{ method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) },
					dispatcher: isNamed(url, named) ? near : far,
				});
				return { status: response.status, body: bodyOf(response.body, signal) };
			} catch (error) {
				signal.throwIfAborted();
				throw new ExchangeError(failureOf(error), { cause: error });
			}
		},
		[Symbol.asyncDispose]: agents.close,
	};
}

async function* bodyOf(body: AsyncIterable<Uint8Array> | null, signal: AbortSignal): AsyncIterable<Uint8Array> {
	try {
		yield* body ?? [];
	} catch (error) {
		signal.throwIfAborted();
		throw new ExchangeError(failureOf(error), { cause: error });
	}
}
