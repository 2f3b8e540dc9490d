import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Lines that are kept. */
export const maxHistory = 500;

/** Lines typed before, kept in a file of one JSON string a line. It is a comfort: lines that cannot be read or written are left out. */
export interface LineHistory {
	/** Oldest first, at most `maxHistory`. */
	load(): Promise<readonly string[]>;
	add(line: string): Promise<void>;
}

export function createLineHistory(path: string): LineHistory {
	return {
		async load() {
			const lines = await readLines(path);
			if (lines.length <= 2 * maxHistory) return lines.slice(-maxHistory);
			const kept = lines.slice(-maxHistory);
			await replace(path, kept);
			return kept;
		},
		async add(line) {
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
			} catch {
				// A person is not bothered at each line because a history cannot be kept.
			}
		},
	};
}

/** Keeps the lines for which `stays` is true, and says so when that cannot be. */
export async function replaceLines(path: string, stays: (line: string) => boolean): Promise<void> {
	const lines = await readLines(path);
	const kept = lines.filter(stays);
	if (kept.length < lines.length) await write(path, kept);
}

async function readLines(path: string): Promise<readonly string[]> {
	try {
		return (await readFile(path, 'utf8')).split('\n').flatMap(parse);
	} catch {
		return [];
	}
}

function parse(line: string): readonly string[] {
	try {
		return [z.string().parse(JSON.parse(line))];
	} catch {
		return [];
	}
}

async function replace(path: string, lines: readonly string[]): Promise<void> {
	// The longer file does no harm.
	await write(path, lines).catch(() => undefined);
}

async function write(path: string, lines: readonly string[]): Promise<void> {
	const temp = `${path}.part`;
	await writeFile(temp, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600, flush: true });
	await rename(temp, path);
}
