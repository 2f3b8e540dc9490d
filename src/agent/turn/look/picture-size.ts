/** A picture's width and height in pixels, by its own head; undefined where it has none. Of PNG (3rd edition, 11.2.1) and JPEG (ITU-T T.81, B.2.2). Pure. */
export function pictureSize(bytes: Buffer): readonly [width: number, height: number] | undefined {
	if (bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR')
		return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
		if (isFrame(bytes[at + 1])) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
	return undefined;
}

/** SOF0 to SOF15; three numbers among them mean other things. */
function isFrame(marker = 0): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
