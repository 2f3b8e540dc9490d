import { gzipSync } from 'node:zlib';

const block = 512;

/** A gzipped tar of these files, as npm and cargo read them. */
export function makeTarball(files: Readonly<Record<string, string>>): Uint8Array {
	const parts = Object.entries(files).flatMap(([path, text]) => {
		const body = Buffer.from(text);
		return [header(path, body.length), body, Buffer.alloc((block - (body.length % block)) % block)];
	});
	return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

/** https://www.gnu.org/software/tar/manual/html_node/Standard.html */
function header(path: string, size: number): Buffer {
	const head = Buffer.alloc(block);
	const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
	head.write(path, 0);
	head.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(499_162_500, 12), 100);
	head.write(`${' '.repeat(8)}0`, 148);
	head.write('ustar\x0000', 257);
	head.write(
		octal(
			head.reduce((sum, byte) => sum + byte, 0),
			7,
		),
		148,
	);
	return head;
}
