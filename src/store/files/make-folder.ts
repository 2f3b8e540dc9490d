import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { syncFolder } from './write-atomically.ts';

/** Makes one folder with exactly this mode, its name on the disk when this resolves; one that exists is left as it is. */
export async function makeFolder(path: string, mode: number): Promise<void> {
	try {
		await mkdir(path, { mode });
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return;
		throw error;
	}
	// The process's umask may have taken bits away.
	await chmod(path, mode);
	await syncFolder(dirname(path));
}
