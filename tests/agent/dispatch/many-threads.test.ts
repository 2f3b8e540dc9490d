import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

const child = join(import.meta.dirname, 'many-threads-child.ts');

/** Runs it in a process that may have so many files open. */
async function answeredWith(files: number, threads: number): Promise<string> {
	await using dir = await tempDir();
	const narrowed = `ulimit -n ${files} && exec "$0" "$@"`;
	const run = ['-c', narrowed, process.execPath, child, dir.path, String(threads)];
	return (await promisify(execFile)('sh', run, { timeout: 290_000 })).stdout;
}

describe('many threads at once, and few file descriptors', () => {
	it('are all answered once, without anybody’s doing', { timeout: 300_000 }, async () => {
		expect(await answeredWith(96, 150)).toBe('answered 150\n');
	});
});
