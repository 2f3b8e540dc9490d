import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessLink } from '../../process-link.ts';
import { mostWords } from '../../process-wire.ts';

/** A process's stdout on its way to the host. */
export interface Output {
	/** After the process's end: resolves when all that it wrote is sent, whoever still holds the pipe. */
	settled(): Promise<void>;
	/** Whatever still comes is read and thrown away. */
	drop(): void;
}

/** Once a process has ended and nothing comes for this long, ms, somebody else holds its pipe. */
const quietMs = 200;
/** A pipe holds no more: what comes after that is somebody else's. https://man7.org/linux/man-pages/man7/pipe.7.html, "pipe-max-size". */
const mostAfterwards = 2 * 1024 * 1024;

/** Reads no faster than the host takes it: a process that floods is held by its pipe. */
export function sendOutput(stdout: Readable, link: ProcessLink): Output {
	let isDropped = false;
	let isOver = false;
	/** Since when the pipe is waited for; undefined while the host is. */
	let waitsSince: number | undefined = performance.now();
	let bytes = 0;

	async function pump(): Promise<void> {
		for await (const chunk of stdout as AsyncIterable<Buffer>) {
			waitsSince = undefined;
			bytes += chunk.length;
			if (!isDropped) await link.write(chunk);
			waitsSince = performance.now();
		}
	}

	const done = pump()
		.catch(() => stdout.destroy())
		.finally(() => {
			isOver = true;
		});

	function isOthers(from: number): boolean {
		const isQuiet = waitsSince !== undefined && performance.now() - waitsSince > quietMs;
		return isQuiet || bytes - from > mostAfterwards;
	}

	return {
		async settled() {
			const from = bytes;
			while (!isOver && !isOthers(from)) await Promise.race([done, delay(quietMs / 4)]);
			stdout.destroy();
		},
		drop() {
			isDropped = true;
			link.drop();
		},
	};
}

/** The end of what a process writes to stderr. */
export interface Words {
	readonly now: () => Buffer;
	/** Nothing is told any more. */
	stop(): void;
}

/** So often it is told at most, ms. */
const wordsMs = 250;
/** So much is read in that time: what writes more is held by its pipe, bytes. */
const mostRead = 256 * 1024;

export function keepWords(stderr: Readable, tell: (words: Buffer) => void): Words {
	let words: Buffer = Buffer.alloc(0);
	let read = 0;
	let timer: NodeJS.Timeout | undefined;

	function tick(): void {
		timer = undefined;
		read = 0;
		tell(words);
		stderr.resume();
	}

	stderr.on('error', () => stderr.destroy());
	stderr.on('data', (chunk: Buffer) => {
		words = Buffer.concat([words, chunk.subarray(-mostWords)]).subarray(-mostWords);
		read += chunk.length;
		if (read > mostRead) stderr.pause();
		timer ??= setTimeout(tick, wordsMs);
	});
	return {
		now: () => words,
		stop() {
			clearTimeout(timer);
			stderr.destroy();
		},
	};
}
