import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { parseChecked } from './parse-checked.ts';
import { createSerial } from './serial.ts';
import type { Secrets } from './store.ts';
import { syncFolder, writeAtomically } from './write-atomically.ts';

/** One JSON file a secret, mode 0600 in a folder of mode 0700, which is made with the first one. */
export function openSecrets(folder: string): Secrets {
	const serial = createSerial();
	return {
		async read(name, schema) {
			const file = pathOf(folder, name);
			const text = await readOrNothing(file);
			return text === undefined ? undefined : parseChecked(schema, text, { file });
		},
		async write(name, value) {
			const path = pathOf(folder, name);
			const text: string | undefined = JSON.stringify(value);
			if (text === undefined) throw new TypeError(`Cannot write "${path}": no JSON value was given`);
			await serial(async () => {
				await makeFolder(folder, 0o700);
				await writeAtomically(path, `${text}\n`);
			});
		},
		async remove(name) {
			const path = pathOf(folder, name);
			await serial(() => removeFile(path));
		},
		list: () => namesIn(folder),
	};
}

function pathOf(folder: string, name: string): string {
	if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(name)) throw new TypeError(`"${name}" cannot be the name of a secret`);
	return join(folder, `${name}.json`);
}

async function removeFile(path: string): Promise<void> {
	await rm(path, { force: true });
	await syncFolder(dirname(path)).catch(ignoreMissing);
}

async function readOrNothing(path: string): Promise<string | undefined> {
	return readFile(path, 'utf8').catch(ignoreMissing);
}

async function namesIn(folder: string): Promise<readonly string[]> {
	const files = (await readdir(folder).catch(ignoreMissing)) ?? [];
	return files.filter((file) => file.endsWith('.json') && !file.startsWith('.')).map((file) => file.slice(0, -5));
}

function ignoreMissing(error: unknown): undefined {
	if (codeOf(error) === 'ENOENT') return undefined;
	throw error;
}
