/** A piece of what a container's main process wrote. A frame on the wire may come as several pieces. */
export interface Piece {
	readonly stream: 'stdout' | 'stderr';
	readonly bytes: Uint8Array;
}

export interface FrameSplitter {
	/** The pieces that `chunk` completes, in order. Throws on a bad header; the stream cannot be trusted after that. */
	push(chunk: Uint8Array): Piece[];
}

// https://docs.docker.com/reference/api/engine/ "Stream format": stream type, three zero bytes, length as big-endian uint32
const headerLength = 8;

/**
 * Splits an attach stream into its 8-byte-headed frames, wherever the chunks are cut. It holds back at most part of a
 * header: payloads are passed on as they come, so that a frame that announces 4 GB takes no memory.
 */
export function createFrameSplitter(): FrameSplitter {
	const header = new Uint8Array(headerLength);
	let held = 0;
	let left = 0;
	let stream: Piece['stream'] = 'stdout';

	function takeHeader(chunk: Uint8Array): number {
		const taken = Math.min(headerLength - held, chunk.length);
		header.set(chunk.subarray(0, taken), held);
		held += taken;
		if (held < headerLength) return taken;
		held = 0;
		({ stream, length: left } = parseHeader(header));
		return taken;
	}

	return {
		push(chunk) {
			const pieces: Piece[] = [];
			let rest = chunk;
			while (rest.length > 0) {
				if (left === 0) {
					rest = rest.subarray(takeHeader(rest));
					continue;
				}
				const bytes = rest.subarray(0, left);
				pieces.push({ stream, bytes });
				left -= bytes.length;
				rest = rest.subarray(bytes.length);
			}
			return pieces;
		},
	};
}

function parseHeader(header: Uint8Array): { readonly stream: Piece['stream']; readonly length: number } {
	const [type, ...zeros] = header.subarray(0, 4);
	if ((type !== 1 && type !== 2) || zeros.some((byte) => byte !== 0)) {
		throw new Error(`Cannot read the attach stream: bad frame header ${Buffer.from(header).toString('hex')}`);
	}
	const length = new DataView(header.buffer, header.byteOffset).getUint32(4);
	return { stream: type === 1 ? 'stdout' : 'stderr', length };
}
