import { isRecord } from '../../model/text/json-text.ts';
import type { Fault } from '../spec/fault.ts';
import { inside } from '../spec/fault.ts';
import { sessionPath } from '../spec/gate-examples.ts';

/** Files of an example by relative path, and how the example calls them where it is otherwise. */
export interface ReadFiles {
	readonly files: Readonly<Record<string, string>> | undefined;
	readonly renamed: ReadonlyMap<string, string>;
	readonly faults: readonly Fault[];
}

/** The files of an example from an object of names and texts, or a list of objects. Pure. */
export function readFiles(given: unknown, at: string): ReadFiles {
	const entries = entriesOf(given);
	const read = entries.map(([said, content]) => ({ said, name: relative(said), text: textOf(said, content) }));
	const faults = read.flatMap(({ said, text }) =>
		text === undefined ? [{ at: inside(at, said), says: 'must be the text of the file' }] : [],
	);
	const files = Object.fromEntries(read.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]])));
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

function textOf(name: string, content: unknown): string | undefined {
	if (typeof content === 'string') return content;
	if (Array.isArray(content) && content.length > 0) {
		if (content.every((line) => typeof line === 'string')) return `${content.join('\n')}\n`;
		if (/\.csv$/i.test(name) && content.every(isRow))
			return `${content.map((row) => row.map(cell).join(',')).join('\n')}\n`;
	}
	const isJson = /\.json$/i.test(name) && typeof content === 'object' && content !== null;
	return isJson ? JSON.stringify(content) : undefined;
}

function isRow(row: unknown): row is readonly unknown[] {
	return Array.isArray(row) && row.every((one) => typeof one !== 'object' || one === null);
}

function cell(value: unknown): string {
	const text = value === null ? '' : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function renames(read: readonly { readonly said: string; readonly name: string }[]): ReadonlyMap<string, string> {
	const inInputs = read.map(({ name }) => [`/inputs/${name}`, name] as const);
	const other = read.filter(({ said, name }) => said !== name).map(({ said, name }) => [said, name] as const);
	return new Map([...inInputs, ...other, ...read.map(({ name }) => [`./${name}`, name] as const)]);
}

/** The value with each text that is such a path replaced. Pure. */
export function withPaths(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
	if (typeof value === 'string') return renamed.get(value) ?? value;
	if (Array.isArray(value)) return value.map((item) => withPaths(item, renamed));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPaths(item, renamed)]));
}
