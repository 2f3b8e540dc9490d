import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own; disposing removes it with all that is in it. */
export interface TempHome extends AsyncDisposable {
	readonly path: string;
}

export async function tempHome(): Promise<TempHome> {
	const path = await mkdtemp(join(tmpdir(), 'threadsmith-bench-'));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
