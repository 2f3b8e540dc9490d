import { oneLine } from '../session/said-lines.ts';
import type { Memory, Origin } from './memory.ts';

/** A memory as its file tells it, and what is wrong with that: what cannot be read counts as not said. */
export interface ReadMemory {
	readonly memory: Memory;
	readonly problem?: string;
}

const fence = '---';
const longestValue = 200;
/** Of the ids of all that one has replaced, again and again: one that was left out would be in force again. */
const longestIds = 8_000;
/** Characters of a front matter that are read. */
const longestHead = 12_000;

/** The file of a memory. Nothing in a value ends its line. Pure. */
export function memoryFile({ id: _id, text, supersedes, ...origin }: Memory): string {
	const { at, from, person, session, turn, message, source, about } = origin;
	const values = {
		at,
		from,
		person,
		session,
		turn,
		message,
		source,
		about,
		supersedes: supersedes.join(' ') || undefined,
	};
	const lines = Object.entries(values).flatMap(([key, value]) =>
		value === undefined ? [] : [`${key}: ${oneLine(value).slice(0, longestOf(key))}`],
	);
	return [fence, ...lines, fence, '', text, ''].join('\n');
}

/** Reads a file that may have been written by hand: without a front matter, all of it is the text. `changed`: the time of the file. Pure. */
export function readMemoryFile(id: string, file: string, changed: string): ReadMemory {
	const { head, text, isOpen } = splitFile(file.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, ''));
	const values = valuesOf(head ?? '');
	const at = timeOf(values.get('at'));
	const memory = { id, text: text.trim(), ...originOf(values), at: at ?? changed };
	const problem = isOpen ? `its front matter has no end ("${fence}")` : problemOf(values, at);
	return { memory, ...(head !== undefined && problem !== undefined && { problem }) };
}

function splitFile(file: string): { readonly head?: string; readonly text: string; readonly isOpen: boolean } {
	if (!file.startsWith(`${fence}\n`)) return { text: file, isOpen: false };
	const end = file.indexOf(`\n${fence}\n`, fence.length);
	if (end >= 0) return { head: file.slice(fence.length, end), text: file.slice(end + fence.length + 2), isOpen: false };
	if (file.endsWith(`\n${fence}`)) return { head: file.slice(fence.length, -fence.length), text: '', isOpen: false };
	return { head: '', text: file.slice(fence.length), isOpen: true };
}

/** The first of each name counts. */
function valuesOf(head: string): ReadonlyMap<string, string> {
	const values = new Map<string, string>();
	for (const line of head.slice(0, longestHead).split('\n')) {
		const at = line.indexOf(':');
		const key = line.slice(0, Math.max(0, at)).trim().toLowerCase();
		const value = oneLine(line.slice(at + 1)).slice(0, longestOf(key));
		if (at > 0 && value !== '' && !values.has(key)) values.set(key, value);
	}
	return values;
}

function longestOf(key: string): number {
	return key === 'supersedes' ? longestIds : longestValue;
}

function originOf(values: ReadonlyMap<string, string>): Omit<Origin, 'at'> {
	const source = values.get('source');
	return {
		from: values.get('from') ?? 'a file',
		person: values.get('person'),
		session: values.get('session'),
		turn: values.get('turn'),
		message: values.get('message'),
		source: source === 'read' || source === 'kept' ? source : undefined,
		about: values.get('about'),
		supersedes:
			values
				.get('supersedes')
				?.split(/[\s,]+/)
				.filter(Boolean) ?? [],
	};
}

function timeOf(value: string | undefined): string | undefined {
	const ms = Date.parse(value ?? '');
	return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function problemOf(values: ReadonlyMap<string, string>, at: string | undefined): string | undefined {
	if (at !== undefined) return undefined;
	return values.has('at') ? '"at" is no time' : 'its front matter has no time ("at")';
}
