import { createHash } from 'node:crypto';
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { FileTree, TreeEntry } from '../../base/file-tree.ts';
import { readRegularFile } from './read-regular-file.ts';

/** The files and links below `folder`; one that is missing has none. */
export function treeIn(folder: string): FileTree {
	return {
		version: () => versionOf(folder),
		async *entries() {
			for (const found of await foundIn(folder)) yield await entryOf(folder, found);
		},
	};
}

interface Found {
	readonly path: string;
	readonly isLink: boolean;
	readonly stats: BigIntStats;
}

/**
 * Out of what a file system changes with every change of a file, whatever its content: a file that takes another's place has another inode, and
 * one that is written to another change time.
 */
async function versionOf(folder: string): Promise<string> {
	const hash = createHash('sha256');
	for (const { path, stats } of await foundIn(folder)) {
		hash.update(JSON.stringify([relative(folder, path), ...[stats.ino, stats.size, stats.ctimeNs].map(String)]));
	}
	return hash.digest('hex');
}

async function foundIn(folder: string): Promise<readonly Found[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
	const shown = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
	const paths = shown.map((entry) => join(entry.parentPath, entry.name)).sort();
	const found = await Promise.all(paths.map(lookAt));
	return found.filter((one) => one !== undefined);
}

function noneIfMissing(error: unknown): Dirent[] {
	if (codeOf(error) === 'ENOENT') return [];
	throw error;
}

/** Undefined for one that went away meanwhile. */
async function lookAt(path: string): Promise<Found | undefined> {
	return lstat(path, { bigint: true }).then(
		(stats) => ({ path, isLink: stats.isSymbolicLink(), stats }),
		() => undefined,
	);
}

async function entryOf(folder: string, { path, isLink, stats }: Found): Promise<TreeEntry> {
	const name = relative(folder, path);
	if (isLink) return { kind: 'link', name, target: await readlink(path) };
	return { kind: 'file', name, size: Number(stats.size), read: (signal) => readRegularFile(path, signal) };
}
