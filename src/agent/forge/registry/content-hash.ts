import { createHash } from 'node:crypto';
import { versionFiles } from './manifest.ts';

const hashed = [versionFiles.code, versionFiles.tests, versionFiles.lock, versionFiles.madeUp];

/**
 * Identifies the content of a version: hexadecimal SHA-256 over tool.py, tests.json, lock and made-up tests, as far as it has them, wherever it stands and
 * whatever its number is. Pure.
 */
export function contentHash(files: Readonly<Record<string, string>>): string {
	const hash = createHash('sha256');
	for (const name of hashed) {
		const text = files[name];
		// With the name and the length before each, no other division of the bytes has the same hash.
		if (text !== undefined) hash.update(`${name} ${Buffer.byteLength(text)}\n`).update(text);
	}
	return hash.digest('hex');
}
