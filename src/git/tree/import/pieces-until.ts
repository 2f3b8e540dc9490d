/** A stream cut after each byte of this value, without it; what is behind the last one comes as well, where there is any. */
export async function* piecesUntil(byte: number, stream: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
	let held: Buffer[] = [];
	for await (const bytes of stream) {
		let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
		for (let at = rest.indexOf(byte); at >= 0; at = rest.indexOf(byte)) {
			yield Buffer.concat([...held, rest.subarray(0, at)]);
			held = [];
			rest = rest.subarray(at + 1);
		}
		if (rest.length > 0) held.push(rest);
	}
	if (held.length > 0) yield Buffer.concat(held);
}
