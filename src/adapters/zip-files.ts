import { setImmediate } from 'node:timers/promises';

export interface ZipWriter {
	/** Adds a file. The event loop gets its turn between pieces. */
	add(name: string, bytes: Uint8Array): Promise<void>;
	/** The whole zip; nothing may be added any more. */
	end(): Uint8Array;
}

const pieceBytes = 256 * 1024;

/** A zip in memory. The library is loaded with the first one. */
export async function createZip(): Promise<ZipWriter> {
	const { Zip, ZipDeflate } = await import('fflate');
	const chunks: Uint8Array[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		chunks.push(chunk);
	});
	return {
		async add(name, bytes) {
			const entry = new ZipDeflate(name, { level: 6 });
			zip.add(entry);
			for (let at = 0; at < bytes.length || at === 0; at += pieceBytes) {
				entry.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
				await setImmediate();
			}
		},
		end() {
			zip.end();
			return Buffer.concat(chunks);
		},
	};
}
