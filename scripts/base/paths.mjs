import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import util from 'node:util';

/** The clone's root folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where what is made from the sources goes; never committed. */
export const buildFolder = `${projectRoot}/build`;

/** Replaces a file whole: whoever reads it sees the old or the new content, never half of it. */
export const writeAtomically = (path, content) => {
	mkdirSync(dirname(path), { recursive: true });
	const draft = `${path}.${process.pid}.tmp`;
	writeFileSync(draft, content);
	renameSync(draft, path);
};

/** The parsed JSON file, or undefined when it is missing or not JSON. */
export const readJson = (path) => {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return undefined;
	}
};

/** SHA-256 in hex of a file's bytes, or undefined when it cannot be read. */
export const hashFile = (path) => {
	try {
		return createHash('sha256').update(readFileSync(path)).digest('hex');
	} catch {
		return undefined;
	}
};

/** A name's value in the environment or else in the `.env` file; empty counts as not given. */
export const setting = (name) => process.env[name] || dotEnv()[name] || undefined;

const dotEnv = () => {
	try {
		return readDotEnv(dotEnvText(readFileSync(`${projectRoot}/.env`)));
	} catch {
		return {};
	}
};

/** The text of a `.env` file, as the service reads it: editors of Windows write a mark at its beginning, or UTF-16. */
export const dotEnvText = (bytes) => {
	const [first, second] = bytes;
	const big = first === 0xfe && second === 0xff;
	return new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
};

/** As the service itself reads it, where this Node can (20.12 and newer); an older one reads lines one by one. */
export const readDotEnv = (text, parseEnv = /** @type {((text: string) => object) | null} */ (util.parseEnv)) => {
	if (parseEnv) return parseEnv(text);
	const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?:(["'`])(.*?)\2|([^#\n]*))/gm);
	return Object.fromEntries([...lines].map(([, name, , quoted, bare]) => [name, quoted ?? bare.trim()]));
};
