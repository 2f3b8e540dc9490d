import { lstatSync } from 'node:fs';
import { posix } from 'node:path';
import type { Look } from '../../file-shapes.ts';
import { hashFile } from '../files/try-files.ts';
import { asUser, smith } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';
import type { ToolCall } from '../tools/guest-tool.ts';
import { lookAtFiles } from './look-files.ts';

/** Files of a result that are looked at. */
const mostNamed = 10;

/** Seconds for all of them: whoever has called the tool waits. */
const mostSeconds = 5;

/** Endings of what tools write, whether they can be read here or not. */
const ending =
	/\.(csv|tsv|jsonl?|ndjson|geojson|xlsx?|xlsm|parquet|png|jpe?g|gif|bmp|webp|tiff?|svg|pdf|docx|pptx|zip|gz|txt|md|html?|xml|ya?ml|toml|sqlite3?|db|ics|mp[34]|wav)$/i;

export interface WrongFilesParts {
	/** By which names in the result are of files that the tool has to do with. */
	readonly naming: Naming;
	/** Where the reader is. */
	readonly folder: string;
	/** Hashes of figures that were saved with nothing on them. */
	readonly empty: ReadonlySet<string>;
	readonly call: ToolCall;
}

/**
 * Tells what a result says of files that is not so, as sentences: that one is there, holds something, is what its name says. Nothing is said of
 * files that cost too much to be looked at.
 */
export async function wrongFiles(
	output: Readonly<Record<string, unknown>>,
	{ naming, folder, empty, call }: WrongFilesParts,
): Promise<readonly string[]> {
	const named = namedIn(output, naming).slice(0, mostNamed);
	const problems = named.map((name) => [name, missingProblem(name)] as const);
	const there = problems.flatMap(([name, problem]) => (problem === undefined ? [{ name, path: pathOf(name) }] : []));
	const looks = await lookAtFiles(there, { folder, owner: smith, seconds: mostSeconds, brief: true, call });
	return problems.flatMap(([name, problem]) => {
		const why = problem ?? brokenProblem(looks[name]) ?? emptyProblem(name, looks[name], empty);
		return why === undefined ? [] : [`"${sanitiseLine(name).slice(0, 200)}", which the result names, ${why}`];
	});
}

/** A name that is no whole path may be a member of an archive, or of a list that was read. */
export interface Naming {
	/** Fields whose texts named, in the order's examples, what was written. */
	readonly written: readonly string[];
	/** Of the call: a name that the tool was given is of a file. */
	readonly input: unknown;
}

/** Whole texts that are names of files of the session, each once. Pure. */
export function namedIn(output: unknown, { written, input }: Naming): readonly string[] {
	const given = new Set(textsIn(input).map(({ text }) => text));
	const named = textsIn(output).filter(({ text, field }) =>
		isFileName(text, given.has(text) || written.includes(field)),
	);
	return [...new Set(named.map(({ text }) => text))];
}

/** The texts of a value, each with the field that it stands in, alone or in lists. */
function textsIn(value: unknown, field = ''): readonly { readonly text: string; readonly field: string }[] {
	if (typeof value === 'string') return [{ text: value, field }];
	if (typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, field));
	return Object.entries(value).flatMap(([key, one]) => textsIn(one, key));
}

/** A text in `/workspace` or `/outputs` is one wherever it stands; others only where something says so, and no sentence is. */
function isFileName(text: string, isNamed: boolean): boolean {
	if (text.length > 300 || !ending.test(text) || /[\n\0*?]|:\/\//.test(text)) return false;
	if (/^\/(workspace|outputs)\//.test(text)) return true;
	return isNamed && !text.startsWith('/') && !/\s/.test(text);
}

function pathOf(name: string): string {
	return posix.resolve('/workspace', name);
}

function missingProblem(name: string): string | undefined {
	try {
		const found = asUser(smith, () => lstatSync(pathOf(name), { throwIfNoEntry: false }));
		if (found === undefined) return 'is not there';
		return found.isFile() && found.size === 0 ? 'is empty' : undefined;
	} catch {
		return undefined;
	}
}

/** Bytes of a picture that is compared with figures. */
const mostHashed = 20 * 1024 * 1024;

function emptyProblem(name: string, look: Look | undefined, empty: ReadonlySet<string>): string | undefined {
	if (empty.size === 0 || look?.kind !== 'image') return undefined;
	try {
		const { sha256 } = asUser(smith, () => hashFile(pathOf(name), mostHashed));
		return empty.has(sha256) ? 'shows nothing but empty axes' : undefined;
	} catch {
		return undefined;
	}
}

function brokenProblem(look: Look | undefined): string | undefined {
	if (look?.kind === 'broken') return `cannot be used: it ${sanitiseLine(look.why)}`;
	return look?.kind === 'image' && look.plain !== null ? 'shows nothing: it is of one colour' : undefined;
}
