import { isRecord } from '../../model/text/json-text.ts';
import { kindOf } from '../files/kinds.ts';
import type { Fault } from '../spec/fault.ts';
import { inside } from '../spec/fault.ts';
import { sessionPath } from '../spec/gate-examples.ts';

/** Files of an example by relative path, and how the example calls them where it is otherwise. */
export interface ReadFiles {
	readonly files: Readonly<Record<string, unknown>> | undefined;
	readonly renamed: ReadonlyMap<string, string>;
	readonly faults: readonly Fault[];
}

/** The files of an example from an object by names, or a list of objects: texts, and data that a file is made of. Pure. */
export function readFiles(given: unknown, at: string): ReadFiles {
	const entries = entriesOf(given);
	const read = entries.map(([said, content]) => ({ said, name: relative(said), content: withLines(said, content) }));
	const faults = read.flatMap(({ said, content }) =>
		content === null || content === undefined ? [{ at: inside(at, said), says: 'must be the text of the file' }] : [],
	);
	const files = Object.fromEntries(read.map(({ name, content }) => [name, content]));
	return { files: entries.length === 0 ? undefined : files, renamed: renames(read), faults };
}

function entriesOf(given: unknown): readonly (readonly [string, unknown])[] {
	if (isRecord(given)) return isFile(given) ? [fileOf(given)] : Object.entries(given);
	return Array.isArray(given) ? given.filter(isRecord).map(fileOf) : [];
}

function isFile(record: Readonly<Record<string, unknown>>): boolean {
	return (
		['name', 'path', 'filename'].some((key) => typeof record[key] === 'string') &&
		['content', 'text', 'data'].some((key) => key in record)
	);
}

function fileOf(record: Readonly<Record<string, unknown>>): readonly [string, unknown] {
	const name = record['path'] ?? record['name'] ?? record['filename'];
	if (typeof name === 'string') return [name, record['content'] ?? record['text'] ?? record['data']];
	const [entry] = Object.entries(record);
	return entry ?? ['', undefined];
}

/** A path below the folder that the tool runs in. */
function relative(said: string): string {
	return said.replace(sessionPath, '').replace(/^(?:\.\/)+/, '');
}

/** Lines in a list are the text of what is text. */
function withLines(name: string, content: unknown): unknown {
	const isLines = Array.isArray(content) && content.length > 0 && content.every((line) => typeof line === 'string');
	return isLines && ['text', 'table'].includes(kindOf(name)) ? `${content.join('\n')}\n` : content;
}

function renames(read: readonly { readonly said: string; readonly name: string }[]): ReadonlyMap<string, string> {
	const inInputs = read.map(({ name }) => [`/inputs/${name}`, name] as const);
	const other = read.filter(({ said, name }) => said !== name).map(({ said, name }) => [said, name] as const);
	return new Map([...inInputs, ...other, ...read.map(({ name }) => [`./${name}`, name] as const)]);
}

/** What the files must hold that an example writes; that it writes none is said by an empty object. Pure. */
export function readWrites(given: unknown): Readonly<Record<string, unknown>> | undefined {
	const entries = entriesOf(given);
	if (entries.length === 0 && !isRecord(given)) return undefined;
	return Object.fromEntries(entries.map(([said, holds]) => [relative(said), holds]));
}

/** The value with each text that is such a path replaced. Pure. */
export function withPaths(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
	if (typeof value === 'string') return renamed.get(value) ?? value;
	if (Array.isArray(value)) return value.map((item) => withPaths(item, renamed));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPaths(item, renamed)]));
}
