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

function eachOf<Value>(files: RawFiles, read: (name: string, value: unknown) => Value | string): Read<Value> {
	const values: Record<string, Value> = {};
	for (const [name, value] of Object.entries(files ?? {})) {
		if (!isRelativePath(name)) return `has a file "${name.slice(0, 80)}"; names are relative, without ".."`;
		const one = read(name, value);
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
