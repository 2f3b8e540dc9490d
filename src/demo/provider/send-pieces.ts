import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptedReply } from '../model-server/script.ts';

/** Sends a stream as its reply says: at once or with a wait behind each piece, whole or cut off behind some; ends early when the client leaves. */
export async function sendPieces(
	response: ServerResponse,
	head: OutgoingHttpHeaders,
	pieces: readonly string[],
	{ chunkDelayMs, cutAfter, delayMs }: ScriptedReply,
): Promise<void> {
	if (delayMs !== undefined) await sleep(delayMs, undefined, { ref: false });
	response.writeHead(200, head);
	for (const piece of chunkDelayMs === undefined ? [pieces.slice(0, cutAfter).join('')] : pieces.slice(0, cutAfter)) {
		if (response.destroyed) return;
		response.write(piece);
		if (chunkDelayMs !== undefined) await sleep(chunkDelayMs, undefined, { ref: false });
	}
	if (cutAfter === undefined) return void response.end();
	// The bytes written must leave first, or the client sees no answer at all
	response.write('', () => response.destroy());
}
