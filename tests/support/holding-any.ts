import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/** What a test's platform and model have written themselves. */
const ofTheTest = ['posts.jsonl', 'requests.jsonl'];

/** The bytes of a file, of a closed part of a journal as they were before. */
async function contentOf(path: string): Promise<Buffer> {
	const bytes = await readFile(path);
	return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
}

/** The files below a data folder, by their paths, whose bytes hold any of these words. */
export async function holdingAny(home: string, words: readonly string[]): Promise<string[]> {
	const entries = await readdir(home, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const found = await Promise.all(
		paths.map(async (path) => {
			// A bot may be at work there.
			const bytes = await contentOf(path).catch(() => Buffer.alloc(0));
			return words.some((word) => bytes.includes(word)) ? [relative(home, path)] : [];
		}),
	);
	return found.flat().filter((path) => !ofTheTest.includes(path));
}
