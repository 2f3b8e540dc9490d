import { posix } from 'node:path';
import type { Watched } from '../../../sandbox/script-shapes.ts';
import { isRecord, parseJson } from '../../model/text/json-text.ts';
import { isBinary, kindOf } from '../files/kinds.ts';
import type { RawSpec } from '../spec/spec.ts';
import { type Argument, readArguments } from './arguments.ts';
import type { ScriptRun } from './script-runs.ts';

/** A run that came to a good end, and what was noted of it. */
export interface GoodRun {
	readonly run: ScriptRun;
	readonly watched: Extract<Watched, { printed: unknown }>;
	/** The text of the script. */
	readonly code: string;
}

/** A run as an example of an order, and what each of its fields is in the script. */
export interface RunExample {
	readonly example: RawSpec['examples'][number];
	readonly fields: ReadonlyMap<string, string>;
	/** The input's fields that name files which are read. */
	readonly read: readonly string[];
}

/** The example that a run is: its arguments, standard input and files as input, and what it printed and wrote as result. Pure. */
export function runExample({ run, watched, code }: GoodRun): RunExample {
	const names = namesOf([...Object.keys(watched.reads), ...Object.keys(watched.writes)]);
	const paths = new Map(
		[...names].flatMap(([path, name]) => spellings(path, run).map((text) => [text, name] as const)),
	);
	const fields = new Map<string, string>();
	const input: Record<string, unknown> = {};
	const give = (field: string, value: unknown, said: string) => {
		const free = freeName(field, input);
		input[free] = value;
		fields.set(free, said);
	};
	const args = readArguments(run.args, code);
	for (const one of args) give(fieldFor(one, { paths, run, watched }), given(one, paths), one.said);
	if ((watched.stdin.text ?? '') !== '') give('text', watched.stdin.text, 'standard input');
	const said = new Set(Object.values(input));
	for (const path of Object.keys(watched.reads))
		if (!said.has(names.get(path))) give('path', names.get(path), `${path}, which is written into the script`);
	for (const path of Object.keys(watched.writes))
		if (!said.has(names.get(path)) && watched.reads[path] === undefined)
			give('out', names.get(path), `${path}, which is written into the script`);
	return { example: exampleOf(input, names, watched, paths), fields, read: readFields(input, names, watched) };
}

/** Each file by a relative name of its own. */
function namesOf(paths: readonly string[]): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	for (const path of new Set(paths)) {
		const base = posix.basename(path);
		const taken = new Set(names.values());
		names.set(path, taken.has(base) ? `${names.size + 1}_${base}` : base);
	}
	return names;
}

/** The ways in which a run may name a file. */
function spellings(path: string, { folder }: ScriptRun): readonly string[] {
	const relative = posix.relative(folder, path);
	return [path, relative, `./${relative}`];
}

function freeName(field: string, input: Readonly<Record<string, unknown>>): string {
	for (let at = 1; ; at += 1) {
		const name = at === 1 ? field : `${field}_${at}`;
		if (!(name in input)) return name;
	}
}

interface Place {
	readonly paths: ReadonlyMap<string, string>;
	readonly run: ScriptRun;
	readonly watched: GoodRun['watched'];
}

/** An argument without a name is told by what it is. */
function fieldFor({ field, value = '' }: Argument, { run, watched }: Place): string {
	if (!field.startsWith('arg_')) return field;
	const path = posix.resolve(run.folder, value);
	if (watched.reads[path]) return 'path';
	return watched.writes[path] ? 'out' : field;
}

function given({ value }: Argument, paths: Place['paths']): unknown {
	if (value === undefined) return true;
	const name = paths.get(value);
	if (name !== undefined) return name;
	return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
}

function exampleOf(
	input: Readonly<Record<string, unknown>>,
	names: ReadonlyMap<string, string>,
	{ reads, writes, printed }: GoodRun['watched'],
	paths: Place['paths'],
): RunExample['example'] {
	const files = Object.entries(reads).map(([path, { text = '' }]) => [names.get(path) ?? path, text]);
	const held = Object.entries(writes).map(([path, { text }]) => {
		const name = names.get(path) ?? path;
		return [name, text === undefined || text === '' || isBinary(kindOf(name)) ? {} : text];
	});
	return {
		input: { ...input },
		...(files.length > 0 && { files: Object.fromEntries(files) }),
		output: resultOf(
			withNames(printed.text, paths),
			held.map(([name]) => String(name)),
		),
		...(held.length > 0 && { writes: Object.fromEntries(held) }),
	};
}

function readFields(
	input: Readonly<Record<string, unknown>>,
	names: ReadonlyMap<string, string>,
	{ reads }: GoodRun['watched'],
): readonly string[] {
	const read = new Set(Object.keys(reads).map((path) => names.get(path)));
	return Object.entries(input).flatMap(([field, value]) =>
		typeof value === 'string' && read.has(value) ? [field] : [],
	);
}

/** A result names files as the input does. */
function withNames(text: string, paths: Place['paths']): string {
	const whole = [...paths]
		.filter(([path]) => path.startsWith('/'))
		.toSorted(([one], [other]) => other.length - one.length);
	return whole.reduce((told, [path, name]) => told.replaceAll(path, name), text);
}

/** JSON that is printed is the result; other text stands in a field. */
function resultOf(printed: string, written: readonly string[]): Record<string, unknown> {
	const text = printed.trim();
	if (text === '') return { files: [...written] };
	const value = /^[[{\d"tfn-]/.test(text) ? parseJson(text)?.value : undefined;
	if (isRecord(value)) return { ...value };
	return value === undefined ? { text: printed.trimEnd() } : { result: value };
}
