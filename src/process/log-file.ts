import { closeSync, fchmodSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';

export interface LogFileOptions {
	readonly path: string;
	/** Told once for each time in which the log cannot be written. */
	readonly onLost: (why: string) => void;
	/** Bytes of one file; the next line begins a new one. Default: 10 MiB. */
	readonly most?: number;
}

/** Where the lines of a log go. */
export interface LogFile extends Disposable {
	/** Writes whole lines at once. Never throws: what cannot be written is dropped, and counted. */
	write(lines: string): void;
}

/** Earlier files that are kept, as `<path>.1` (the newest) and so on. */
const kept = 4;
const mostBytes = 10 * 2 ** 20;

/**
 * The log in the file at `path`, made with mode 0600, in at most five files of `most` bytes. A disk that is full or failing ends nothing: lines
 * are dropped until it takes them again, and the next line says how many.
 */
export function createLogFile({ path, onLost, most = mostBytes }: LogFileOptions): LogFile {
	let file: { readonly fd: number; size: number } | undefined;
	let dropped = 0;
	/** The last line was cut in the middle. */
	let cut = false;

	function close(): void {
		const closing = file;
		file = undefined;
		if (closing) closeSync(closing.fd);
	}

	function roomy(): { readonly fd: number; size: number } {
		if (file && file.size >= most) {
			close();
			rotate(path);
		}
		if (file) return file;
		const fd = openSync(path, 'a', 0o600);
		// One of an earlier version was open to all who may enter the home.
		quietly(() => fchmodSync(fd, 0o600));
		file = { fd, size: fstatSync(fd).size };
		return file;
	}

	function put(text: string): void {
		const { fd } = roomy();
		const bytes = Buffer.from(text);
		for (let at = 0; at < bytes.length; ) {
			at += writeSync(fd, bytes, at);
			cut = at < bytes.length;
		}
		if (file) file.size += bytes.length;
	}

	function lose(error: unknown): void {
		if (dropped === 0) quietly(() => onLost(messageOf(error)));
		dropped += 1;
		// Opened anew for the next line: after an error of the disk the old handle may never work again.
		quietly(close);
	}

	return {
		write(lines) {
			try {
				if (dropped > 0) put(`${cut ? '\n' : ''}${droppedLine(dropped)}`);
				dropped = 0;
				put(lines);
			} catch (error) {
				lose(error);
			}
		},
		[Symbol.dispose]: () => quietly(close),
	};
}

function droppedLine(lines: number): string {
	const fields = { level: 40, time: new Date().toISOString(), lines, msg: 'Lines of the log could not be written' };
	return `${JSON.stringify(fields)}\n`;
}

/** The files move up by one; the oldest is replaced. One that is missing is left out. */
function rotate(path: string): void {
	for (let number = kept; number > 0; number -= 1)
		quietly(() => renameSync(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`));
}

function quietly(work: () => void): void {
	try {
		work();
	} catch {
		// Whoever cannot say so to anybody goes on.
	}
}
