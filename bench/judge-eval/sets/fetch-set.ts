import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { userMessage } from '../../../src/base/errors.ts';
import { type PublicSet, sets } from './sets.ts';

interface Fetching {
	readonly signal: AbortSignal;
	say(line: string): void;
}

const checkout = resolve(import.meta.dirname, '..', '..', '..');

/** Where sets lie when no folder is named. */
const usual = join(homedir(), 'judge-eval-sets');

/** Brings a public set into a folder outside of the checkout, so that nothing of it is committed. Answers the exit code. */
export async function fetchSet(
	{ set, folder = usual }: { readonly set: string; readonly folder: string | undefined },
	{ signal, say }: Fetching,
): Promise<number> {
	const wanted = sets[set];
	if (!wanted) throw new Error(`There is no set "${set}"`);
	const target = resolve(folder, set);
	if (isWithin(target, checkout)) {
		say(`"${target}" is in the checkout, where it might be committed; name another folder`);
		return 2;
	}
	say(`${set}: ${wanted.holds}\n  from ${wanted.source}\n  licence: ${wanted.licence}`);
	try {
		await mkdir(target, { recursive: true });
		await fetchInto(target, wanted, signal);
	} catch (error) {
		if (signal.aborted) return 130;
		say(`It could not be fetched: ${userMessage(error)}. Fetch it by hand from ${wanted.source}`);
		return 1;
	}
	say(`  in ${target}`);
	return 0;
}

/** Pure. */
export function isWithin(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way === '' || (!way.startsWith('..') && !way.startsWith('/'));
}

async function fetchInto(target: string, { way }: PublicSet, signal: AbortSignal): Promise<void> {
	switch (way.kind) {
		case 'file':
			return download(way.url, join(target, way.name), signal);
		case 'git':
			return run('git', ['clone', '--depth', '1', way.url, join(target, 'repository')], signal);
		case 'pip':
			return run('python3', ['-m', 'pip', 'download', '--no-deps', '--dest', target, way.requirement], signal);
	}
}

/** Whole or not at all: what breaks off leaves nothing that looks like a set. */
async function download(url: string, file: string, signal: AbortSignal): Promise<void> {
	const response = await fetch(url, { signal });
	if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
	const part = `${file}.part`;
	try {
		await pipeline(Readable.fromWeb(response.body), createWriteStream(part), { signal });
		await rename(part, file);
	} finally {
		await rm(part, { force: true });
	}
}

async function run(program: string, args: readonly string[], signal: AbortSignal): Promise<void> {
	await promisify(execFile)(program, args, { signal });
}
