import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { CorruptFileError, codeOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { createSerial } from '../../base/serial.ts';
import type { WithRoom } from '../reserve.ts';
import type { DocumentName, Documents } from '../store.ts';
import { readProblem, setAside } from './damaged.ts';
import { fileProblem } from './file-problem.ts';
import { makeFolder } from './make-folder.ts';
import { parseChecked } from './parse-checked.ts';
import { readWhole } from './read-regular-file.ts';
import { timeName } from './time-name.ts';
import { writeAtomically } from './write-atomically.ts';

export interface JsonDocumentsOptions {
	/** Where a document stands; throws a `TypeError` for what is not a document's name. */
	readonly pathOf: (name: DocumentName) => string;
	/** The folder of the copies. */
	readonly histories: string;
	/** The clock of their names, in milliseconds since 1970. */
	readonly now: () => number;
	/** Told of what was damaged. Without it nothing damaged is set aside: whoever only reads changes nothing. */
	readonly log?: Logger;
	/** How what is written finds room; default: there is what the disk has. */
	readonly withRoom?: WithRoom;
}

/** A session's documents as JSON files, indented so that people can read them. Writes happen in the order of the calls. */
export function createJsonDocuments({
	pathOf,
	histories,
	now,
	log,
	withRoom = (write) => write(),
}: JsonDocumentsOptions): Documents {
	const serial = createSerial();
	const backup = async (name: DocumentName, value: unknown): Promise<string> => {
		const path = pathOf(name);
		// The bytes as they are: a document that no longer parses can be copied too.
		const bytes = value === undefined ? await readOrNothing(path) : Buffer.from(textOf(value, path));
		if (!bytes) throw new Error(`Cannot copy "${path}": there is no such file`);
		const copy = await freeName(histories, `${name.replace('/', '-')}-${timeName(now())}`);
		await withRoom(() => writeAtomically(join(histories, copy), bytes));
		return copy;
	};

	const read = async <T>(name: DocumentName, schema: z.ZodType<T>): Promise<T | undefined> => {
		const file = pathOf(name);
		const bytes = await readOrNothing(file);
		return bytes && parseChecked(schema, bytes.toString(), { file });
	};
	const replace = async <T>(name: DocumentName, value: T | undefined, error: CorruptFileError): Promise<void> => {
		const path = pathOf(name);
		try {
			const kept = await setAside(path, now());
			log?.error('A damaged file was set aside', { file: path, kept, err: error });
			const text = value === undefined ? undefined : textOf(value, path);
			if (text !== undefined) await withRoom(() => writeInFolder(path, text));
		} catch (failure) {
			// The damage found is told all the same; the file is looked at again next time.
			log?.error('A damaged file cannot be set aside', { file: path, damage: error.message, err: failure });
		}
	};

	return {
		async read(name, schema, rebuild) {
			try {
				return await read(name, schema);
			} catch (error) {
				if (!rebuild || !log || !(error instanceof CorruptFileError)) throw error;
				const value = await rebuild();
				// Another reader may have been first.
				await serial(() =>
					read(name, schema).then(
						() => undefined,
						() => replace(name, value, error),
					),
				);
				return value;
			}
		},
		async write(name, value) {
			const path = pathOf(name);
			const text = textOf(value, path);
			return serial(() => withRoom(() => writeInFolder(path, text)));
		},
		backup: (name, value) => serial(() => backup(name, value)),
	};
}

function textOf(value: unknown, path: string): string {
	const text: string | undefined = JSON.stringify(value, null, '\t');
	if (text === undefined) throw new TypeError(`Cannot write "${path}": no JSON value was given`);
	return `${text}\n`;
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
		return await readWhole(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw readProblem(error, path);
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
