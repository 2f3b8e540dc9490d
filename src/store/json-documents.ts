import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { fileProblem } from './file-problem.ts';
import { makeFolder } from './make-folder.ts';
import { parseChecked } from './parse-checked.ts';
import { createSerial } from './serial.ts';
import type { DocumentName, Documents } from './store.ts';
import { timeName } from './time-name.ts';
import { writeAtomically } from './write-atomically.ts';

export interface JsonDocumentsOptions {
	/** Where a document stands; throws a `TypeError` for what is no document's name. */
	readonly pathOf: (name: DocumentName) => string;
	/** The folder of the copies. */
	readonly histories: string;
	/** The clock of their names, in milliseconds since 1970. */
	readonly now: () => number;
}

/** A session's documents as JSON files, indented so that people can read them. Writes happen in the order of the calls. */
export function createJsonDocuments({ pathOf, histories, now }: JsonDocumentsOptions): Documents {
	const serial = createSerial();
	const backup = async (name: DocumentName): Promise<string> => {
		// The bytes as they are: a document that no longer parses can be copied too.
		const path = pathOf(name);
		const bytes = await readOrNothing(path);
		if (!bytes) throw new Error(`Cannot copy "${path}": there is no such file`);
		const copy = await freeName(histories, `${name.replace('/', '-')}-${timeName(now())}`);
		await writeAtomically(join(histories, copy), bytes);
		return copy;
	};

	return {
		async read(name, schema) {
			const file = pathOf(name);
			const bytes = await readOrNothing(file);
			return bytes && parseChecked(schema, bytes.toString(), { file });
		},
		async write(name, value) {
			const path = pathOf(name);
			const text: string | undefined = JSON.stringify(value, null, '\t');
			if (text === undefined) throw new TypeError(`Cannot write "${path}": no JSON value was given`);
			return serial(() => writeInFolder(path, `${text}\n`));
		},
		backup: (name) => serial(() => backup(name)),
	};
}

/** Made with the first document in it. */
async function writeInFolder(path: string, text: string): Promise<void> {
	await makeFolder(dirname(path), 0o700).catch((error: unknown) => {
		throw fileProblem(error, path);
	});
	await writeAtomically(path, text);
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
