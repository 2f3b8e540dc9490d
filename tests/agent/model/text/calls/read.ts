import { readChunks, stop } from '../../../../support/read-chunks.ts';
import { delta } from '../../../../support/wire-server.ts';

/** The reply to one piece of content, and what is shown of it. */
export function read(content: string) {
	const { reply, parts } = readChunks([delta({ content }), stop]);
	return { ...reply, shown: parts.map((part) => part.delta).join('') };
}
