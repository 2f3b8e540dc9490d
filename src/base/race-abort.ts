/** Resolves as `promise` does, or rejects with the signal's reason when that fires first; the promise's later end is then heard by nobody. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	if (signal.aborted) {
		promise.catch(() => {});
		return Promise.reject(signal.reason);
	}
	const aborted = Promise.withResolvers<never>();
	const abort = () => aborted.reject(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
