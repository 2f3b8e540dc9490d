import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toolGroup } from '../run/users.ts';

/**
 * Folders that are everybody's but running tools': what a session has left there would tell a tool in use from one that is tested, and a name
 * that is known beforehand is found even where no list can be read. A tool has a folder of its own for what it needs meanwhile. The kernel lets
 * nobody close `/dev/mqueue`.
 */
export const closedPlaces = ['/tmp', '/var/tmp', '/dev/shm'] as const;

/** The list of fonts as the image has it; one that is open to tools, and kept from others, is made of it. */
const imagesFonts = '/tmp/matplotlib-tool';

/** Where tools read the list of fonts: root's. */
const fonts = '/run/matplotlib';

/**
 * Closes them, and opens the list of fonts elsewhere. Of `envs`, in which runs have their folders too, tools can pass to what they know by name, and
 * none finds another's. To be called before a tool runs; again it changes nothing.
 */
export function closePlaces(envs: string): void {
	bringFonts();
	// Its group is asked before the rest of the world is
	for (const place of closedPlaces) if (isRoots(place)) giveTool(place, 0o1707);
	mkdirSync(envs, { recursive: true, mode: 0o755 });
	giveTool(envs, 0o715);
}

/** The files of that list, for a folder of a run's own: Matplotlib uses one only if it may write to it. */
export function listOfFonts(): readonly string[] {
	return isRoots(fonts) ? readdirSync(fonts).map((name) => join(fonts, name)) : [];
}

function bringFonts(): void {
	if (!isRoots(imagesFonts) || isRoots(fonts)) return;
	cpSync(imagesFonts, fonts, { recursive: true });
	giveTool(fonts, 0o750);
}

function giveTool(folder: string, mode: number): void {
	chownSync(folder, 0, toolGroup);
	chmodSync(folder, mode);
}

function isRoots(path: string): boolean {
	const found = lstatSync(path, { throwIfNoEntry: false });
	return found?.isDirectory() === true && found.uid === 0;
}
