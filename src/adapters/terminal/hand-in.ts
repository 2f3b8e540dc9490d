import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, glob, open, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';
import type { FileRef } from '../../chat/inbound.ts';
import { findMentions, type Mention } from './input/find-mentions.ts';
import { readChunks } from './input/read-chunks.ts';
import { cleanLine } from './render/clean-text.ts';

export interface HandInDeps {
	readonly cwd: string;
	/** The folder that `~` stands for. */
	readonly home: string;
	/** Larger files are refused before they are sent. */
	readonly maxFileBytes: number;
	/** For files that this process itself may not read; default: there are none. */
	readonly beyond?: FilesBeyond | undefined;
}

/** Files that somebody else reads for this process. */
export interface FilesBeyond {
	/** Its size, or why it is not handed in; undefined where there is none. */
	look(path: string): Promise<{ readonly size: number } | { readonly refused: string } | undefined>;
	/** Its bytes. Rejects with a sentence for people. */
	read(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The outcome for the files that a message names. */
export interface HandedIn {
	readonly files: readonly FileRef[];
	/** Mentions for which there is nothing on the disk: perhaps they were never meant as files. */
	readonly missing: readonly string[];
	/** One sentence a file that is there but cannot be handed in. */
	readonly refused: readonly string[];
}

type Fate =
	| { readonly kind: 'file'; readonly file: FileRef }
	| { readonly kind: 'missing'; readonly raw: string }
	| { readonly kind: 'refused'; readonly sentence: string };

/** Says that files stay behind, as a command takes none. Pure. */
export function leftBehind(files: readonly FileRef[]): string {
	const names = files.map(({ name }) => cleanLine(name)).join(', ');
	return `A command hands in no files: send ${names} with a message first`;
}

export interface HandIn {
	/** Looks up the files that `text` names; `source` of each is its absolute path. */
	look(text: string): Promise<HandedIn>;
	/** The bytes of a file; rejects with a sentence for people when it is no longer a readable regular file. */
	read(file: FileRef, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export function createHandIn(deps: HandInDeps): HandIn {
	return {
		async look(text) {
			const fates = (await Promise.all(findMentions(text).map((mention) => fatesOf(mention, deps)))).flat();
			return {
				files: unique(fates.flatMap((fate) => (fate.kind === 'file' ? [fate.file] : []))),
				missing: fates.flatMap((fate) => (fate.kind === 'missing' ? [fate.raw] : [])),
				refused: fates.flatMap((fate) => (fate.kind === 'refused' ? [fate.sentence] : [])),
			};
		},
		read: (file, signal) => readFrom(file, deps, signal),
	};
}

function unique(files: readonly FileRef[]): readonly FileRef[] {
	return [...new Map(files.map((file) => [file.source, file])).values()];
}

async function fatesOf({ raw, paths, pattern }: Mention, deps: HandInDeps): Promise<readonly Fate[]> {
	for (const path of paths) {
		const fate = await fateOfPath(path, deps);
		if (fate !== undefined) return [fate];
	}
	const matching = pattern === undefined ? [] : await fatesOfPattern(pattern, deps);
	return matching.length > 0 ? matching : [{ kind: 'missing', raw }];
}

/** More were hardly meant: a message has a few files. */
const mostMatching = 20;

/** As a shell would read it: hidden files must be named, and folders are none of the files. */
async function fatesOfPattern(pattern: string, deps: HandInDeps): Promise<readonly Fate[]> {
	const fates: Fate[] = [];
	try {
		for await (const path of glob(inHome(pattern, deps), { cwd: deps.cwd })) {
			const fate = isHidden(path, pattern) ? undefined : await fateOfPath(path, deps);
			if (fate?.kind === 'file') fates.push(fate);
			if (fates.length > mostMatching) return [refused(pattern, `more than ${mostMatching} files match it`)];
		}
	} catch (error) {
		return [refused(pattern, reasonOf(error))];
	}
	return fates;
}

function isHidden(path: string, pattern: string): boolean {
	return basename(path).startsWith('.') && !basename(pattern).startsWith('.');
}

function inHome(path: string, { home }: Pick<HandInDeps, 'home'>): string {
	return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

/** Undefined when there is nothing at that path. */
async function fateOfPath(path: string, deps: HandInDeps): Promise<Fate | undefined> {
	const { cwd, maxFileBytes } = deps;
	const source = resolve(cwd, inHome(path, deps));
	try {
		const stats = await stat(source);
		const problem = problemOf(stats, maxFileBytes);
		if (problem !== undefined) return refused(path, problem);
		await access(source, constants.R_OK);
		return { kind: 'file', file: { name: basename(source), size: stats.size, source } };
	} catch (error) {
		const fate = await fateBeyond(path, source, deps);
		if (fate !== undefined) return fate;
		const code = codeOf(error) ?? '';
		return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code) ? undefined : refused(path, reasonOf(error));
	}
}

/** Undefined where nobody else knows of it. */
async function fateBeyond(path: string, source: string, { beyond }: HandInDeps): Promise<Fate | undefined> {
	const found = await beyond?.look(source);
	if (found === undefined) return undefined;
	if ('refused' in found) return refused(path, found.refused);
	return { kind: 'file', file: { name: basename(source), size: found.size, source } };
}

function problemOf(stats: Stats, maxFileBytes: number): string | undefined {
	if (stats.isDirectory()) return 'it is a folder; name the files in it, or pack it into one file';
	if (!stats.isFile()) return 'it is a device, pipe or socket, not a regular file';
	return stats.size > maxFileBytes
		? `it is ${formatBytes(stats.size)}, the limit is ${formatBytes(maxFileBytes)}`
		: undefined;
}

function refused(path: string, reason: string): Fate {
	return { kind: 'refused', sentence: `Cannot hand in "${cleanLine(path)}": ${reason}` };
}

/** A system error in a person's words. */
export function reasonOf(error: unknown): string {
	const known: Readonly<Record<string, string>> = {
		ENOENT: 'it is no longer there',
		EACCES: 'you may not read it',
		EPERM: 'you may not read it',
		ELOOP: 'its links lead in a circle',
		ENXIO: 'it is a device, pipe or socket, not a regular file',
		ENOSPC: 'the disk is full',
		EDQUOT: 'the disk quota is used up',
		EROFS: 'the disk is read-only',
	};
	return known[codeOf(error) ?? ''] ?? messageOf(error);
}

async function* readFrom(
	file: FileRef,
	{ beyond }: Pick<HandInDeps, 'beyond'>,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const isOurs = await access(file.source, constants.R_OK).then(
		() => true,
		() => false,
	);
	yield* beyond && !isOurs ? beyond.read(file.source, signal) : readRegularFile(file, signal);
}

async function* readRegularFile(file: FileRef, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	await using handle = await openToRead(file);
	// The file may have been swapped since it was named: what was opened is what counts.
	const problem = problemOf(await handle.stat(), Number.POSITIVE_INFINITY);
	if (problem !== undefined) throw new Error(`Cannot read "${cleanLine(file.name)}": ${problem}`);
	yield* readChunks(handle, signal);
}

async function openToRead(file: FileRef): Promise<FileHandle> {
	try {
		// Without O_NONBLOCK, opening a pipe would wait for a writer.
		return await open(file.source, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch (error) {
		throw new Error(`Cannot read "${cleanLine(file.name)}": ${reasonOf(error)}`, { cause: error });
	}
}
