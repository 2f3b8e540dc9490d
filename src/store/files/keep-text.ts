import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { KeptFile } from '../store.ts';
import { makeFolder } from './make-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const fileName = /^(?!\.)[A-Za-z0-9._-]{1,120}$/;

/** Writes a text durably into `folder`, made when missing. Throws a `TypeError` for what is no file's name. */
export async function keepText(folder: string, name: string, text: string): Promise<KeptFile> {
	if (!fileName.test(name)) throw new TypeError(`"${name}" is no name of a file to keep`);
	const bytes = Buffer.from(text);
	const path = join(folder, name);
	await makeFolder(folder, 0o700);
	await writeAtomically(path, bytes);
	return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
