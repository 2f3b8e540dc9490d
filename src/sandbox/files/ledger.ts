import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';

/** How much may lie on the host in all, in each direction. */
export interface KeepLimits {
	/** Bytes of one session's files. */
	readonly sessionBytes: number;
	/** Bytes that all sessions together may add in one day (UTC). */
	readonly dayBytes: number;
}

export type Direction = 'in' | 'out';

/** A file on its way. Disposing takes back what was not kept. */
export interface Passage extends Disposable {
	/** Why the file goes too far with `size` bytes, as half a sentence; else undefined, and so many are spoken for. */
	whyNot(size: number): string | undefined;
	/** The file lies there, with the bytes last asked for. */
	keep(): void;
}

/** The files of one batch, all of one session and one direction. Disposing notes down what was kept. */
export interface Account extends AsyncDisposable {
	/** A file that replaces one of `replaced` bytes, or none. */
	open(replaced: number): Promise<Passage>;
}

/** Counts the bytes that all sessions of a home keep on the host. */
export interface Ledger {
	/** `folder`: the session's files of that direction. Opening it costs nothing; the first file counts them. */
	account(direction: Direction, folder: string): Account;
}

export interface LedgerOptions {
	/** A file of ours that outlives the process: what was added today. */
	readonly path: string;
	readonly limits: KeepLimits;
	/** Ms since the epoch. */
	readonly now: () => number;
	readonly log: Logger;
}

/** Files of one session in one direction: so many can still be counted in a moment. */
const mostFiles = 10_000;

const daySchema = z.object({ day: z.string(), in: z.number().nonnegative(), out: z.number().nonnegative() });
type Day = z.infer<typeof daySchema>;

/**
 * A session's bytes are counted from what lies there, so they survive everything; those of a day stand in a small file. When
 * that cannot be written, counting goes on in memory.
 */
export function createLedger({ path, limits, now, log }: LedgerOptions): Ledger {
	let reading: Promise<Day> | undefined;
	let saving: Promise<void> = Promise.resolve();

	async function today(): Promise<Day> {
		reading ??= readDay(path);
		const known = await reading;
		const day = new Date(now()).toISOString().slice(0, 10);
		if (known.day !== day) Object.assign(known, { day, in: 0, out: 0 });
		return known;
	}

	async function save(): Promise<void> {
		const text = JSON.stringify(await today());
		await writeFile(`${path}.new`, text, { mode: 0o600 });
		await rename(`${path}.new`, path);
	}

	return {
		account(direction, folder) {
			let counting: Promise<Lying> | undefined;
			let kept = false;
			return {
				async open(replaced) {
					counting ??= countFiles(folder);
					const here = await counting;
					const onKept = () => {
						kept = true;
					};
					return openPassage({ here, day: await today(), direction, replaced, limits, onKept });
				},
				async [Symbol.asyncDispose]() {
					if (!kept) return;
					saving = saving.then(save).catch((error: unknown) => {
						log.warn('What was kept today cannot be noted down', { why: messageOf(error) });
					});
					await saving;
				},
			};
		},
	};
}

async function readDay(path: string): Promise<Day> {
	const text = await readFile(path, 'utf8').catch(() => '');
	const none: Day = { day: '', in: 0, out: 0 };
	try {
		return daySchema.catch(none).parse(JSON.parse(text));
	} catch {
		return none;
	}
}

interface Lying {
	bytes: number;
	files: number;
}

async function countFiles(folder: string): Promise<Lying> {
	const lying: Lying = { bytes: 0, files: 0 };
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	});
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		lying.files += 1;
		lying.bytes += await sizeOf(join(entry.parentPath, entry.name));
	}
	return lying;
}

/** The bytes of a file of ours; none when it is gone. */
export async function sizeOf(path: string): Promise<number> {
	const facts = await lstat(path).catch(() => undefined);
	return facts?.isFile() ? facts.size : 0;
}

interface PassageOptions {
	readonly here: Lying;
	readonly day: Day;
	readonly direction: Direction;
	readonly replaced: number;
	readonly limits: KeepLimits;
	readonly onKept: () => void;
}

function openPassage({ here, day, direction, replaced, limits, onKept }: PassageOptions): Passage {
	let spoken = 0;
	let kept = false;
	const files = replaced === 0 ? 1 : 0;
	here.files += files;
	const speakFor = (size: number) => {
		here.bytes += size - spoken;
		// A day may have ended meanwhile.
		day[direction] = Math.max(0, day[direction] + size - spoken);
		spoken = size;
	};
	return {
		whyNot(size) {
			speakFor(size);
			return (
				whyTooMuch({ session: here.bytes - replaced, day: day[direction] }, direction, limits) ??
				whyTooMany(here, replaced)
			);
		},
		keep() {
			kept = true;
			here.bytes -= replaced;
			onKept();
		},
		[Symbol.dispose]() {
			if (kept) return;
			speakFor(0);
			here.files -= files;
		},
	};
}

const verbs: Readonly<Record<Direction, string>> = { in: 'been handed', out: 'handed back' };

function whyTooMuch(
	bytes: { readonly session: number; readonly day: number },
	direction: Direction,
	{ sessionBytes, dayBytes }: KeepLimits,
): string | undefined {
	const verb = verbs[direction];
	if (bytes.session > sessionBytes) {
		return `would bring all that this session has ${verb} over ${formatBytes(sessionBytes)}: go on in a new session (/new), or have SESSION_FILES_LIMIT raised`;
	}
	if (bytes.day > dayBytes) {
		return `would bring all that was ${verb} today, by every session, over ${formatBytes(dayBytes)}: ask again tomorrow, or have DAY_FILES_LIMIT raised`;
	}
	return undefined;
}

function whyTooMany({ files }: Lying, replaced: number): string | undefined {
	return files > mostFiles && replaced === 0
		? `is more than the ${mostFiles} files that one session may have: go on in a new session (/new)`
		: undefined;
}
