/** What `promise` comes to, unless the signal aborts first: then rejects with its reason, and the promise goes on alone. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	const aborted = Promise.withResolvers<never>();
	const abort = (): void => aborted.reject(signal.reason);
	if (signal.aborted) abort();
	signal.addEventListener('abort', abort, { once: true });
	return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
