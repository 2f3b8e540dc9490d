import { chmodSync, chownSync, cpSync, lstatSync } from 'node:fs';
import { tool } from '../run/users.ts';

/**
 * Folders that are everybody's but running tools': what a session has left there would tell a tool in use from one that is tested, and a name
 * that is known beforehand is found even where no list can be read. A tool has a folder of its own for what it needs meanwhile. The kernel lets
 * nobody close `/dev/mqueue`.
 */
export const closedPlaces = ['/tmp', '/var/tmp', '/dev/shm'] as const;

/** The list of fonts as the image has it; one that can be opened to tools, and kept from others, is made of it. */
const imagesFonts = '/tmp/matplotlib-tool';

/** Closes them, and opens the list of fonts elsewhere. To be called before a tool runs; again it changes nothing. */
export function closePlaces(): void {
	bringFonts();
	// Its group is asked before the rest of the world is
	for (const place of closedPlaces) if (isRoots(place)) giveTool(place, 0o1707);
}

/** Matplotlib uses a folder only if it may write to it: `tool` may by its group, and, by the sticky bit, not change what is root's there. */
function bringFonts(): void {
	if (!isRoots(imagesFonts) || isRoots(tool.fonts)) return;
	cpSync(imagesFonts, tool.fonts, { recursive: true });
	giveTool(tool.fonts, 0o1770);
}

function giveTool(folder: string, mode: number): void {
	chownSync(folder, 0, tool.uid);
	chmodSync(folder, mode);
}

function isRoots(path: string): boolean {
	const found = lstatSync(path, { throwIfNoEntry: false });
	return found?.isDirectory() === true && found.uid === 0;
}
