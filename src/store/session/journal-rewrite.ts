import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { fileProblem } from '../files/file-problem.ts';
import { syncFolder, writeAtomically, writeSynced } from '../files/write-atomically.ts';

const suffix = '.next';

/** One file of a journal, and what is to stand in it. */
export interface Replacement {
	readonly path: string;
	readonly bytes: () => Promise<string | Uint8Array>;
}

/**
 * Puts other bytes into all files of the journal at `path`, or into none: what is new is written beside each, the open file's last, which
 * settles it. A crash after that is gone on from by `settleRewriting`.
 */
export async function replaceAll(path: string, open: Replacement['bytes'], closed: readonly Replacement[]) {
	for (const { path: one, bytes } of closed) await writeBeside(one, await bytes());
	await writeAtomically(`${path}${suffix}`, await open());
	await settleRewriting(path);
}

async function writeBeside(path: string, bytes: string | Uint8Array): Promise<void> {
	try {
		await writeSynced(`${path}${suffix}`, bytes);
	} catch (error) {
		await rm(`${path}${suffix}`, { force: true }).catch(() => undefined);
		throw fileProblem(error, path);
	}
}

/**
 * Ends what a crash, or the disk, has cut short: a rewriting that was settled is done, one that was not is as if it had not begun. True where
 * files were replaced.
 */
export async function settleRewriting(path: string): Promise<boolean> {
	const folder = dirname(path);
	const names = (await namesIn(folder)).filter((name) => name.startsWith('journal') && name.endsWith(suffix));
	if (names.length === 0) return false;
	const last = `${basename(path)}${suffix}`;
	const isSettled = names.includes(last);
	const closed = names.filter((name) => name !== last).map((name) => join(folder, name));
	try {
		for (const one of closed) await (isSettled ? takePlace(one) : rm(one, { force: true }));
		await syncFolder(folder);
		if (isSettled) await takePlace(join(folder, last));
		await syncFolder(folder);
		return isSettled;
	} catch (error) {
		throw fileProblem(error, path);
	}
}

async function takePlace(path: string): Promise<void> {
	await rename(path, path.slice(0, -suffix.length));
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw fileProblem(error, folder, 'read');
	});
}
