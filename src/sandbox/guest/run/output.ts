import { closeSync, constants, mkdirSync, opendirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { grouped } from '../files/grouped.ts';
import { createTextReader, headOf, tailOf } from '../sanitise.ts';
import { asUser, smith } from './users.ts';

/** Our own folder on the session's disk. It belongs to smith: nothing in it is trusted when it is read back. */
export const ownFolder = '/workspace/.threadsmith';

/** A model is shown this much of a call's output, in characters. */
export const shownLimit = 5000;

/** So many saved outputs are kept; older ones are removed. */
const savedLimit = 50;

/** One stream of a call's output: its sanitised beginning and end in memory, all its bytes in a file once it is long. */
export interface Output {
	/** Takes a chunk and returns its text, sanitised. */
	push(chunk: Uint8Array): string;
	/** Nothing more comes; how many characters it was. Call it once, before `show`. */
	end(): number;
	/** The text, cut to `limit` characters and saying so and where the whole is. Call it once. */
	show(limit: number): string;
}

/** `name` becomes part of the name of the file it is saved to. */
export function createOutput(name: string): Output {
	const reader = createTextReader();
	const saved = createSavedOutput(name);
	let head = '';
	let tail = '';
	let length = 0;

	const keep = (text: string): string => {
		length += text.length;
		head += headOf(text, Math.max(0, shownLimit - head.length));
		tail = tailOf(tail + tailOf(text, shownLimit), shownLimit);
		return text;
	};

	return {
		push(chunk) {
			const text = keep(reader.push(chunk));
			saved.push(chunk, length > shownLimit);
			return text;
		},
		end() {
			keep(reader.end());
			return length;
		},
		show(limit) {
			if (length <= limit) return saved.end(false) ?? head;
			const shownEnd = Math.floor(limit / 2);
			const where = saved.end(true);
			const left = grouped(length - 2 * shownEnd);
			return `${headOf(head, limit - shownEnd)}\n… ${left} characters left out; ${where} …\n${tailOf(tail, shownEnd)}`;
		},
	};
}

/** Shares `shownLimit` between two outputs so that neither pushes the other out. */
export function shares(first: number, second: number): readonly [number, number] {
	if (first + second <= shownLimit) return [first, second];
	const half = shownLimit / 2;
	const forSecond = Math.min(second, Math.max(half, shownLimit - first));
	return [shownLimit - forSecond, forSecond];
}

interface SavedOutput {
	push(chunk: Uint8Array, isLong: boolean): void;
	/** Saves what was held back, if it is wanted, closes the file and says where it is, or why it is nowhere. */
	end(wanted: boolean): string | undefined;
}

function createSavedOutput(name: string): SavedOutput {
	let held: Uint8Array[] = [];
	let file: { readonly fd: number; readonly path: string } | undefined;
	let problem: string | undefined;

	const save = (chunks: readonly Uint8Array[]) => {
		if (problem !== undefined) return;
		try {
			file ??= asUser(smith, () => openSaved(name));
			for (const chunk of chunks) writeAll(file.fd, chunk);
		} catch (error) {
			problem = codeOf(error) === 'ENOSPC' ? 'the disk is full' : `${codeOf(error) ?? 'an error'}`;
		}
	};

	return {
		push(chunk, isLong) {
			if (file === undefined && problem === undefined) held.push(chunk);
			if (!isLong) return;
			save(file === undefined ? held : [chunk]);
			held = [];
		},
		end(wanted) {
			if (wanted && file === undefined) save(held);
			if (file !== undefined) closeSync(file.fd);
			if (!wanted) return undefined;
			if (problem !== undefined) return `they could not all be saved: ${problem}`;
			return `all of it is in ${file?.path} (next time redirect long output to a file)`;
		},
	};
}

/** Loops: a write to a full pipe or disk may take only a part. */
function writeAll(fd: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Saves a whole text as smith's file and says where it is, or why it is nowhere. */
export function saveText(name: string, text: string): string {
	const saved = createSavedOutput(name);
	saved.push(Buffer.from(text), false);
	return saved.end(true) ?? '';
}

let counter = 0;

function openSaved(name: string): { readonly fd: number; readonly path: string } {
	mkdirSync(ownFolder, { recursive: true });
	removeOldest();
	counter += 1;
	const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
	const path = join(ownFolder, `${time}-${String(counter).padStart(4, '0')}-${name}.txt`);
	const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
	return { fd: openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o644), path };
}

function removeOldest(): void {
	const names: string[] = [];
	const folder = opendirSync(ownFolder);
	try {
		// Bounded: the folder is smith's, who may have put anything into it.
		for (let seen = 0; seen < 10_000; seen += 1) {
			const entry = folder.readSync();
			if (entry === null) break;
			if (/^[0-9]{8}-[0-9]{6}-[0-9]+-[a-z]+\.txt$/.test(entry.name)) names.push(entry.name);
		}
	} finally {
		folder.closeSync();
	}
	for (const old of names.sort().slice(0, Math.max(0, names.length - savedLimit + 1))) unlinkSync(join(ownFolder, old));
}
