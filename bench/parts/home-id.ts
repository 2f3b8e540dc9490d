import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The id of a data folder, which its containers and mounts carry. */
export async function homeIdOf(home: string): Promise<string> {
	return z.object({ id: z.string() }).parse(JSON.parse(await readFile(join(home, 'home.json'), 'utf8'))).id;
}
