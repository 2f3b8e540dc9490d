import { type Fault, inside } from '../spec/fault.ts';
import { isRelativePath } from '../spec/is-relative-path.ts';
import type { Holds } from './holds.ts';
import { type BroughtFile, readFile } from './read-files.ts';
import { readHolds } from './read-writes.ts';

/** Files by relative path, as an order or a test has them. */
export type RawFiles = Readonly<Record<string, unknown>> | undefined;

/** As many as the guest looks at after a run. */
const mostWritten = 16;

/** A value for each name, or a sentence's end on the first that is wrong. */
export type Read<Value> = Readonly<Record<string, Value>> | string;

/** Files that an example is run with. `broken`: what must be refused may be no file of its kind. Pure. */
export function filesIn(files: RawFiles, { broken }: { readonly broken: boolean }): Read<BroughtFile> {
	return eachOf(files, (name, value) => readFile(name, value, broken));
}

/** Reads what the files must hold that an example, or a test, says are written. Pure. */
export function writesIn(writes: RawFiles, purpose: string): Read<Holds> {
	if (Object.keys(writes ?? {}).length > mostWritten) return `has more than ${mostWritten} files`;
	return eachOf(writes, (name, value) => readHolds(name, value, purpose));
}

/** All that is wrong with the files that an example is run with, each by its name in the field `at`. Pure. */
export function broughtFaults(files: RawFiles, at: string, { broken }: { readonly broken: boolean }): readonly Fault[] {
	return faultsOf(files, at, (name, value) => readFile(name, value, broken));
}

/** All that is wrong with what is said of the files that an example writes. Pure. */
export function writtenFaults(writes: RawFiles, at: string, purpose: string): readonly Fault[] {
	if (Object.keys(writes ?? {}).length > mostWritten) return [{ at, says: `has more than ${mostWritten} files` }];
	return faultsOf(writes, at, (name, value) => readHolds(name, value, purpose));
}

type ReadOne<Value> = (name: string, value: unknown) => Value | string;

function faultsOf(files: RawFiles, at: string, read: ReadOne<object>): readonly Fault[] {
	return Object.entries(files ?? {}).flatMap(([name, value]) => {
		const one = isRelativePath(name) ? read(name, value) : 'is no relative path without ".."';
		return typeof one === 'string' ? [{ at: inside(at, name), says: one }] : [];
	});
}

function eachOf<Value extends object>(files: RawFiles, read: ReadOne<Value>): Read<Value> {
	const values: Record<string, Value> = {};
	for (const [name, value] of Object.entries(files ?? {})) {
		const one = isRelativePath(name) ? read(name, value) : 'is no relative path';
		if (typeof one === 'string') return `has a file "${name.slice(0, 80)}", which ${one}`;
		values[name] = one;
	}
	return values;
}

/** A case's parts for the files that it brings along. Pure. */
export function asBrought(files: Read<BroughtFile>) {
	const all = typeof files === 'string' ? [] : Object.entries(files);
	const texts = all.flatMap(([name, file]) => ('text' in file ? [[name, file.text] as const] : []));
	const made = all.flatMap(([name, file]) => ('made' in file ? [[name, file.made] as const] : []));
	return {
		files: Object.fromEntries(texts),
		...(made.length > 0 && { made: Object.fromEntries(made) }),
	};
}

/** A case's parts for the files that it must write. Pure. */
export function asWritten(writes: Read<Holds>) {
	if (typeof writes === 'string') return { files: [] };
	const names = Object.keys(writes);
	return { files: names, ...(names.length > 0 && { holds: { ...writes } }) };
}
