import { isRecord } from '../../model/text/json-text.ts';
import { isNothing, type Notes, readText } from './notes.ts';

/** A text in snake_case, camelCase and spaces taken apart. Pure. */
export function snake(text: string): string {
	return text
		.trim()
		.slice(0, 200)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
		.replace(/\(\s*\)$|\.py$/, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, '_')
		.replaceAll(/^_+|_+$/g, '');
}

const meant: Readonly<Record<string, string>> = {
	files:
		'file files filesystem file_system disk io read write read_file read_files write_file write_files file_read file_write file_io filesystem_read filesystem_write local_files read_write',
	subprocess: 'subprocess subprocesses process processes shell exec command commands bash',
	'': 'none no compute computation computing python cpu pure math nothing',
};
const capabilityOf = new Map(
	Object.entries(meant).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** Capabilities by the forge's own words; those that it does not know stay for the gate to refuse. */
export function readCapabilities(given: unknown, notes: Notes): readonly string[] {
	const names = namesIn(readText(given, notes), /[,;\s]/);
	const read = names.flatMap((name) => {
		const own = capabilityOf.get(snake(name)) ?? name;
		if (own !== name) notes.taken.add(`capability "${name.slice(0, 40)}" as ${own || 'none'}`);
		return own === '' ? [] : [own];
	});
	return [...new Set(read)];
}

/** Modules of Python that some list beside packages. */
const standard = new Set(
	'os sys re json csv math io pathlib datetime collections itertools functools typing statistics string random time decimal zipfile hashlib base64 sqlite3 tempfile shutil glob textwrap unicodedata xml html urllib logging argparse dataclasses'.split(
		' ',
	),
);

/** Packages as PEP 508 says them, without what Python brings along. */
export function readDependencies(given: unknown, notes: Notes): readonly string[] {
	const value = readText(given, notes);
	const names = isRecord(value)
		? Object.entries(value).map(([name, version]) => requirement(name, version))
		: namesIn(value, typeof value === 'string' && /[<>=~]/.test(value) ? /[,;\n]/ : /[,;\s]/).reduce(withBound, []);
	const inPython = names.filter((name) => standard.has(name.trim().toLowerCase()));
	if (inPython.length > 0) notes.taken.add(`${inPython.slice(0, 5).join(', ')} as part of Python`);
	return names.filter((name) => !standard.has(name.trim().toLowerCase()));
}

/** A bound behind a comma is of the package before it. */
function withBound(names: string[], part: string): string[] {
	const last = names.at(-1);
	if (last !== undefined && /^[<>=!~]/.test(part)) names[names.length - 1] = `${last},${part}`;
	else names.push(part);
	return names;
}

function requirement(name: string, version: unknown): string {
	const said = typeof version === 'string' ? version.trim() : '';
	if (/^[<>=!~]/.test(said)) return `${name}${said}`;
	return /^\d/.test(said) ? `${name}==${said}` : name;
}

/** The texts of a list, of a text with several, or of an object that marks them. */
function namesIn(value: unknown, separator: RegExp): readonly string[] {
	if (isNothing(value)) return [];
	if (typeof value === 'string')
		return value
			.split(separator)
			.map((one) => one.trim())
			.filter((one) => !isNothing(one));
	if (isRecord(value)) return Object.entries(value).flatMap(([name, is]) => (isYes(is) ? [name] : []));
	return Array.isArray(value) ? value.flatMap(nameIn) : [String(value)];
}

function nameIn(one: unknown): readonly string[] {
	if (isNothing(one)) return [];
	if (Array.isArray(one)) return one.flatMap(nameIn);
	if (!isRecord(one)) return [String(one).trim()];
	return typeof one['name'] === 'string' ? [requirement(one['name'], one['version'])] : Object.keys(one).slice(0, 1);
}

function isYes(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (typeof value === 'string') return !isNothing(value) && !/^(?:false|no|0)$/i.test(value.trim());
	return !isNothing(value) && value !== false && value !== 0;
}

/** A truth value, whatever it is written as. Pure. */
export function readFlag(given: unknown): boolean {
	return given !== undefined && isYes(given);
}

/** Sentences in a list are one text. Pure. */
export function readPurpose(given: unknown): string | undefined {
	const text = Array.isArray(given) ? given.filter((one) => typeof one === 'string').join(' ') : given;
	return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}
