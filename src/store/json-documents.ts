import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { parseChecked } from './parse-checked.ts';
import { createSerial } from './serial.ts';
import type { DocumentName, Documents } from './store.ts';
import { timeName } from './time-name.ts';
import { writeAtomically } from './write-atomically.ts';

export interface JsonDocumentsOptions {
	/** Where each document stands. */
	readonly paths: Readonly<Record<DocumentName, string>>;
	/** The folder of the copies. */
	readonly histories: string;
	/** The clock of their names, in milliseconds since 1970. */
	readonly now: () => number;
}

/** A session's documents as JSON files, indented so that people can read them. Writes happen in the order of the calls. */
export function createJsonDocuments({ paths, histories, now }: JsonDocumentsOptions): Documents {
	const serial = createSerial();
	const backup = async (name: DocumentName): Promise<string> => {
		// The bytes as they are: a document that no longer parses can be copied too.
		const bytes = await readOrNothing(paths[name]);
		if (!bytes) throw new Error(`Cannot copy "${paths[name]}": there is no such file`);
		const copy = await freeName(histories, `${name}-${timeName(now())}`);
		await writeAtomically(join(histories, copy), bytes);
		return copy;
	};

	return {
		async read(name, schema) {
			const bytes = await readOrNothing(paths[name]);
			return bytes && parseChecked(schema, bytes.toString(), { file: paths[name] });
		},
		async write(name, value) {
			const text: string | undefined = JSON.stringify(value, null, '\t');
			if (text === undefined) throw new TypeError(`Cannot write "${paths[name]}": no JSON value was given`);
			return serial(() => writeAtomically(paths[name], `${text}\n`));
		},
		backup: (name) => serial(() => backup(name)),
	};
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

async function freeName(folder: string, base: string): Promise<string> {
	for (let count = 1; ; count++) {
		const name = count === 1 ? `${base}.json` : `${base}-${count}.json`;
		if (!(await exists(join(folder, name)))) return name;
	}
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
