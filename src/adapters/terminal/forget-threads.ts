import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { createSerial } from '../../base/serial.ts';
import { replaceLines } from './input/line-history.ts';
import { readEntries } from './render/transcript.ts';

/** Lines that were typed, in the folder of the transcripts. */
export const typedLinesFile = 'typed-lines.jsonl';

/**
 * Empties the transcripts of these threads below `dir`, and takes out of the lines typed before those that were said in them. A process that has
 * a transcript open goes on writing to it. Done again it comes to the same.
 */
export function forgetThreads(dir: string, threads: readonly string[]): Promise<void> {
	return oneByOne(() => forget(dir, threads));
}

/** Whoever is forgotten is forgotten in many sessions at once, and all of them have one file of lines typed. */
const oneByOne = createSerial();

async function forget(dir: string, threads: readonly string[]): Promise<void> {
	const paths = threads.map((id) => join(dir, `${id}.jsonl`));
	const entries = await Promise.all(paths.map(readEntries));
	const said = entries.flatMap((all) => all.filter(({ kind }) => kind === 'said').map(({ text }) => inOneRow(text)));
	// The transcripts go last: they tell what is to go.
	if (said.length > 0)
		await replaceLines(join(dir, typedLinesFile), (line) => !said.some((text) => text.includes(inOneRow(line))));
	for (const path of paths) await empty(path);
}

function inOneRow(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

async function empty(path: string): Promise<void> {
	try {
		await truncate(path);
		await using file = await open(path, 'r+');
		await file.sync();
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
	}
}
