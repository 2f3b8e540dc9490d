import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** `sun_path` holds 108 bytes with the zero behind it (unix(7)). */
const longestPath = 107;

/** Where the socket of a data folder can be bound and connected to; to be disposed of when that is done. */
export interface SocketPath extends AsyncDisposable {
	readonly path: string;
}

/** A path that is too long is taken by way of the folder's descriptor. */
export async function socketPathIn(home: string): Promise<SocketPath> {
	const path = join(home, 'control.sock');
	if (Buffer.byteLength(path) <= longestPath) return { path, [Symbol.asyncDispose]: async () => {} };
	const folder: FileHandle = await open(home, 'r');
	return { path: `/proc/self/fd/${folder.fd}/control.sock`, [Symbol.asyncDispose]: () => folder.close() };
}
