import type { ServerResponse } from 'node:http';

/** Heads of answers that go well. */
export const heads = {
	stream: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
	whole: { 'content-type': 'application/json' },
} as const;

/**
 * Writes a sign of life every so often until it is stopped, so that no client takes a long wait for the end: a comment in a stream of events, which
 * readers skip (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream), white space before JSON.
 */
export function startSigns(response: ServerResponse, streams: boolean, everyMs: number | undefined): () => void {
	if (everyMs === undefined) return () => {};
	const timer = setInterval(() => {
		if (response.destroyed) return clearInterval(timer);
		if (!response.headersSent) response.setHeaders(new Map(Object.entries(streams ? heads.stream : heads.whole)));
		response.write(streams ? ': waiting for an answer\n\n' : ' ');
	}, everyMs);
	timer.unref();
	return () => clearInterval(timer);
}
