import type { Socket } from 'node:net';
import { longestLine } from './control-messages.ts';

/** How long the other side has for its line, ms. */
const lineMs = 60_000;

/** The first line that comes. Rejects when it is too long, does not come in time, or the other side goes without one. */
export function readLine(socket: Socket): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let text = '';
	socket.setEncoding('utf8');
	socket.setTimeout(lineMs, () => reject(new Error('Nothing came in time')));
	socket.on('error', reject);
	socket.on('close', () => reject(new Error('The other side went away')));
	socket.on('data', (chunk: string) => {
		const end = chunk.indexOf('\n');
		text += end < 0 ? chunk : chunk.slice(0, end);
		if (text.length > longestLine) reject(new Error('The line is too long'));
		else if (end >= 0) resolve(text);
	});
	return promise;
}
