/** Rejects with the signal's reason once it aborts, and never resolves. */
export function rejection(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	if (signal.aborted) reject(signal.reason);
	signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	return promise;
}
