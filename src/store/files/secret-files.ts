import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../base/errors.ts';
import { createSerial, type Serial } from '../../base/serial.ts';
import type { Secrets } from '../secrets.ts';
import { fileProblem } from './file-problem.ts';
import { makeFolder } from './make-folder.ts';
import { parseChecked } from './parse-checked.ts';
import { syncFolder, writeAtomically } from './write-atomically.ts';

const nameSchema = z.string().regex(/^[A-Za-z0-9._-]{1,120}$/);
const ending = '.json';

/**
 * Secrets as JSON files in `folder`, one a name, readable by their owner alone. The folder is made with the first of them; its parent
 * must exist. Writes and removals of one name happen in the order of the calls.
 */
export function openSecrets(folder: string): Secrets {
	const serials = new Map<string, Serial>();
	const inOrder = <T>(name: string, work: () => Promise<T>): Promise<T> => {
		const serial = serials.get(name) ?? createSerial();
		serials.set(name, serial);
		return serial(work);
	};
	return {
		async read(name, schema) {
			const file = pathOf(folder, name);
			const text = await orNothing(readFile(file, 'utf8'));
			return text === undefined ? undefined : parseChecked(schema, text, { file });
		},
		async write(name, value) {
			const file = pathOf(folder, name);
			const text: string | undefined = JSON.stringify(value, null, '\t');
			if (text === undefined) throw new TypeError(`Cannot write "${file}": no JSON value was given`);
			await inOrder(name, async () => {
				await makeFolder(folder, 0o700).catch((error: unknown) => {
					throw fileProblem(error, folder);
				});
				await writeAtomically(file, `${text}\n`);
			});
		},
		async remove(name) {
			const file = pathOf(folder, name);
			await inOrder(name, async () => {
				if ((await orNothing(rm(file).then(() => true))) !== undefined) await syncFolder(dirname(file));
			});
		},
		async list() {
			const files = (await orNothing(readdir(folder))) ?? [];
			const names = files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
			return names.filter((name) => nameSchema.safeParse(name).success).toSorted();
		},
	};
}

/** A name that could lead out of the folder is refused. A dot stands before no file of ours: those are temporary ones. */
function pathOf(folder: string, name: string): string {
	if (!nameSchema.safeParse(name).success || name.startsWith('.'))
		throw new TypeError(`"${name}" is not a secret's name`);
	return join(folder, `${name}${ending}`);
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}
