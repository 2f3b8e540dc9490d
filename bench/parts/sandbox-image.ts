import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The sandbox image that set-up has built. */
export async function sandboxImage(): Promise<string> {
	const file = join(import.meta.dirname, '..', '..', 'build', 'sandbox-image.json');
	return z.object({ tag: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).tag;
}
