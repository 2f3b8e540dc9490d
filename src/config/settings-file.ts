import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProblemError } from '../base/errors.ts';
import { dotEnvText } from './dot-env.ts';

/** The clone, or where the image has it. */
export const programFolder = join(import.meta.dirname, '..', '..');

/** The file of settings beside the launcher. */
export const settingsFile = join(programFolder, '.env');

/** Its text; empty where there is none. Rejects with `ProblemError` where it cannot be read. */
export async function readSettingsFile(): Promise<string> {
	const bytes = await readFile(settingsFile).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return new Uint8Array();
		throw new ProblemError('Cannot read the file .env', 'Make it readable for this user, or remove it', {
			cause: error,
		});
	});
	return dotEnvText(bytes);
}
