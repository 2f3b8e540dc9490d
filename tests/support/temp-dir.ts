import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder of its own; whoever holds it disposes it, which removes it with all that is in it. */
export interface TempDir extends AsyncDisposable {
	readonly path: string;
}

/** Makes an empty folder: `await using dir = await tempDir()`, then `dir.path`. */
export async function tempDir(): Promise<TempDir> {
	const path = await mkdtemp(join(tmpdir(), 'threadsmith-test-'));
	return {
		path,
		[Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
	};
}
