import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';

/** Where the mounts of a data folder's sandboxes are, by its id: as `defaultStateDir` and `stateFolder` have it, which bring more than this needs. */
const slotsOf = (homeId: string): string => join('/run/threadsmith', homeId, 'slots');
/** As `boxesId` has it. */
const idsOf = (homeId: string): readonly string[] => [homeId, `${homeId}.agents`];

/**
 * Whether no dead process has left sandboxes of a data folder: then nothing that clears them need be loaded. False where that cannot be told. Never
 * rejects.
 */
export async function isClear(home: string | undefined): Promise<boolean> {
	if (home === undefined) return true;
	const id = await idIn(join(home, 'home.json'));
	if (id === 'none') return true;
	if (id === undefined) return false;
	const slots = await Promise.all(idsOf(id).map((one) => readdir(slotsOf(one)).catch(noneIfMissing)));
	return slots.every((names) => names?.length === 0);
}

/** The file is the bot's: nothing else of it is taken. */
async function idIn(path: string): Promise<string | 'none' | undefined> {
	try {
		await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096);
		return /"id"\s*:\s*"([0-9a-f]{16})"/.exec(buffer.toString('utf8', 0, bytesRead))?.[1];
	} catch (error) {
		return codeOf(error) === 'ENOENT' ? 'none' : undefined;
	}
}

function noneIfMissing(error: unknown): string[] | undefined {
	return codeOf(error) === 'ENOENT' ? [] : undefined;
}
