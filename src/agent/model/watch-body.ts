export interface WatchedBody {
	readonly stream: ReadableStream<Uint8Array>;
	/** Whether the server has written `data: [DONE]`. */
	readonly done: () => boolean;
}

// Long enough for the end of a body that is already under way, so that its connection can serve the next request.
const drainMs = 100;

/**
 * Passes a body on and tells of every piece that arrives. When the reader goes away after `[DONE]`, the little that may
 * be left is read in the background: a body that is dropped unread costs the connection.
 */
export function watchBody(body: ReadableStream<Uint8Array>, onBytes: () => void): WatchedBody {
	const reader = body.getReader();
	let done = false;
	let tail = '';
	const stream = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const piece = await reader.read();
			if (piece.done) return controller.close();
			onBytes();
			tail = (tail + Buffer.from(piece.value).toString('latin1')).slice(-64 - piece.value.length);
			done ||= /(^|[\r\n])data: ?\[DONE\]/.test(tail);
			tail = tail.slice(-16);
			controller.enqueue(piece.value);
		},
		cancel(reason) {
			if (done) void drain(reader);
			else return reader.cancel(reason);
		},
	});
	return { stream, done: () => done };
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
	const giveUp = setTimeout(() => void reader.cancel().catch(() => undefined), drainMs).unref();
	try {
		while (!(await reader.read()).done);
	} catch {
		// The connection is gone, which is all that was wanted.
	} finally {
		clearTimeout(giveUp);
	}
}
