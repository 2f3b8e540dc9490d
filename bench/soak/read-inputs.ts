import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../src/base/errors.ts';
import type { Thread } from '../../src/chat/thread.ts';
import { places } from '../../src/platforms.ts';

/** The files that came into the first session of a thread, by name. */
export async function readInputs(home: string, thread: Thread | undefined): Promise<ReadonlyMap<string, Uint8Array>> {
	if (thread === undefined) return new Map();
	const folder = join(home, 'sessions', places.sessionIdOf(thread), 'inputs');
	const names = await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	});
	return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
