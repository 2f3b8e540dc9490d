import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { heldExample } from '../files/gate-files.ts';
import { isBinary, isFileName, kindOf } from '../files/kinds.ts';
import { type Fault, inside } from '../spec/fault.ts';
import { sessionPath } from '../spec/gate-examples.ts';
import { type Notes, readText } from './notes.ts';

/** Files of an example by relative path, and how the example calls them where it is otherwise. */
export interface ReadFiles {
	/** Undefined where nothing is said of any. */
	readonly files: JsonRecord | undefined;
	readonly renamed: ReadonlyMap<string, string>;
	readonly faults: readonly Fault[];
}

type Entry = readonly [string, unknown];

/**
 * The files that an example is run with, from an object by names, or a list: texts, and data that a file is made of. Without `notes` text is no
 * data: what must be refused may be no file of its kind. Pure.
 */
export function readFiles(given: unknown, at: string, notes?: Pick<Notes, 'mender'>): ReadFiles {
	const read = readEntries(given, { at, places: ['/inputs', '/workspace'] }, ({ said, content }) => {
		const says = 'must be the text of the file, or the rows or facts that it is made of';
		return content === undefined || content === null ? [{ at: inside(at, said), says }] : [];
	});
	const contents = Object.entries(read.files ?? {}).map(([name, content]) => [name, contentOf(name, content, notes)]);
	return { ...read, files: contents.length === 0 ? undefined : Object.fromEntries(contents) };
}

/** The files that an example writes, by what they must hold; that it writes none is said by an empty object, or list. Pure. */
export function readWrites(given: unknown, at: string, notes: Pick<Notes, 'mender'>): ReadFiles {
	const read = readEntries(given, { at, places: ['/outputs', '/workspace'] }, ({ said, content }) => {
		if (content !== undefined || kindOf(said) === 'other') return [];
		const says = `must say what it holds, such as ${heldExample(said)}, or {} where it need only open`;
		return [{ at: inside(at, said), says }];
	});
	const held = Object.entries(read.files ?? {}).map(([name, holds]) => [name, holdsOf(name, holds, notes)]);
	return { ...read, files: read.files && Object.fromEntries(held) };
}

/** Lines in a list are the text of what is text, and data of what is none may come as JSON text. */
function contentOf(name: string, content: unknown, notes: Pick<Notes, 'mender'> | undefined): unknown {
	if (['text', 'table'].includes(kindOf(name)) && isLines(content)) return `${content.join('\n')}\n`;
	return notes && isBinary(kindOf(name)) ? readText(content, notes) : content;
}

/** Of a text a list is what stands in it. */
function holdsOf(name: string, holds: unknown, notes: Pick<Notes, 'mender'>): unknown {
	return kindOf(name) === 'text' ? (holds ?? {}) : (contentOf(name, holds, notes) ?? {});
}

function isLines(content: unknown): content is readonly string[] {
	return Array.isArray(content) && content.length > 0 && content.every((line) => typeof line === 'string');
}

interface Read {
	readonly said: string;
	readonly name: string;
	readonly content: unknown;
}

interface Field {
	readonly at: string;
	/** Where such files are in a session: an example may call them by these paths. */
	readonly places: readonly string[];
}

function readEntries(given: unknown, { at, places }: Field, faultsOf: (one: Read) => readonly Fault[]): ReadFiles {
	const entries = entriesOf(given);
	if (entries === undefined) return { files: undefined, renamed: new Map(), faults: wordsFaults(given, at) };
	const read = entries.map(([said, content]): Read => ({ said, name: relative(said), content }));
	const files = Object.fromEntries(read.map(({ name, content }) => [name, content]));
	const faults = [...read.flatMap(faultsOf), ...twiceFaults(read, at)];
	return { files, renamed: renames(read, places), faults };
}

/** Words instead of files say nothing, unless they name some. */
function wordsFaults(given: unknown, at: string): readonly Fault[] {
	if (given === undefined || given === null || typeof given === 'boolean') return [];
	return [{ at, says: 'must be an object of names of files, each with what is in it, such as {"a.csv": "n\\n1\\n"}' }];
}

/** Two paths of one name are one file in the folder that a test is run in. */
function twiceFaults(read: readonly Read[], at: string): readonly Fault[] {
	const names = new Set<string>();
	const twice = read.filter(({ name }) => names.size === names.add(name).size);
	return twice.map(({ said }) => ({ at: inside(at, said), says: 'is there twice: give the two files other names' }));
}

/** Undefined where nothing is said of files. */
function entriesOf(given: unknown): readonly Entry[] | undefined {
	if (typeof given === 'string') return isFileName(given.trim()) ? [[given.trim(), undefined]] : undefined;
	if (isRecord(given)) return isFile(given) ? [fileOf(given)] : Object.entries(given);
	if (!Array.isArray(given)) return undefined;
	const entries = given.map(listed);
	return entries.every((one) => one !== undefined) ? entries.flat() : undefined;
}

function listed(item: unknown): readonly Entry[] | undefined {
	if (typeof item === 'string') return isFileName(item) ? [[item, undefined]] : undefined;
	if (Array.isArray(item)) return typeof item[0] === 'string' && item.length === 2 ? [[item[0], item[1]]] : undefined;
	if (!isRecord(item)) return undefined;
	return nameIn(item) === undefined ? Object.entries(item) : [fileOf(item)];
}

const nameFields = ['path', 'name', 'filename', 'file'];
const contentFields = ['content', 'text', 'data', 'contents', 'holds'];

function nameIn(record: JsonRecord): string | undefined {
	return nameFields.map((field) => record[field]).find((name) => typeof name === 'string');
}

/** Whether an object is one file, and not files by their names: those may be called as fields are. */
function isFile(record: JsonRecord): boolean {
	return isFileName(nameIn(record) ?? '');
}

/** A file's name and content; without a field for that the other fields say what it is. */
function fileOf(record: JsonRecord): Entry {
	const field = contentFields.find((one) => record[one] !== undefined && record[one] !== null);
	const name = nameIn(record) ?? '';
	if (field !== undefined) return [name, record[field]];
	const rest = Object.entries(record).filter(([key]) => !nameFields.includes(key) && !contentFields.includes(key));
	return [name, rest.length === 0 ? undefined : Object.fromEntries(rest)];
}

/** A path below the folder that the tool runs in. */
function relative(said: string): string {
	return said.replace(sessionPath, '').replace(/^(?:\.\/)+/, '');
}

function renames(read: readonly Read[], places: readonly string[]): ReadonlyMap<string, string> {
	const other = read.filter(({ said, name }) => said !== name).map(({ said, name }) => [said, name] as const);
	return new Map([
		...read.flatMap(({ name }) => [...places, '.'].map((place) => [`${place}/${name}`, name] as const)),
		...other,
	]);
}

/** The value with each text that is such a path replaced. Pure. */
export function withPaths(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
	if (typeof value === 'string') return renamed.get(value) ?? value;
	if (Array.isArray(value)) return value.map((item) => withPaths(item, renamed));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPaths(item, renamed)]));
}
