import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { endUser } from './end-user.ts';
import { forge } from './users.ts';

/** Environments on the session's disk, one folder each, named by the hash of its lock; `/envs` leads here. Root's. */
export const envs = '/session/disk/envs';

const prefix = '.new-';

/** Where uv works before anything counts: beside the environments, so that the last step is a rename. */
export interface Staging {
	/** Root's: `forge` may read. */
	readonly root: string;
	/** `forge`'s own, for its cache and what it needs meanwhile. */
	readonly work: string;
	/** `forge`'s too: what becomes the environment. */
	readonly site: string;
}

/**
 * Gives `act` a staging, and takes it away afterwards with all processes of `forge`. One at a time: what an earlier one has left, cut off
 * by the end of its sandbox, is removed first.
 */
export async function withStaging<Result>(act: (staging: Staging) => Promise<Result>): Promise<Result> {
	removeLeftOvers(prefix);
	const staging = makeStaging();
	try {
		return await act(staging);
	} finally {
		await endUser(forge);
		remove(staging.root);
	}
}

function makeStaging(): Staging {
	mkdirSync(envs, { recursive: true, mode: 0o755 });
	const root = mkdtempSync(join(envs, prefix));
	chmodSync(root, 0o755);
	const staging = { root, work: join(root, 'work'), site: join(root, 'site') };
	for (const folder of [staging.work, staging.site]) {
		mkdirSync(folder, { mode: 0o700 });
		chownSync(folder, forge.uid, forge.uid);
	}
	return staging;
}

/** Removes what the end of a sandbox has left half done beside the environments. What cannot be stays for the next one. */
export function removeLeftOvers(beginning: string): void {
	for (const name of list(envs)) {
		if (!name.startsWith(beginning)) continue;
		try {
			remove(join(envs, name));
		} catch {
			// A tree that is too deep to be walked by its paths.
		}
	}
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	}
}

/** Removes what nobody but root writes to any more. Throws where it is too deep. */
export function remove(path: string): void {
	openFolders(path);
	rmSync(path, { recursive: true, force: true });
}

/** As `takeOver`, for folders alone: a file may have a second name, which stays whose it is. */
function openFolders(path: string): void {
	if (!lstatSync(path).isDirectory()) return;
	chownSync(path, 0, 0);
	chmodSync(path, 0o700);
	for (const name of readdirSync(path)) openFolders(join(path, name));
}

/** Whether the environment of this hash is there, whole: none is before its rename. */
export function hasEnvironment(hash: string): boolean {
	const found = lstatSync(join(envs, hash), { throwIfNoEntry: false });
	return found?.isDirectory() === true && found.uid === 0;
}

/**
 * Makes what uv has installed root's, without a right to write for others, and only files and folders stay. Answers the names at its top. No
 * process of `forge` may run any more.
 */
export function sealSite({ work, site }: Staging): readonly string[] {
	// Files may have second names in the cache
	remove(work);
	takeOver(site);
	return readdirSync(site);
}

/** Makes what was sealed an environment. What Python would run at its start by itself goes: `.pth` files and `sitecustomize`. */
export function keepEnvironment({ site }: Staging, hash: string): void {
	for (const name of readdirSync(site)) {
		if (/^\.lock$|\.pth$|^(site|user)customize(\.|$)/.test(name)) rmSync(join(site, name), { recursive: true });
	}
	renameSync(site, join(envs, hash));
}

/** From the top down: root has no right to enter what is closed to others until it owns it. Links, pipes and the like are removed. */
function takeOver(path: string): void {
	const found = lstatSync(path);
	if (!found.isDirectory() && !found.isFile()) {
		unlinkSync(path);
		return;
	}
	chownSync(path, 0, 0);
	chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
	if (found.isDirectory()) for (const name of readdirSync(path)) takeOver(join(path, name));
}
