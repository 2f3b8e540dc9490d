/** One message between the bot and a helper of it: what is said, and bytes that go with it. */
export interface Frame {
	/** JSON; whoever reads it checks it. */
	readonly head: unknown;
	readonly body: Uint8Array;
}

/** The two lengths before a frame, big-endian: all that follows them, and the head. */
const prefixBytes = 8;

/** The longest frame, in bytes: a chunk of a file (1 MiB) and what is said of it. */
const mostBytes = 2 ** 21;

const nothing = new Uint8Array();

/** A frame as it is sent; `body` is copied. */
export function encodeFrame(head: unknown, body: Uint8Array = nothing): Buffer {
	const text = Buffer.from(JSON.stringify(head));
	const prefix = Buffer.alloc(prefixBytes);
	prefix.writeUInt32BE(text.length + body.length, 0);
	prefix.writeUInt32BE(text.length, 4);
	return Buffer.concat([prefix, text, body]);
}

/** The frames of a stream until it ends. Throws when it is not made of frames, or one is longer than `most` bytes. */
export async function* readFrames(stream: AsyncIterable<Uint8Array>, most = mostBytes): AsyncGenerator<Frame> {
	let chunks: Uint8Array[] = [];
	let held = 0;
	let wanted = prefixBytes;
	for await (const chunk of stream) {
		chunks.push(chunk);
		held += chunk.length;
		// Not joined before there is enough: a long frame comes in many pieces
		while (held >= wanted) {
			const all = Buffer.concat(chunks);
			const { length, head } = lengthsOf(all, most);
			wanted = prefixBytes + length;
			if (held >= wanted) {
				yield {
					head: JSON.parse(all.toString('utf8', prefixBytes, prefixBytes + head)),
					body: all.subarray(prefixBytes + head, wanted),
				};
				held -= wanted;
				chunks = [all.subarray(wanted)];
				wanted = prefixBytes;
			} else chunks = [all];
		}
	}
	if (held > 0) throw new Error('the stream ended within a message');
}

function lengthsOf(prefix: Buffer, most: number): { readonly length: number; readonly head: number } {
	const [length, head] = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)];
	if (length > most || head > length) throw new Error(`a message of ${length} bytes cannot be read`);
	return { length, head };
}
